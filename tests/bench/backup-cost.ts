import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../support/client.ts';
import { median } from './bench-run.ts';
import type { BlogSite } from './blog-site.ts';
import { cpuSeconds } from './process-cost.ts';

type Read = { at: number; ms: number };
type Reads = { medianMs: number; maxMs: number };
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
  const reads: Read[] = [];
  let isRunning = true;
  const reading = (async () => {
    while (isRunning) {
      const at = performance.now();
      await (await fetch(`${site.url}/post/seeded-post-5`)).text();
      reads.push({ at, ms: performance.now() - at });
      await sleep(betweenReads);
    }
  })();
  try {
    await sleep(1000);
    const known = await newest(client);
    const before = cpuSeconds(site.pid);
    const began = performance.now();
    // The response comes at the end, which may take longer than fetch waits.
    const answer = client.post('/webapi/api/admin/backups').catch(() => null);
    while ((await newest(client)) === known) await sleep(250);
    const ended = performance.now();
    const cpu = cpuSeconds(site.pid) - before;
    await answer;
    return {
      alone: summary(reads, 0, began),
      atStart: summary(reads, began, began + 1000),
      meanwhile: summary(reads, began, ended),
      cpu,
      seconds: (ended - began) / 1000,
    };
  } finally {
    isRunning = false;
    await reading;
  }
}

async function newest(client: Client): Promise<string | undefined> {
  const { body } = await client.get<{ id: string }[]>('/webapi/api/admin/backups');
  return body[0]?.id;
}

function summary(reads: readonly Read[], from: number, to: number): Reads {
  const times = reads.filter(({ at }) => at >= from && at < to).map(({ ms }) => ms);
  return { medianMs: median(times), maxMs: Math.max(...times) };
}
