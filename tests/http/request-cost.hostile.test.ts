import { Agent, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { documents } from '../../src/core/feeds/discovery.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { fediverseUrls } from '../../src/features/fediverse/urls.ts';
import { pages } from '../../src/modules/pages.ts';
import { modules } from '../../src/modules.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { routesOf } from '../../src/platform/module.ts';
import { openBlog } from '../../src/server/open-blog.ts';
import { discussionTitle, seed } from '../../tools/seed.ts';
import { Client } from '../support/client.ts';
import { migratedDatabase, type TemporaryDatabase } from '../support/databases.ts';
import { type RunningServer, startServer } from '../support/server.ts';

const table = routesOf(modules);

/** No public URL may be a cheap way to keep the server busy: all are compared with an uncached page of a post, in CPU time. */
const posts = 800;
const maxRatio = 10;
/** The same URL with and without a cookie; a query or a rendering more would be several times as much. */
const maxCookieRatio = 2;

const madeUp = [1, 24, 43, 59, 64].map((length) => `session=${'Az_-9'.repeat(13).slice(0, length)}`);

let temporary: TemporaryDatabase;
let dataDir: string;
let every: Post[];

beforeAll(async () => {
  temporary = await migratedDatabase('sqlite');
  ({ dataDir } = temporary.config);
  const { blog } = await openBlog(readConfig({ DATA_DIR: dataDir, DATABASE_URL: '' }), createLog('silent'));
  await seed(blog.db, { posts, comments: 3 * posts, discussion: 1_000, indexed: true });
  await blog.db.destroy();
});
afterAll(() => temporary.dispose());

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function ask(server: RunningServer, path: string, headers: Record<string, string>): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    request(server.url.replace('localhost', '127.0.0.1') + path, { agent, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () => resolve(Buffer.concat(parts)));
    })
      .on('error', reject)
      .end();
  });
}

async function cpuMs(server: RunningServer): Promise<number> {
  const text = (await ask(server, '/metrics', {})).toString();
  return 1000 * Number(/^process_cpu_seconds_total (\S+)$/m.exec(text)?.[1]);
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] as number;

/** CPU time of these requests together, which is more precise than that of each. */
async function cost(
  server: RunningServer,
  paths: readonly string[],
  headers: Record<string, string> = {},
): Promise<number> {
  const before = await cpuMs(server);
  for (const path of paths) await ask(server, path, headers);
  return (await cpuMs(server)) - before;
}

async function medianOf(rounds: number, measure: () => Promise<number>): Promise<number> {
  const all: number[] = [];
  for (let round = 0; round < rounds; round++) all.push(await measure());
  return median(all);
}

const times = (count: number, path: string): string[] => Array(count).fill(path);

const common = 'the+a+and+of+to+in+with+on+at+is';
const discussion = posts + 1;

const first = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** Every public URL, with the parameters that make it expensive. */
const apiPaths = () =>
  [
    '/getposts',
    '/tasks/1',
    '/api/site',
    '/api/cat/all',
    '/api/admin/auth',
    `/api/vote/${discussion}`,
    `/api/posts/comment/approve/${discussion}`,
    `/api/posts/${discussion}`,
    `/api/posts/${discussion}/direct`,
    `/api/posts/${discussionTitle}/directByTitle`,
    '/api/posts/travel/0/random',
    '/api/posts/tag/100/tag1',
    '/api/posts/100/0/!null/!null',
    `/api/posts/100/${posts - 100}/!null/!null`,
    '/api/posts/1/1000000/!null/!null',
    '/api/posts/100/0/travel/tag1',
    '/api/posts/100/1000000/notes/tag1',
    '/api/address?title=none',
    `/api/address?post=${discussion}`,
    `/api/counts?ids=${first(100).join(',')}`,
    `/api/counts?ids=${first(100).map((id) => 900_000 + id)}`,
    '/api/search/100/0?q=the',
    '/api/search/100/0?q=t',
    `/api/search/100/0?q=${common}`,
    '/api/search/100/1000?q=the',
    `/api/previews/${'x'.repeat(43)}`,
  ].map((path) => `/webapi${path}`);

const pagePaths = () => [
  '/',
  '/?show=500',
  '/?show=49',
  '/?show=500&view=compact',
  `/?show=500&from=${posts - 60}`,
  '/?from=1000000&show=500',
  '/?p=73',
  '/filter/travel?show=500',
  '/tag/tag1?show=500&view=compact',
  `/tag/${'x'.repeat(2000)}`,
  `/post/${discussionTitle}`,
  `/post/${discussionTitle}?comments=10`,
  `/post/${discussionTitle}?comment=1`,
  `/post/${discussionTitle}?reply=1&comments=999999`,
  `/post/${discussionTitle}?comment-id=1`,
  `/post/${discussionTitle}?voted=1`,
  `/post/${discussionTitle}.md`,
  '/post/none',
  `/post?name=${discussion}`,
  `/preview/${'x'.repeat(43)}`,
  '/admin/preview',
  '/search?q=the&show=100',
  '/search?q=t&show=100',
  `/search?q=${common}&show=100`,
  '/archive',
  '/archive/2025',
  '/archive/2025?page=3',
  '/archive/2025/12',
  '/topics?page=1',
  '/topics?page=999999',
  '/login',
  '/claim/none',
  '/apps/there?count=99999999999',
  '/announcement',
  '/mail/moderate/none',
  '/mail/comments/confirm/none',
  '/mail/comments/1-none/stop',
  '/subscribe',
  '/subscribe/confirm/none',
  '/subscribe/1-none',
  '/subscribe/1-none/stop',
  '/feed.xml',
  '/atom.xml',
  '/feed.json',
  '/tag/tag1/feed.xml',
  '/filter/travel/feed.xml',
  '/webapi/api/posts/100/0/!null/!null?view=compact',
  '/unknown/path',
  '/unknown.file',
  ...Object.keys(documents),
  '/sitemap-1.xml',
  `/card/${discussion}-0123456789abcdef.png`,
  '/custom-0123456789abcdef.css',
  '/webapi/openapi.json',
  '/webapi/docs',
  '/webapi/docs.css',
  '/healthz',
  '/readyz',
  '/images/none.webp',
  '/webmention',
  fediverseUrls.actor,
  fediverseUrls.outbox,
  `${fediverseUrls.outbox}?page=1`,
  fediverseUrls.followers,
  fediverseUrls.following,
  fediverseUrls.post(discussion),
  fediverseUrls.replies(discussion),
  `${fediverseUrls.webFinger}?resource=${'x'.repeat(2000)}`,
  fediverseUrls.nodeInfoLinks,
  fediverseUrls.nodeInfo,
];

const publicPaths = () => [...apiPaths(), ...pagePaths()];

async function start(env: Record<string, string>): Promise<RunningServer> {
  const server = await startServer({
    env: { DATA_DIR: dataDir, LOG_LEVEL: 'error', SMTP_URL: 'smtp://127.0.0.1:9', ...env },
  });
  const owner = new Client(server.url);
  await owner.login();
  expect((await owner.put('/webapi/api/admin/site', { fediverse: 'note' })).status).toBe(200);
  // JIT warm-up.
  every = (await (await fetch(`${server.url}/webapi/getposts`)).json()) as Post[];
  for (const path of postPaths(0, warmUp)) await ask(server, path, {});
  return server;
}

const warmUp = 300;
const postPaths = (from: number, count: number): string[] =>
  every.slice(from, from + count).map(({ post_title_web }) => `/post/${post_title_web}`);

/** Of three pages that are not cached: each post after `from` is asked for once. */
function costOfPost(server: RunningServer, from: number): Promise<number> {
  let next = from;
  return medianOf(30, () => {
    next += 3;
    return cost(server, postPaths(next - 3, 3));
  });
}

test('the list of URLs has every public call and page', () => {
  const isListed = (pattern: string) => {
    const form = new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`);
    return publicPaths().some((path) => form.test(path.split('?', 1)[0] as string));
  };
  const calls = table.filter(({ method, access }) => method === 'GET' && access === 'public');
  const patterns = [...calls.map(({ path }) => `/webapi${path}`), ...pages.map(({ path }) => path)];
  expect(patterns.filter((pattern) => !isListed(pattern))).toEqual([]);
});

describe('without the page cache', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await start({ PAGE_CACHE_MB: '0' });
  });
  afterAll(() => server.dispose());

  test('every URL costs at most ten times a page of a post', async () => {
    const page = await costOfPost(server, 0);
    // The list of all posts is only bounded by the cache.
    const others = publicPaths().filter((path) => path !== '/webapi/getposts');
    const expensive: string[] = [];
    for (const path of others) {
      const ratio = (await medianOf(5, () => cost(server, times(3, path)))) / page;
      if (ratio > maxRatio) expensive.push(`${path}: ${ratio.toFixed(1)} times`);
    }
    expect(expensive).toEqual([]);
  });
});

describe('with the page cache', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await start({});
    for (const path of publicPaths()) await ask(server, path, {});
  });
  afterAll(() => server.dispose());

  test('an invented session cookie makes no URL more expensive', async () => {
    const expensive: string[] = [];
    for (const path of publicPaths()) {
      const ratios: number[] = [];
      const paths = times((await cost(server, [path])) > 4 ? 1 : 6, path);
      for (const cookie of madeUp)
        ratios.push((await cost(server, paths, { cookie })) / (await cost(server, paths)));
      if (median(ratios) > maxCookieRatio) expensive.push(`${path}: ${median(ratios).toFixed(1)} times`);
    }
    expect(expensive).toEqual([]);
  });

  test('the list of all posts costs at most ten times an uncached page of a post', async () => {
    const page = await costOfPost(server, warmUp);
    const all = await medianOf(5, () => cost(server, times(3, '/webapi/getposts')));
    expect(all / page).toBeLessThan(maxRatio);
  });
});
