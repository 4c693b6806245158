import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { memoryBlog } from '../../../tests/support/memory-blog.ts';
import { Days } from './days.ts';
import { openDayFile } from './file.ts';
import { keepStatistics, type Source } from './keep.ts';
import { bringUpToDate } from './running.ts';
import { Sums } from './sums.ts';

test('after a failure the sums of every day wait for the next flush', async () => {
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'not-terrible-statistics-'));
  onTestFinished(() => rmSync(dataFolder, { recursive: true }));
  const blog = { ...(await memoryBlog()), dataFolder };
  const waiting = new Map<string, Sums>();
  const pending: Source['pending'] = (day) => {
    const sums = waiting.get(day) ?? new Sums(day);
    waiting.set(day, sums);
    return sums;
  };
  const take = () => {
    const taken = [...waiting.values()];
    waiting.clear();
    return taken;
  };
  const keeper = await keepStatistics(blog, new Days('UTC'), { take, pending }, 'sqlite');
  for (const day of ['2026-02-28', '2026-03-01']) pending(day).sum('page', '/').views++;

  const other = await openDayFile(dataFolder);
  await other.db.schema.alterTable('statistics_salts').renameTo('hidden').execute();
  await bringUpToDate(blog);
  expect([...waiting.keys()].sort()).toEqual(['2026-02-28', '2026-03-01']);
  await other.db.schema.alterTable('hidden').renameTo('statistics_salts').execute();
  await other.close();
  await bringUpToDate(blog);
  await keeper.stop('ended');
  const rows = await blog.db.selectFrom('statistics').select(['day', 'views']).orderBy('day').execute();
  expect(rows).toEqual([
    { day: '2026-02-28', views: 1 },
    { day: '2026-03-01', views: 1 },
  ]);
});
