import { expect, test } from 'vitest';
import { memoryBlog } from '../../../tests/support/memory-blog.ts';
import { nowIso } from '../../platform/blog.ts';
import { readWorking } from './working.ts';

test('work that runs or is due is listed with how far it is', async () => {
  const blog = await memoryBlog();
  const now = nowIso(blog);
  const later = '2999-01-01T00:00:00.000Z';
  const job = (kind: string, rest: object) => ({
    kind,
    payload: '{}',
    host: null,
    date_added: now,
    next_run: later,
    ...rest,
  });
  await blog.db
    .insertInto('jobs')
    .values([
      job('export', { owner: 'a process', progress: JSON.stringify({ stage: 'posts', done: 3, total: 12 }) }),
      job('backup', { next_run: now, progress: JSON.stringify({ stage: 'copy', done: 0, total: 0 }) }),
      job('import', {
        owner: 'a process',
        progress: JSON.stringify({ phase: 'counting', done: 1, total: null }),
      }),
      job('mail', {}),
      job('rename-category', { owner: 'a process', date_finished: now, outcome: 'done' }),
    ])
    .execute();
  expect(await readWorking(blog)).toEqual([
    { kind: 'export', progress: { done: 3, total: 12 } },
    { kind: 'backup', progress: null },
    { kind: 'import', progress: null },
  ]);
});
