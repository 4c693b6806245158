import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { RunJob } from '../../platform/jobs/job.ts';
import { changePosts } from '../posts/change-posts.ts';
import { postsTagged } from '../posts/terms/store/tags.ts';

export const indexTagJob = 'index-tag';

const payload = z.object({ tag: z.int() });
export type IndexTag = z.infer<typeof payload>;
/** The last post that was indexed. */
const progress = z.object({ last: z.int() });

/** Other processes wait for a transaction on SQLite. */
const postsAtOnce = 20;

/** The search index has the words of a tag for each of its posts: indexes those of a tag that was renamed. */
export const runIndexTag: RunJob = async (blog, job, context) => {
  const { tag } = payload.parse(job.payload);
  let last = progress.safeParse(job.progress).data?.last ?? 0;
  for (;;) {
    context.signal.throwIfAborted();
    const began = performance.now();
    const ids = await postsTagged(blog.db, tag, last, postsAtOnce);
    if (ids.length === 0) return undefined;
    await changePosts(blog, async (tx) => {
      await context.fence(tx.db);
      for (const id of ids) tx.follow(id, 'page', 'search');
      return { result: undefined, activity: [] };
    });
    last = ids.at(-1) ?? last;
    context.progress({ last });
    // Half of the time the database is left to others.
    await wait(performance.now() - began);
  }
};
