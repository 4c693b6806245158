import { forgetAnnounced, nextAnnouncements } from '../../store/announcements.ts';
import type { Blog } from '../blog.ts';
import type { JobContext, RunJob } from '../jobs/job.ts';
import { readSite } from '../site/site.ts';
import { channels } from './channels.ts';
import { publicAnswer, publicPost } from './public-state.ts';

type Due = Awaited<ReturnType<typeof nextAnnouncements>>[number];

const batchSize = 50;

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
