/** CPU time of the first page of All Posts with 10,000 posts and 100,000 comments: at most 1.3 times that with 100 posts. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../src/config.ts';
import { adminPosts } from '../../src/core/posts/posts.ts';
import type { Blog } from '../../src/platform/blog.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { openBlog } from '../../src/server/open-blog.ts';
import { seed } from '../../tools/seed.ts';

const allowed = 1.3;
const rounds = 100;
const callsPerRound = 10;
const page = { limit: 20, offset: 0 };

const calls = {
  'newest first': (blog: Blog) => adminPosts(blog, {}, page, { by: 'date', down: true }, true),
  'title A to Z': (blog: Blog) => adminPosts(blog, {}, page, { by: 'title', down: false }, true),
  'most votes': (blog: Blog) => adminPosts(blog, {}, page, { by: 'votes', down: true }, true),
  'active only': (blog: Blog) =>
    adminPosts(blog, { status: 'active' }, page, { by: 'date', down: true }, true),
};

const folder = await mkdtemp(join(tmpdir(), 'not-terrible-bench-'));

async function seeded(posts: number, comments: number): Promise<Blog> {
  const config = readConfig({ DATA_DIR: join(folder, String(posts)) });
  const { blog } = await openBlog(config, createLog('warn'));
  await seed(blog.db, { posts, comments });
  return blog;
}

/** CPU milliseconds of one call, which do not depend on other programs on the machine. */
async function cost(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let call = 0; call < callsPerRound; call++) await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / callsPerRound;
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;

const few = await seeded(100, 1_000);
const many = await seeded(10_000, 100_000);
for (const [name, call] of Object.entries(calls)) {
  for (let round = 0; round < rounds; round++) await Promise.all([call(few), call(many)]);
  const costs = { few: [] as number[], many: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    costs.few.push(await cost(() => call(few)));
    costs.many.push(await cost(() => call(many)));
  }
  const [small, large] = [median(costs.few), median(costs.many)];
  const ratio = large / small;
  if (ratio > allowed) process.exitCode = 1;
  console.log(
    `${name}: ${small.toFixed(2)} ms with 100 posts, ${large.toFixed(2)} ms with 10,000: ${ratio.toFixed(2)} times`,
  );
}
await few.db.destroy();
await many.db.destroy();
await rm(folder, { recursive: true, force: true });
