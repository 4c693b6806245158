import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '../../../src/platform/db/open.ts';
import { type MailSink, startMailSink } from '../../support/mail-sink.ts';
import { queueNewsletter } from '../../support/newsletter-rows.ts';
import { atMost, type BenchRun, type Figure, type Measurement, median } from '../bench-run.ts';
import { seedBlog, startBlog } from '../blog-site.ts';
import { rawRequest } from '../load/load.ts';

const pages = ['/', ...Array.from({ length: 40 }, (_, index) => `/post/seeded-post-${index + 1}`)];
const kinds = {
  cached: { env: {}, perSecond: 400 },
  uncached: { env: { PAGE_CACHE_MB: '0' }, perSecond: 50 },
};

/** Latency of reads while a newsletter is sent to 5,000 subscribers as fast as the settings allow, relative to none. */
export const mail: Measurement = async (run) => {
  const figures: Figure[] = [];
  for (const [kind, { env, perSecond }] of Object.entries(kinds)) {
    const sink = await startMailSink();
    const dataDir = path.join(run.folders.own, `mail-${kind}`);
    await mkdir(dataDir, { recursive: true });
    await seedBlog(dataDir, 200);
    const site = await startBlog(dataDir, 200, { SMTP_URL: `smtp://127.0.0.1:${sink.port}`, ...env });
    try {
      const seconds = run.quick ? 2 : 4;
      const requests = pages.map((page) => rawRequest('GET', page, { 'accept-encoding': 'br' }));
      const reads = () => run.load({ port: site.port, requests, connections: 8, perSecond, seconds });
      await reads();
      const { ratio, alone, beside, mails } = await compared(run, dataDir, sink, reads);
      figures.push(
        { name: `${kind} reads without mail, p99`, value: alone, unit: 'ms' },
        { name: `${kind} reads while mails are sent, p99`, value: beside, unit: 'ms' },
        {
          name: `${kind} reads while mails are sent, p99 relative to none`,
          value: ratio,
          unit: 'times',
          wanted: atMost('', ratio, 1.2),
        },
        { name: `mails sent per second beside ${kind} reads`, value: mails, unit: '' },
      );
    } finally {
      await site.stop();
      await sink.stop();
    }
  }
  return { lines: [], figures };
};

/** Rounds before and while it is sent; the medians of their p99. */
async function compared(
  run: BenchRun,
  dataDir: string,
  sink: MailSink,
  reads: () => Promise<{ p99: number }>,
): Promise<{ ratio: number; alone: number; beside: number; mails: number }> {
  const rounds = run.quick ? 2 : 5;
  const p99s = async () => {
    const found: number[] = [];
    for (let round = 0; round < rounds; round++) found.push((await reads()).p99);
    return median(found);
  };
  const alone = await p99s();
  const { db } = openDatabase({ dataDir, databaseUrl: null });
  await queueNewsletter(db, run.quick ? 1_000 : 5_000, (index) => `reader${index}@example.net`);
  await db.destroy();
  const deadline = performance.now() + 30_000;
  while (sink.count() === 0 && performance.now() < deadline) await wait(50);
  // The rows come from another process, so the server reads everything again.
  await reads();
  const before = { count: sink.count(), at: performance.now() };
  const beside = await p99s();
  const mails = ((sink.count() - before.count) / (performance.now() - before.at)) * 1000;
  return { ratio: beside / alone, alone, beside, mails };
}
