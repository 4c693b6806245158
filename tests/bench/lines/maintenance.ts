import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { atMost, type Figure, type Measurement } from '../bench-run.ts';
import { seedBlog, startBlog } from '../blog-site.ts';
import { rawRequest } from '../load/load.ts';

const day = 24 * 60 * 60 * 1000;

/** Prepares the database so that each startup job has this many rows to process. */
const jobs: Record<string, (database: DatabaseSync, rows: number) => void> = {
  'search indexing': (database) => {
    database.exec('delete from search_texts; delete from search_words');
  },
  'spam scoring': (database) => {
    database.exec(
      'update comments set approved = 0, scored_round = 0; update spam_totals set fine = 9, spam = 9, round = 1',
    );
  },
  cleanup: (database, rows) => {
    const old = new Date(Date.now() - 2 * day).getTime();
    const insert = database.prepare("insert into attempts (kind, subject, at) values ('comment', ?, ?)");
    database.exec('begin');
    for (let row = 0; row < rows; row++) insert.run(String(row), new Date(old + row).toISOString());
    database.exec('commit');
  },
};

/** Latency of `/` without other work and during each startup job. */
export const maintenance: Measurement = async (run) => {
  const rows = run.quick ? 1_000 : 50_000;
  const seconds = run.quick ? 2 : 10;
  const dataDir = path.join(run.folders.own, 'maintenance');
  await mkdir(dataDir, { recursive: true });
  await seedBlog(dataDir, rows);
  const figures: Figure[] = [];
  const reads = async (waits: boolean): Promise<number> => {
    const site = await startBlog(dataDir, rows, {}, waits);
    try {
      const request = rawRequest('GET', '/', { 'accept-encoding': 'br' });
      const order = { port: site.port, requests: [request], connections: 8, perSecond: 200, seconds };
      if (waits) await run.load(order);
      return (await run.load(order)).p99;
    } finally {
      await site.stop();
    }
  };
  const alone = await reads(true);
  figures.push({ name: 'reads without a job, p99', value: alone, unit: 'ms' });
  for (const [name, prepare] of Object.entries(jobs)) {
    const database = new DatabaseSync(path.join(dataDir, 'blog.sqlite'));
    prepare(database, rows);
    database.close();
    const beside = await reads(false);
    figures.push(
      { name: `reads during ${name}, p99`, value: beside, unit: 'ms' },
      {
        name: `reads during ${name}, p99 relative to none`,
        value: beside / alone,
        unit: 'times',
        wanted: atMost('', beside / alone, 3),
      },
    );
  }
  return { lines: [], figures };
};
