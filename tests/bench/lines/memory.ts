import { setTimeout as sleep } from 'node:timers/promises';
import { atMost, type Measurement } from '../bench-run.ts';
import { startBlog } from '../blog-site.ts';
import { memoryMegabytes } from '../process-cost.ts';

/** Memory of a server without requests, and of the one that had all the load. Must be measured last. */
export const memory: Measurement = async (run) => {
  const fresh = await startBlog(run.folders.many, run.many.posts);
  const idle = memoryMegabytes(fresh.pid);
  await fresh.stop();
  await sleep(2_000);
  const after = memoryMegabytes(run.many.pid);
  return {
    lines: [],
    figures: [
      { name: 'memory, idle', value: idle, unit: 'MB', wanted: atMost('', idle, 150) },
      { name: 'memory, after the load', value: after, unit: 'MB', wanted: atMost('', after, 350) },
    ],
  };
};
