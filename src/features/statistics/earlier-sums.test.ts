import { expect, test } from 'vitest';
import { memoryBlog } from '../../../tests/support/memory-blog.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { topNames } from './earlier-sums.ts';
import { addDays, daysUpTo } from './plots/days.ts';
import type { StatisticsRow } from './store/statistics.ts';
import { addStatistics } from './store/statistics.ts';

const today = '2026-03-01';
const wanted = { kind: 'page', visitors: 'sum', order: 'views', limit: 10 } as const;

/** Numbers that look random and are the same each time. */
const views = (name: number, day: number) => ((name * 7919 + day * 104_729) % 97) + (name % 13);

async function filledBlog(names: number) {
  const blog = await memoryBlog();
  for (let day = 0; day < 40; day++) {
    const rows = Array.from(
      { length: names },
      (_, name): StatisticsRow => ({
        day: addDays(today, -day),
        kind: 'page',
        name: `/${name}`,
        views: views(name, day),
        visitors: 1,
      }),
    );
    await inTransaction(blog.db, (tx) => addStatistics(tx, rows));
  }
  return blog;
}

const expected = (names: number, days: number, added: Record<number, number> = {}) =>
  Array.from({ length: names }, (_, name) => ({
    name: `/${name}`,
    views: Array.from({ length: days }, (_, day) => views(name, day)).reduce(
      (sum, one) => sum + one,
      added[name] ?? 0,
    ),
    visitors: days,
  }))
    .sort((a, b) => b.views - a.views || (a.name < b.name ? -1 : 1))
    .slice(0, 10);

test.each([7, 30, 40])('the names of %d days, and what is counted today', async (days) => {
  const names = 600;
  const blog = await filledBlog(names);
  const read = () => topNames(blog, daysUpTo(today, days), wanted);
  expect(await read()).toEqual(expected(names, days));
  // A name from the end of the list becomes the first, although the sums of earlier days are kept.
  await inTransaction(blog.db, (tx) =>
    addStatistics(tx, [{ day: today, kind: 'page', name: '/3', views: 1e6, visitors: 0 }]),
  );
  expect(await read()).toEqual(expected(names, days, { 3: 1e6 }));
});

test('sums of earlier days are kept for an hour', async () => {
  const blog = await filledBlog(600);
  const first = async () => (await topNames(blog, daysUpTo(today, 30), wanted))[0]?.name;
  const before = await first();
  await inTransaction(blog.db, (tx) =>
    addStatistics(tx, [{ day: addDays(today, -10), kind: 'page', name: '/3', views: 1e6, visitors: 0 }]),
  );
  expect(await first()).toBe(before);
  blog.wait(60 * 60_000);
  expect(await first()).toBe('/3');
});

test('names that are not kept are looked up when they may be among the highest', async () => {
  const blog = await memoryBlog();
  const yesterday = addDays(today, -5);
  const rows = Array.from(
    { length: 10_050 },
    (_, name): StatisticsRow => ({
      day: yesterday,
      kind: 'page',
      name: `/${String(name).padStart(5, '0')}`,
      views: 20_000 - name,
      visitors: 1,
    }),
  );
  await inTransaction(blog.db, (tx) => addStatistics(tx, rows));
  const recent = [
    { day: today, kind: 'page', name: '/10049', views: 10_050, visitors: 1 },
    { day: today, kind: 'page', name: '/new', views: 19_996, visitors: 1 },
    { day: today, kind: 'page', name: '/10048', views: 5, visitors: 1 },
  ] as const;
  await inTransaction(blog.db, (tx) => addStatistics(tx, recent));
  const top = await topNames(blog, daysUpTo(today, 30), { ...wanted, limit: 6 });
  expect(top).toEqual([
    { name: '/10049', views: 20_001, visitors: 2 },
    { name: '/00000', views: 20_000, visitors: 1 },
    { name: '/00001', views: 19_999, visitors: 1 },
    { name: '/00002', views: 19_998, visitors: 1 },
    { name: '/00003', views: 19_997, visitors: 1 },
    { name: '/00004', views: 19_996, visitors: 1 },
  ]);
});
