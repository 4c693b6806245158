import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { memoryBlog } from '../../../tests/support/memory-blog.ts';
import { maxNamesPerDay, otherNames } from './api/statistics.ts';
import { Days } from './days.ts';
import { openDayFile } from './file.ts';
import { clearVisitors, copySums, flush } from './flush.ts';
import { Sums } from './sums.ts';
import { trimStatistics } from './trim.ts';

const today = '2026-03-01';

async function databases() {
  const folder = mkdtempSync(path.join(tmpdir(), 'not-terrible-statistics-'));
  const blog = await memoryBlog();
  const day = await openDayFile(folder);
  onTestFinished(async () => {
    await day.close();
    rmSync(folder, { recursive: true });
  });
  return { blog, day, site: blog.db };
}

const visitedBy = (keys: readonly string[], name = '/', day = today) => {
  const sums = new Sums(day);
  const sum = sums.sum('page', name);
  for (const key of keys) {
    sum.views++;
    sums.visited(sum, { key, isCounted: false });
  }
  return sums;
};
const never = () => {
  throw new Error('Nothing should be put back.');
};

test('sums of several flushes and processes add up, and copies can be repeated', async () => {
  const { day, site } = await databases();
  for (let round = 0; round < 2; round++) {
    await flush({ day, site }, visitedBy(['a', 'b']), today, never);
    await flush({ day, site }, visitedBy(['b', 'c']), today, never);
    await copySums({ day, site });
    await copySums({ day, site });
  }
  expect(await site.selectFrom('statistics').selectAll().execute()).toEqual([
    { day: today, kind: 'page', name: '/', views: 8, visitors: 3 },
  ]);
});

test('many visitors of one page are divided over transactions', async () => {
  const { day, site } = await databases();
  const keys = Array.from({ length: 1000 }, (_, at) => `visitor ${at}`);
  await flush({ day, site }, visitedBy(keys), today, never);
  await copySums({ day, site });
  expect(await site.selectFrom('statistics').selectAll().execute()).toMatchObject([
    { views: 1000, visitors: 1000 },
  ]);
});

test('names beyond the limit of a day are added up under one name', async () => {
  const { day, site } = await databases();
  for (let round = 0; round < 2; round++) {
    const sums = new Sums(today);
    for (let at = 0; at < maxNamesPerDay + 500; at++) sums.sum('missing', `/${round}-${at}`).views++;
    await flush({ day, site }, sums, today, never);
  }
  const rows = await day.db.selectFrom('statistics').selectAll().execute();
  expect(rows).toHaveLength(maxNamesPerDay);
  expect(rows.reduce((sum, { views }) => sum + views, 0)).toBe(2 * (maxNamesPerDay + 500));
  expect(rows.find(({ name }) => name === otherNames)?.views).toBe(maxNamesPerDay + 1001);
});

test('what cannot be written is put back, with its visitors', async () => {
  const { day, site } = await databases();
  await day.db.schema.alterTable('statistics').renameTo('hidden').execute();
  const pending = new Sums(today);
  await expect(flush({ day, site }, visitedBy(['a', 'b']), today, () => pending)).rejects.toThrow();
  await day.db.schema.alterTable('hidden').renameTo('statistics').execute();
  await flush({ day, site }, pending, today, never);
  expect(await day.db.selectFrom('statistics').selectAll().execute()).toMatchObject([
    { views: 2, visitors: 2 },
  ]);
});

test('when a day is over its salt and hashes are deleted, and late sums are still added', async () => {
  const { day, site } = await databases();
  await flush({ day, site }, visitedBy(['a']), today, never);
  const days = new Days('UTC');
  const isOver = (at: string) => (of: string) => days.isOver(of, Date.parse(at));
  await clearVisitors({ day, site }, isOver('2026-03-02T00:05:00Z'));
  expect(await day.db.selectFrom('statistics_salts').selectAll().execute()).toHaveLength(1);
  await clearVisitors({ day, site }, isOver('2026-03-02T00:15:00Z'));
  for (const table of ['statistics_salts', 'statistics_visitors', 'statistics'] as const)
    expect(await day.db.selectFrom(table).selectAll().execute()).toEqual([]);
  await flush({ day, site }, visitedBy(['a', 'b']), '2026-03-02', never);
  expect(await site.selectFrom('statistics').selectAll().execute()).toEqual([
    { day: today, kind: 'page', name: '/', views: 3, visitors: 1 },
  ]);
});

test('the day changes at midnight of the time zone', () => {
  const days = new Days('Asia/Kolkata');
  expect(days.at(Date.parse('2026-03-01T18:29:59Z'))).toBe('2026-03-01');
  expect(days.at(Date.parse('2026-03-01T18:30:00Z'))).toBe('2026-03-02');
  days.timeZone = 'America/New_York';
  expect(days.at(Date.parse('2026-03-01T18:30:00Z'))).toBe('2026-03-01');
});

test('of old months only the largest names stay', async () => {
  const { blog, site } = await databases();
  const rows = Array.from({ length: 300 }, (_, at) => ({
    kind: 'page' as const,
    name: `/${at}`,
    views: at,
    visitors: 1,
  }));
  const all = [...rows, { kind: 'site' as const, name: '', views: 7, visitors: 7 }];
  for (const month of ['2025-01', '2025-03'])
    await site
      .insertInto('statistics')
      .values(all.map((row) => ({ ...row, day: `${month}-05` })))
      .execute();
  await trimStatistics(blog);
  const left = await site
    .selectFrom('statistics')
    .select(['day', 'name', 'views'])
    .orderBy('views')
    .execute();
  expect(left.filter(({ day }) => day === '2025-03-05')).toHaveLength(301);
  const old = left.filter(({ day }) => day === '2025-01-05');
  expect(old).toHaveLength(101);
  expect(old[1]?.name).toBe('/200');
});
