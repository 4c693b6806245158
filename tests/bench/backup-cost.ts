import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../support/client.ts';
import { median } from './bench-run.ts';
import type { BlogSite } from './blog-site.ts';
import { cpuSeconds } from './process-cost.ts';

type Reads = { medianMs: number; longestMs: number };
type Cost = {
  /** The reads of the second before. */
  alone: Reads;
  /** Those that began in the first second: the snapshot is begun then. */
  atStart: Reads;
  meanwhile: Reads;
  cpu: number;
  seconds: number;
};

const betweenReads = 5;

/** Makes a backup while a post is read again and again. Pages are not cached, so that every read needs the database. */
export async function backupCost(site: BlogSite, client: Client): Promise<Cost> {
  const reads: { at: number; ms: number }[] = [];
  let isRunning = true;
  const reading = (async () => {
    while (isRunning) {
      const at = performance.now();
      await (await fetch(`${site.url}/post/seeded-post-5`)).text();
      reads.push({ at, ms: performance.now() - at });
      await sleep(betweenReads);
    }
  })();
  await sleep(1000);
  const before = cpuSeconds(site.pid);
  const began = performance.now();
  const { status } = await client.post('/webapi/api/admin/backups');
  const ended = performance.now();
  const cpu = cpuSeconds(site.pid) - before;
  isRunning = false;
  await reading;
  if (status !== 201) throw new Error(`Backup: ${status}`);
  const between = (from: number, to: number): Reads => {
    const times = reads.filter(({ at }) => at >= from && at < to).map(({ ms }) => ms);
    return { medianMs: median(times), longestMs: Math.max(...times) };
  };
  return {
    alone: between(0, began),
    atStart: between(began, began + 1000),
    meanwhile: between(began, ended),
    cpu,
    seconds: (ended - began) / 1000,
  };
}
