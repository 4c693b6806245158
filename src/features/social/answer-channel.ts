import type { OpenChannel, PublicAnswer } from '../../core/posts/channels/channel.ts';
import { type Blog, nowIso } from '../../platform/blog.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { commentUrl } from '../../platform/http/api/page-number.ts';
import { urls } from '../../platform/http/urls.ts';
import { startJobs } from '../../platform/jobs/add-job.ts';
import { enqueue } from '../../platform/jobs/outbox/outbox.ts';
import type { Target } from './networks/network.ts';
import { talkingNetworks } from './networks.ts';
import * as answers from './store/answers.ts';
import { replyByOrigin } from './store/replies.ts';
import { sharesOf } from './store/shares.ts';

/** The owner's answers to comments from Bluesky and Mastodon are posted there. */
export const answerChannel: OpenChannel = {
  async answer(blog, id, answer, { fence }) {
    const known = await answers.answerOf(blog.db, id);
    const wanted = answer && (await wantedFrom(blog, id, answer));
    if (!known && !wanted) return;
    await inTransaction(blog.db, async (tx) => {
      await fence(tx);
      if (!known && wanted) await answers.insertAnswer(tx, wanted);
      else await answers.changeAnswer(tx, id, { text: wanted?.text ?? null });
      const host = known?.network ?? wanted?.network ?? '';
      await enqueue(blog, tx, answers.answerKind, [{ key: String(id), host }]);
    });
    startJobs(blog);
  },
};

async function wantedFrom(blog: Blog, id: number, { comment, parent, post }: PublicAnswer) {
  const network = talkingNetworks(blog).find(({ conversation }) => conversation.source === parent.source);
  const reply = network && (await replyByOrigin(blog.db, parent.origin_id));
  if (!reply) return null;
  const share = (await sharesOf(blog.db, post.id)).find(({ status_id }) => status_id === reply.status_id);
  const root: Target = { id: reply.status_id, cid: share?.cid ?? null };
  return {
    comment_id: id,
    network: network.name,
    parent: reply.target,
    root: JSON.stringify(root),
    link: blog.siteUrl() + commentUrl(urls.post(post.post_title_web), id),
    text: comment.comment_text,
    sent_text: null,
    request_key: network.conversation.newKey(blog.now()),
    date_added: nowIso(blog),
    date_started: null,
    answer_id: null,
  };
}
