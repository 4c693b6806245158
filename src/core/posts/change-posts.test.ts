import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { memoryBlog } from '../../../tests/support/memory-blog.ts';
import { visitor } from '../../platform/http/viewer.ts';
import { vote, voteCount } from './votes/votes.ts';
import { createPost } from './write-posts.ts';

/** How many turns of the event loop pass until the work is done. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let done = false;
  const watch = (async () => {
    for (; !done; turns++) await nextTurn();
  })();
  await work();
  done = true;
  await watch;
  return turns;
}

test('publishing lets the event loop serve cached pages between its parts', async () => {
  const blog = await memoryBlog();
  const turns = await turnsDuring(() => createPost(blog, { post_title: 'A', active: true }));
  expect(turns).toBeGreaterThan(3);
});

test('what happens while a publication yields waits for the end of its transaction', async () => {
  const blog = await memoryBlog();
  const { id } = await createPost(blog, { post_title: 'A', active: true });
  const publishing = Promise.all(
    ['B', 'C', 'D'].map((post_title) => createPost(blog, { post_title, active: true })),
  );
  for (let number = 0; number < 10; number++) {
    await nextTurn();
    await vote(blog, visitor, id, `192.0.2.${number}`);
  }
  const published = await publishing;
  expect(new Set(published.map(({ post_title_web }) => post_title_web))).toEqual(new Set(['b', 'c', 'd']));
  expect(await voteCount(blog, visitor, id)).toEqual({ vote_count: 10 });
});
