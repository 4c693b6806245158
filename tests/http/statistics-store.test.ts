import { afterAll, beforeAll, expect, test } from 'vitest';
import { sumsOfNames, topOfDays } from '../../src/features/statistics/store/lists.ts';
import { addStatistics, daysOf, daysOfPosts } from '../../src/features/statistics/store/statistics.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { type OpenDatabase, openDatabase } from '../../src/platform/db/open.ts';
import { inTransaction } from '../../src/platform/db/transaction.ts';
import { migratedDatabase, onEachDatabase, type TemporaryDatabase } from '../support/databases.ts';

onEachDatabase('sums of statistics', (kind) => {
  let temporary: TemporaryDatabase;
  let database: OpenDatabase;
  beforeAll(async () => {
    temporary = await migratedDatabase(kind);
    database = openDatabase(temporary.config);
    await migrate(database);
  });
  afterAll(async () => {
    await database.db.destroy();
    await temporary.dispose();
  });

  test('are added up, and read by day, by name and by post', async () => {
    const { db } = database;
    const page = (day: string, name: string, views: number, visitors: number) =>
      ({ day, kind: 'page', name, views, visitors }) as const;
    const first = [
      page('2026-03-01', 'post:1', 5, 3),
      page('2026-03-01', '/', 2, 2),
      { day: '2026-03-01', kind: 'site', name: '', views: 7, visitors: 4 } as const,
    ];
    const second = [page('2026-03-02', 'post:1', 1, 1), page('2026-03-01', '/', 8, 1)];
    await inTransaction(db, (tx) => addStatistics(tx, first));
    await Promise.all([
      inTransaction(db, (tx) => addStatistics(tx, second)),
      inTransaction(db, (tx) => addStatistics(tx, [...second].reverse())),
    ]);
    const march = { from: '2026-03-01', to: '2026-03-31' };
    expect(await daysOf(db, { kind: 'page', ...march })).toEqual([
      { day: '2026-03-01', views: 23, visitors: 7 },
      { day: '2026-03-02', views: 2, visitors: 2 },
    ]);
    expect(await daysOf(db, { kind: 'page', name: '/', ...march })).toEqual([
      { day: '2026-03-01', views: 18, visitors: 4 },
    ]);
    expect(await daysOf(db, { kind: 'site', name: '', ...march })).toEqual([
      { day: '2026-03-01', views: 7, visitors: 4 },
    ]);
    const pages = { kind: 'page', visitors: 'sum' } as const;
    const days = { days: ['2026-03-01', '2026-03-02'], order: 'views' } as const;
    expect(await topOfDays(db, { ...pages, ...days, limit: 5 })).toEqual([
      { name: '/', views: 18, visitors: 4 },
      { name: 'post:1', views: 7, visitors: 5 },
    ]);
    expect(await topOfDays(db, { ...pages, ...days, limit: 1 })).toHaveLength(1);
    expect(await sumsOfNames(db, { ...pages, ...march, names: ['post:1', '/none'] })).toEqual(
      new Map([['post:1', { name: 'post:1', views: 7, visitors: 5 }]]),
    );
    expect(await daysOfPosts(db, [1, 2], '2026-03-02', '2026-03-02')).toEqual(
      new Map([[1, [{ day: '2026-03-02', views: 2, visitors: 2 }]]]),
    );
    expect(await daysOfPosts(db, [], '2026-03-02', '2026-03-02')).toEqual(new Map());
  });
});
