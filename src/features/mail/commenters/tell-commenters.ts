import { cutAtWord } from '../../../content/document/truncate.ts';
import { type Authors, readAuthors } from '../../../core/accounts/profiles/authors.ts';
import type { StoredComment } from '../../../core/posts/store/comment-rows.ts';
import { commentsById } from '../../../core/posts/store/comment-rows.ts';
import type { PostTransaction } from '../../../core/site/store/post-transaction.ts';
import { type Blog, nowIso, serverUrl } from '../../../platform/blog.ts';
import { commentUrl } from '../../../platform/http/api/page-number.ts';
import { urls } from '../../../platform/http/urls.ts';
import { maySee, visitor } from '../../../platform/http/viewer.ts';
import { wakeJob } from '../../../platform/jobs/add-job.ts';
import { messagesIn } from '../../../platform/web/messages/catalogs.ts';
import { mailUrls } from '../api/urls.ts';
import type { MailContent } from '../message/content.ts';
import { fillTemplate, type MailTemplate } from '../message/template.ts';
import { signedId } from '../queue/links.ts';
import { addMail } from '../queue/queue.ts';
import * as store from '../store/commenters.ts';
import { askJob, isOffered } from './commenters.ts';

/** Of a comment that a mail quotes, in characters, and how many replies one mail quotes. */
const maxQuoteLength = 500;
const maxQuotes = 5;

/**
 * Queues mails to commenters whose comments were approved, and to those who got replies, in the transaction that makes these
 * visible. Each comment counts the first time only. Returns whether there are jobs to start.
 */
export async function tellCommenters(blog: Blog, tx: PostTransaction): Promise<boolean> {
  const { db, visibleComments } = tx;
  if (!blog.mail || visibleComments.size === 0 || !(await isOffered(blog, db))) return false;
  const ids = await store.claimNotified(tx, [...visibleComments.keys()], nowIso(blog));
  if (ids.length === 0) return false;
  const waited = ids.filter((id) => visibleComments.get(id)?.waited);
  const isAsked = waited.length > 0 && (await store.setDue(db, waited, nowIso(blog)));
  if (isAsked) await wakeJob(blog, db, askJob);
  const replies = await store.followersAbove(db, ids);
  // A reply that comes with the approval says that the comment was approved, too.
  const answered = new Set(replies.map(({ comment_id }) => comment_id));
  const approvals = (await store.followersOf(db, waited)).filter(
    ({ comment_id }) => !answered.has(comment_id),
  );
  if (approvals.length + replies.length === 0) return isAsked;
  await tell(blog, tx, approvals, replies);
  return true;
}

type Approval = Awaited<ReturnType<typeof store.followersOf>>[number];
type Reply = Awaited<ReturnType<typeof store.followersAbove>>[number];

async function tell(
  blog: Blog,
  { db }: PostTransaction,
  approvals: readonly Approval[],
  replies: readonly Reply[],
): Promise<void> {
  const shown = [...approvals.map((one) => one.comment_id), ...replies.map((one) => one.reply_id)];
  const comments = new Map((await commentsById(db, [...new Set(shown)])).map((one) => [one.id, one]));
  const posts = await store.postsOfComments(
    db,
    [...comments.values()].map(({ post_id }) => post_id),
  );
  const writer = mailWriter(blog, await readAuthors({ ...blog, db }), posts);
  for (const { comment_id, commenter_id, address } of approvals) {
    const content = writer.approval(commenter_id, comments.get(comment_id));
    if (content)
      await addMail(blog, db, { kind: 'commenter', address, about: `approved ${comment_id}`, content });
  }
  // Many replies can be approved at once: each commenter gets one mail for all replies on a post.
  const groups = Map.groupBy(
    replies,
    ({ commenter_id, reply_id }) => `${commenter_id} ${comments.get(reply_id)?.post_id}`,
  );
  for (const group of groups.values()) {
    const [first] = group;
    if (!first) continue;
    const { commenter_id, address, reply_id } = first;
    const those = [...new Set(group.map((one) => one.reply_id))].flatMap((id) => comments.get(id) ?? []);
    const content = writer.replies(commenter_id, those);
    if (content) await addMail(blog, db, { kind: 'commenter', address, about: `reply ${reply_id}`, content });
  }
}

type Post = Awaited<ReturnType<typeof store.postsOfComments>>[number];

function mailWriter(blog: Blog, authors: Authors, posts: readonly Post[]) {
  const { site_name: name, theme_color: color, language } = authors.site;
  const messages = messagesIn(language);
  const { approved, reply, reason, stopLink, readButton } = messages.commenterMail;
  const siteUrl = blog.siteUrl();
  const write = (
    commenterId: number,
    texts: Pick<MailTemplate, 'subject' | 'parts' | 'button'>,
  ): MailContent => {
    const stopUrl = serverUrl(blog) + mailUrls.stopCommenter(signedId(blog, 'commenter', commenterId));
    const stop = { label: stopLink, url: stopUrl, oneClick: stopUrl };
    return fillTemplate({
      ...texts,
      language,
      site: { name, url: siteUrl, color },
      reason: reason(name),
      stop,
    });
  };
  /** Null where readers cannot see the post. */
  const placeOf = (comment: StoredComment | undefined) => {
    const post = posts.find(({ id }) => id === comment?.post_id);
    if (!post || !comment || !maySee(visitor, post)) return null;
    const url = siteUrl + commentUrl(urls.post(post.post_title_web), comment.id);
    return { title: post.post_title || messages.untitled, button: { label: readButton, url } };
  };
  const authorOf = ({ user_id, user_name }: StoredComment): string =>
    authors.find(user_id)?.display_name ?? user_name;
  return {
    approval(commenterId: number, comment: StoredComment | undefined): MailContent | null {
      const place = placeOf(comment);
      if (!place || !comment) return null;
      const subject = approved(place.title);
      return write(commenterId, { subject, parts: [subject, quote(comment)], button: place.button });
    },
    replies(commenterId: number, replies: readonly StoredComment[]): MailContent | null {
      const [first] = replies;
      const place = placeOf(first);
      if (!place || !first) return null;
      const { title, button } = place;
      const subject =
        replies.length === 1 ? reply.one(authorOf(first), title) : reply.many(replies.length, title);
      const parts =
        replies.length === 1
          ? [subject, quote(first)]
          : [
              subject,
              ...replies.slice(0, maxQuotes).flatMap((one) => [`${authorOf(one)}:`, quote(one)]),
              ...(replies.length > maxQuotes ? [reply.more(replies.length - maxQuotes)] : []),
            ];
      return write(commenterId, { subject, parts, button });
    },
  };
}

function quote({ comment_text }: StoredComment): { quote: string } {
  const beginning = cutAtWord(comment_text, maxQuoteLength);
  return { quote: beginning.length < comment_text.length ? `${beginning}…` : comment_text };
}
