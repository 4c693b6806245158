import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Post } from '../../src/contract/posts.ts';
import { newAddress } from '../support/api-site.ts';
import { Client } from '../support/client.ts';
import { type OwnPostgres, ownPostgres } from '../support/own-postgres.ts';
import { type RunningServer, startServer } from '../support/server.ts';

/** Two servers whose PostgreSQL goes away under load and comes back. */
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
  // On the first page: each vote puts that page out of date, and it is there all the same.
  voted = await publish('Voted');
}, 120_000);
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

type Seen = { path: string; status: number; away: boolean; retryAfter: string | null };

/** Asks again and again until told to stop; notes each answer and whether the database was away all the while. */
function load(isAway: () => boolean) {
  const seen: Seen[] = [];
  let going = true;
  const note = async (path: string, ask: () => Promise<{ status: number; headers: Headers }>) => {
    const before = isAway();
    const { status, headers } = await ask().catch(() => ({ status: 0, headers: new Headers() }));
    seen.push({ path, status, away: before && isAway(), retryAfter: headers.get('retry-after') });
  };
  const lane = async (work: () => Promise<void>) => {
    while (going) {
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
  const lanes = servers.flatMap((server) => [
    lane(() => note('/', get(server, '/'))),
    lane(() => note('/post', get(server, `/post/${read.post_title_web}`))),
    // Lists of this length are not cached.
    lane(() => note('/new', get(server, '/?show=101'))),
    lane(() => note('/api', get(server, '/webapi/api/cat/all'))),
    lane(() => note('/vote', vote(server))),
  ]);
  return {
    seen,
    stop: async () => {
      going = false;
      await Promise.all(lanes);
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
  'a %s database costs errors only while it is away',
  async (_, signal, pause) => {
    for (const server of servers) {
      const client = new Client(server.url);
      await client.get('/webapi/api/admin/auth');
      voters.set(server, client);
      for (const path of ['/', `/post/${read.post_title_web}`]) await fetch(server.url + path);
    }
    const before = await votes();
    let away = false;
    const { seen, stop } = load(() => away);
    await expect
      .poll(() => seen.filter(({ path }) => path === '/vote').length, { timeout: 20_000 })
      .toBeGreaterThan(20);

    await postgres.stop(signal);
    away = true;
    expect((await fetch(`${servers[0]?.url}/healthz`)).status).toBe(200);
    await expect.poll(isReady, { timeout: 15_000 }).toBe('503,503');
    await sleep(pause);
    away = false;
    await postgres.start();
    await expect.poll(isReady, { timeout: 20_000 }).toBe('200,200');
    const healed = seen.length;
    await expect
      .poll(() => seen.slice(healed).filter(({ path }) => path === '/vote').length, { timeout: 20_000 })
      .toBeGreaterThan(20);
    await stop();

    const statuses = (chosen: (one: Seen) => boolean) => [
      ...new Set(seen.filter(chosen).map(({ status }) => status)),
    ];
    expect(statuses(({ path }) => ['/', '/post'].includes(path))).toEqual([200]);
    expect(statuses((one) => one.away && ['/new', '/api', '/vote'].includes(one.path))).toEqual([503]);
    expect(statuses(({ path }) => path === '/vote').sort()).toEqual([200, 503]);
    expect(statuses(() => true).sort()).toEqual([200, 503]);
    for (const { retryAfter } of seen.filter(({ status }) => status === 503))
      expect(retryAfter).toMatch(/^\d+$/);
    // What was acknowledged is there; what was refused may be, if only the answer was lost.
    const acknowledged = seen.filter(({ path, status }) => path === '/vote' && status === 200).length;
    const refused = seen.filter(({ path, status }) => path === '/vote' && status !== 200).length;
    const counted = (await votes()) - before;
    expect(counted).toBeGreaterThanOrEqual(acknowledged);
    expect(counted).toBeLessThanOrEqual(acknowledged + refused);

    // And both hear of changes again.
    const title = `After it was ${signal}`;
    await owner.put(`/webapi/api/posts/${read.id}`, { post_title: title });
    for (const { url } of servers)
      await expect.poll(async () => (await fetch(url)).text(), { timeout: 10_000 }).toContain(title);
  },
  90_000,
);

test('a database that falls silent is given up soon, and found again', async () => {
  const pages = servers.flatMap(({ url }) => [url, `${url}/post/${read.post_title_web}`]);
  for (const page of pages) await (await fetch(page)).text();
  await postgres.freeze();
  let waited = 0;
  try {
    // Kept pages come throughout: while nobody noticed, while it is looked into, and afterwards.
    const isGivenUp = async () => {
      for (const page of pages) {
        const begun = performance.now();
        expect((await fetch(page)).status).toBe(200);
        waited = Math.max(waited, performance.now() - begun);
      }
      const begun = performance.now();
      const answers = await Promise.all(servers.map(({ url }) => fetch(`${url}/webapi/api/cat/all`)));
      return answers.every(({ status }) => status === 503) && performance.now() - begun < 1_000;
    };
    await expect.poll(isGivenUp, { timeout: 60_000, interval: 200 }).toBe(true);
    expect(await isReady()).toBe('503,503');
    // What waited for an answer was told so in the end, and waits no more.
    expect(waited).toBeLessThan(10_000);
  } finally {
    await postgres.thaw();
  }
  await expect.poll(isReady, { timeout: 30_000 }).toBe('200,200');
  await owner.put(`/webapi/api/posts/${read.id}`, { post_title: 'After the silence' });
  for (const { url } of servers)
    await expect
      .poll(async () => (await fetch(url)).text(), { timeout: 10_000 })
      .toContain('After the silence');
}, 120_000);

test('nobody had to be restarted', async () => {
  for (const server of servers) expect(await server.stop()).toBe(0);
});
