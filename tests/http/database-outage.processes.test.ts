import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { newAddress } from '../support/api-site.ts';
import { Client } from '../support/client.ts';
import { type OwnPostgres, ownPostgres } from '../support/own-postgres.ts';
import { type RunningServer, startServer } from '../support/server.ts';

/** Two servers whose PostgreSQL stops under load and starts again. */
let postgres: OwnPostgres;
let servers: RunningServer[];
let owner: Client;
let read: Post;
let voted: Post;

beforeAll(async () => {
  postgres = await ownPostgres();
  const env = { DATABASE_URL: postgres.url, TRUST_PROXY: '1', LOG_LEVEL: 'warn' };
  servers = await Promise.all([startServer({ env }), startServer({ env })]);
  owner = new Client(servers[0]?.url ?? '');
  await owner.login();
  for (let number = 0; number < 4; number++) read = await publish(`Read ${number}`);
  // This post is on the first page, so each vote invalidates that page. It must be served all the same.
  voted = await publish('Voted');
});
afterAll(async () => {
  for (const server of servers ?? []) await server.dispose();
  await postgres?.dispose();
});

const publish = async (title: string, values = {}): Promise<Post> => {
  const { body } = await owner.post<Post>('/webapi/api/posts', {
    post_title: title,
    post_content: '<p>Words.</p>',
    active: true,
    ...values,
  });
  return body;
};

type Seen = { path: string; status: number; down: boolean; retryAfter: string | null };

/** Sends requests until stopped. Records each response and whether the database was down during the whole request. */
function load(isDown: () => boolean) {
  const seen: Seen[] = [];
  let running = true;
  const record = async (path: string, request: () => Promise<{ status: number; headers: Headers }>) => {
    const before = isDown();
    const { status, headers } = await request().catch(() => ({ status: 0, headers: new Headers() }));
    seen.push({ path, status, down: before && isDown(), retryAfter: headers.get('retry-after') });
  };
  const repeat = async (work: () => Promise<void>) => {
    while (running) {
      await work();
      await sleep(10);
    }
  };
  const get = (server: RunningServer, path: string) => async () => {
    const answer = await fetch(server.url + path, { headers: { accept: 'text/html' } });
    await answer.text();
    return answer;
  };
  const vote = (server: RunningServer) => async () => {
    const headers = { 'X-Forwarded-For': newAddress() };
    return voter(server).post(`/webapi/api/vote/${voted.id}`, { voteVal: 1, postId: voted.id }, { headers });
  };
  const clients = servers.flatMap((server) => [
    repeat(() => record('/', get(server, '/'))),
    repeat(() => record('/post', get(server, `/post/${read.post_title_web}`))),
    // Lists of this length are not cached.
    repeat(() => record('/new', get(server, '/?show=7'))),
    repeat(() => record('/api', get(server, '/webapi/api/cat/all'))),
    repeat(() => record('/vote', vote(server))),
  ]);
  return {
    seen,
    stop: async () => {
      running = false;
      await Promise.all(clients);
      return seen;
    },
  };
}

const voters = new Map<RunningServer, Client>();
const voter = (server: RunningServer): Client => voters.get(server) ?? new Client(server.url);
const votes = async () =>
  (await owner.get<{ vote_count: number }>(`/webapi/api/vote/${voted.id}`)).body.vote_count;
const isReady = async () =>
  (await Promise.all(servers.map(async ({ url }) => (await fetch(`${url}/readyz`)).status))).join();

test.each([
  ['restarted', 'SIGINT', 5_000],
  ['crashed', 'SIGQUIT', 1_000],
] as const)(
  'a %s database causes errors only while it is down',
  async (_, signal, pause) => {
    for (const server of servers) {
      const client = new Client(server.url);
      await client.get('/webapi/api/admin/auth');
      voters.set(server, client);
      for (const path of ['/', `/post/${read.post_title_web}`]) await fetch(server.url + path);
    }
    const before = await votes();
    let down = false;
    const { seen, stop } = load(() => down);
    await expect.poll(() => seen.filter(({ path }) => path === '/vote').length).toBeGreaterThan(20);

    await postgres.stop(signal);
    down = true;
    expect((await fetch(`${servers[0]?.url}/healthz`)).status).toBe(200);
    await expect.poll(isReady).toBe('503,503');
    await sleep(pause);
    down = false;
    await postgres.start();
    await expect.poll(isReady).toBe('200,200');
    const recovered = seen.length;
    await expect
      .poll(() => seen.slice(recovered).filter(({ path }) => path === '/vote').length)
      .toBeGreaterThan(20);
    await stop();

    const statuses = (chosen: (one: Seen) => boolean) => [
      ...new Set(seen.filter(chosen).map(({ status }) => status)),
    ];
    expect(statuses(({ path }) => ['/', '/post'].includes(path))).toEqual([200]);
    expect(statuses((one) => one.down && ['/new', '/api', '/vote'].includes(one.path))).toEqual([503]);
    expect(statuses(({ path }) => path === '/vote').sort()).toEqual([200, 503]);
    expect(statuses(() => true).sort()).toEqual([200, 503]);
    for (const { retryAfter } of seen.filter(({ status }) => status === 503))
      expect(retryAfter).toMatch(/^\d+$/);
    // Acknowledged votes are stored. Failed ones may be, if only the response was lost.
    const acknowledged = seen.filter(({ path, status }) => path === '/vote' && status === 200).length;
    const refused = seen.filter(({ path, status }) => path === '/vote' && status !== 200).length;
    const counted = (await votes()) - before;
    expect(counted).toBeGreaterThanOrEqual(acknowledged);
    expect(counted).toBeLessThanOrEqual(acknowledged + refused);

    // Both servers receive change notifications again.
    const title = `After it was ${signal}`;
    await owner.put(`/webapi/api/posts/${read.id}`, { post_title: title });
    for (const { url } of servers) await expect.poll(async () => (await fetch(url)).text()).toContain(title);
  },
  90_000,
);

test('a frozen database and its recovery are detected', async () => {
  const pages = servers.flatMap(({ url }) => [url, `${url}/post/${read.post_title_web}`]);
  for (const page of pages) await (await fetch(page)).text();
  await postgres.freeze();
  let waited = 0;
  try {
    // Cached pages are served before, during and after the detection.
    const isDetected = async () => {
      for (const page of pages) {
        const begun = performance.now();
        expect((await fetch(page)).status).toBe(200);
        waited = Math.max(waited, performance.now() - begun);
      }
      const begun = performance.now();
      const answers = await Promise.all(servers.map(({ url }) => fetch(`${url}/webapi/api/cat/all`)));
      return answers.every(({ status }) => status === 503) && performance.now() - begun < 1_000;
    };
    await expect.poll(isDetected, { timeout: 60_000, interval: 200 }).toBe(true);
    expect(await isReady()).toBe('503,503');
    // No cached page waited for the database until its timeout.
    expect(waited).toBeLessThan(10_000);
  } finally {
    await postgres.thaw();
  }
  await expect.poll(isReady).toBe('200,200');
  await owner.put(`/webapi/api/posts/${read.id}`, { post_title: 'After the silence' });
  for (const { url } of servers)
    await expect.poll(async () => (await fetch(url)).text()).toContain('After the silence');
});

test('both servers survived and shut down gracefully', async () => {
  for (const server of servers) expect(await server.stop()).toBe(0);
});
