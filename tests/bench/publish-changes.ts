/**
 * How long a change of one post takes until its files are in the published folder, and how many files it writes:
 * `node tests/bench/publish-changes.ts --posts 10000`, after `npm run build`. Social cards are left out, because drawing those of
 * 10,000 posts takes a quarter of an hour and a change of a text draws none. Options: --posts N (10,000), --changes N (100),
 * --dir FOLDER: keeps the site there, so that a second run has its first round behind it. DATABASE_URL names a PostgreSQL
 * database; an empty one.
 */
import { existsSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readConfig } from '../../src/config.ts';
import { publishJob, siteChanged } from '../../src/features/publish/changes.ts';
import { publishJobs } from '../../src/features/publish/jobs.ts';
import { countPublished, hasWork } from '../../src/features/publish/store.ts';
import { folderTarget } from '../../src/features/publish/targets/folder.ts';
import { itself } from '../../src/platform/blog.ts';
import { openDatabase } from '../../src/platform/db/open.ts';
import { everythingTag } from '../../src/platform/http/cache/reads.ts';
import { pageSourcePart } from '../../src/platform/http/pages/page-source.ts';
import { runNextJob } from '../../src/platform/jobs/run-jobs.ts';
import { hasUnfinishedJob } from '../../src/platform/jobs/store.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { openBlog } from '../../src/server/open-blog.ts';
import { ownerOf, seedBlog, startBlog } from './blog-site.ts';
import { childrenOf, cpuSeconds } from './process-cost.ts';

const { values } = parseArgs({
  options: {
    posts: { type: 'string', default: '10000' },
    changes: { type: 'string', default: '100' },
    dir: { type: 'string' },
  },
});
const [posts, changes] = [Number(values.posts), Number(values.changes)];
const folder = values.dir ?? (await mkdtemp(path.join(tmpdir(), 'not-terrible-publish-')));
const dataDir = path.join(folder, 'data');
const root = path.join(folder, 'site');
await mkdir(dataDir, { recursive: true });
const database = process.env.DATABASE_URL;
const env = { PUBLISH_TO: root, SITE_URL: 'http://localhost', ...(database && { DATABASE_URL: database }) };
const store = folderTarget(root);

async function firstRound(): Promise<void> {
  const { blog } = await openBlog(readConfig({ ...env, DATA_DIR: dataDir }), createLog('warn'));
  const open = pageSourcePart.of(blog);
  const withoutCards = pageSourcePart.with(async (given, live) => {
    const source = await open(given, live);
    return {
      ...source,
      get: async (page, options) =>
        page.startsWith('/card/')
          ? {
              status: 200,
              type: 'image/png',
              cacheControl: '',
              tags: '',
              location: null,
              body: Readable.from(['']),
            }
          : source.get(page, options),
    };
  });
  const acting = { ...blog, actor: itself, parts: { ...blog.parts, ...withoutCards } };
  await siteChanged(blog, [everythingTag]);
  while (await runNextJob(acting, new AbortController().signal, publishJobs));
  print(`first round: ${(await countPublished(blog.db)).files} files`);
  await blog.db.destroy();
}

/** A file that is written again is another one. */
async function inodes(): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for await (const file of store.list()) found.set(file, statSync(path.join(root, file)).ino);
  return found;
}

function print(line: string): void {
  console.log(line);
}

type Listed = { id: number; post_title_web: string };

if (!existsSync(root)) {
  await seedBlog(dataDir, posts, env);
  await firstRound();
}
const site = await startBlog(dataDir, posts, env);
try {
  const { client } = await ownerOf(site);
  const { db } = openDatabase({ dataDir, databaseUrl: database ?? null });
  const isDone = async () => !(await hasWork(db));
  // The start checks every file, which takes minutes and is not what is measured.
  for (let quiet = 0; quiet < 4; await wait(500)) {
    quiet = (await isDone()) && !(await hasUnfinishedJob(db, publishJob)) ? quiet + 1 : 0;
    await db.updateTable('published').set({ due: null }).where('due', 'is not', null).execute();
  }
  const publisherCpu = () => childrenOf(site.pid).reduce((sum, pid) => sum + cpuSeconds(pid), 0);
  const took: number[] = [];
  const written: number[] = [];
  let cpu = 0;
  let known = await inodes();
  for (let change = 0; change < changes; change++) {
    // Every tenth is among the newest.
    const offset = change % 10 === 0 ? change / 10 : Math.floor(((change + 0.5) / changes) * posts * 0.97);
    const { body } = await client.get<Listed[]>(`/webapi/api/posts/1/${offset}/!null/!null`);
    const [{ id, post_title_web }] = body as [Listed];
    const page = path.join(root, 'post', post_title_web, 'index.html');
    const before = { page: statSync(page).ino, cpu: publisherCpu() };
    await client.put(`/webapi/api/posts/${id}`, { post_content: `<p>Other words, ${Date.now()}.</p>` });
    const began = performance.now();
    while (statSync(page).ino === before.page) await wait(5);
    const first = performance.now() - began;
    while (!(await isDone())) await wait(10);
    const all = performance.now() - began;
    cpu += publisherCpu() - before.cpu;
    const after = await inodes();
    const files = [...after.keys()].filter((file) => after.get(file) !== known.get(file));
    known = after;
    took.push(all);
    written.push(files.length);
    print(`${post_title_web}: page ${first.toFixed(0)} ms, all ${all.toFixed(0)} ms, ${files.length} files`);
    if (change % 10 === 0) print(files.join(' '));
  }
  const at = (share: number) => took.toSorted((a, b) => a - b)[Math.floor(took.length * share)]?.toFixed(0);
  const mean = written.reduce((sum, files) => sum + files) / changes;
  print(
    `${posts} posts, ${changes} changes: median ${at(0.5)} ms, p95 ${at(0.95)} ms; ${((1000 * cpu) / changes).toFixed(0)} ms of CPU time; ${mean.toFixed(1)} files, at most ${Math.max(...written)}`,
  );
  await db.destroy();
} finally {
  await site.stop();
  if (!values.dir) await rm(folder, { recursive: true, force: true });
}
