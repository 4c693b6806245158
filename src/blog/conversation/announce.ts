import { forgetAnnounced, nextAnnouncements } from '../../store/announcements.ts';
import { commentsById } from '../../store/comments.ts';
import { postById } from '../../store/posts.ts';
import type { Blog } from '../blog.ts';
import type { JobContext, RunJob } from '../jobs/job.ts';
import { readSite } from '../site/site.ts';
import type { PublicAnswer, PublicPost } from './channel.ts';
import { channels } from './channels.ts';

type Due = Awaited<ReturnType<typeof nextAnnouncements>>[number];

const batchSize = 50;
const day = 24 * 60 * 60 * 1000;
/** Older posts, as an import brings them, are no news. */
const newsDays = 7;

/**
 * Tells every channel what changed: it gets the present state of a post or an answer, and compares it with what it announced
 * before. So it does not matter how often something changed, or how often the job was interrupted.
 */
export const runAnnounce: RunJob = async (blog, _job, context) => {
  const site = await readSite(blog);
  const open = await Promise.all(channels.filter(({ isOn }) => isOn(site, blog)).map(({ load }) => load()));
  let failure: unknown;
  let last: Due | null = null;
  for (;;) {
    const due: Due[] = await nextAnnouncements(blog.db, last, batchSize);
    for (const announced of due) {
      context.signal.throwIfAborted();
      last = announced;
      const { kind, subject_id: id } = announced;
      try {
        if (kind === 'post') {
          const post = await publicPost(blog, id);
          for (const channel of open) await channel.post?.(blog, id, post, context);
        } else {
          const answer = await publicAnswer(blog, id);
          for (const channel of open) await channel.answer?.(blog, id, answer, context);
        }
        await forget(blog, announced, context);
      } catch (error) {
        context.signal.throwIfAborted();
        // The others are told first; then the job fails, and is repeated with backoff.
        failure ??= error;
      }
    }
    if (due.length < batchSize) break;
  }
  if (failure !== undefined) throw failure;
  return undefined;
};

async function forget(blog: Blog, announced: Due, { progress }: JobContext): Promise<void> {
  await forgetAnnounced(blog.db, announced);
  progress(null);
}

/** What everyone can see of a post; null for pages of the owner, too, because they are no news. */
export async function publicPost(blog: Blog, id: number): Promise<PublicPost | null> {
  const post = await postById(blog.db, id, 'approved');
  if (post?.active !== 1 || post.kind !== 'post') return null;
  const published = post.first_active_date ?? post.post_date;
  const age = blog.now().getTime() - Math.min(Date.parse(published), Date.parse(post.post_date));
  return { post, isNews: age < newsDays * day };
}

/** An approved comment of the owner that replies to one from elsewhere, on a public post. */
export async function publicAnswer(blog: Blog, id: number): Promise<PublicAnswer | null> {
  const [comment] = await commentsById(blog.db, [id]);
  if (!comment || comment.user_id === null || comment.parent_id === null || !comment.approved) return null;
  const [parent] = await commentsById(blog.db, [comment.parent_id]);
  const found = await publicPost(blog, comment.post_id);
  if (!parent?.approved || parent.origin_id === null || !found) return null;
  return { comment, parent: { ...parent, origin_id: parent.origin_id }, post: found.post };
}
