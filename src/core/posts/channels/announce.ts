import type { Blog } from '../../../platform/blog.ts';
import { Failures } from '../../../platform/jobs/failures.ts';
import type { JobContext, RunJob } from '../../../platform/jobs/job.ts';
import { readSite } from '../../site/site.ts';
import type { Channel, OpenChannel } from './channel.ts';
import { publicAnswer, publicPost } from './public-state.ts';
import { deleteAnnounced, nextAnnouncements } from './store.ts';

type Due = Awaited<ReturnType<typeof nextAnnouncements>>[number];

const batchSize = 50;

/**
 * Tells every channel what changed: it gets the present state of a post or an answer, and compares it with what it announced
 * before. So it does not matter how often something changed, or how often the job was interrupted.
 */
export const announceTo =
  (channels: readonly Channel[]): RunJob =>
  async (blog, _job, context) => {
    const site = await readSite(blog);
    const open = await Promise.all(channels.filter(({ isOn }) => isOn(site, blog)).map(({ load }) => load()));
    const failures = new Failures(blog, context.signal);
    let last: Due | null = null;
    for (;;) {
      const due: Due[] = await nextAnnouncements(blog.db, last, batchSize);
      for (const announced of due) {
        context.signal.throwIfAborted();
        last = announced;
        const { kind, subject_id: id } = announced;
        await failures.catch({ [kind]: id }, async () => {
          const tell = await tellerOf(blog, announced, context);
          let isNotified = true;
          for (const channel of open)
            isNotified = (await failures.catch({ [kind]: id }, () => tell(channel))) && isNotified;
          // Otherwise all channels are notified again: those that know it find nothing to do.
          if (isNotified) await finish(blog, announced, context);
        });
      }
      if (due.length < batchSize) break;
    }
    failures.throwFirst();
    return undefined;
  };

/** Reads what there is to tell, once for all channels. */
async function tellerOf(
  blog: Blog,
  { kind, subject_id: id }: Due,
  context: JobContext,
): Promise<(channel: OpenChannel) => Promise<void> | undefined> {
  if (kind === 'post') {
    const post = await publicPost(blog, id);
    return (channel) => channel.post?.(blog, id, post, context);
  }
  const answer = await publicAnswer(blog, id);
  return (channel) => channel.answer?.(blog, id, answer, context);
}

async function finish(blog: Blog, announced: Due, { progress }: JobContext): Promise<void> {
  await deleteAnnounced(blog.db, announced);
  progress(null);
}
