import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Comment } from '../../src/core/comments/api/comments.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { Client } from '../support/client.ts';
import { type TemporaryDatabase, temporaryDatabase } from '../support/databases.ts';
import { type RunningServer, startServer } from '../support/server.ts';

/** Two servers on one PostgreSQL database. */
let temporary: TemporaryDatabase;
let database: pg.Client;
let here: RunningServer;
let there: RunningServer;
let owner: Client;
let post: Post;

beforeAll(async () => {
  temporary = await temporaryDatabase('postgres');
  const { dataDir, databaseUrl } = temporary.config;
  const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '', TRUST_PROXY: '1' };
  [here, there] = await Promise.all([startServer({ env }), startServer({ env })]);
  database = new pg.Client(databaseUrl ?? '');
  await database.connect();
  owner = new Client(here.url);
  await owner.login();
  post = await publish('First title');
});
afterAll(async () => {
  await Promise.all([here?.dispose(), there?.dispose(), database?.end()]);
  await temporary?.dispose();
});

const publish = async (title: string, values = {}): Promise<Post> =>
  (
    await owner.post<Post>('/webapi/api/posts', {
      post_title: title,
      post_content: '<p>Words.</p>',
      active: true,
      ...values,
    })
  ).body;
const visitor = async (server: RunningServer, address: string) => {
  const client = new Client(server.url);
  const headers = { 'X-Forwarded-For': address };
  await client.get('/webapi/api/admin/auth', { headers });
  return {
    post: <Body>(path: string, body: unknown) => client.post<Body>(path, body, { headers }),
  };
};
const page = async (path: string, from = there) => (await fetch(from.url + path)).text();
const own = () => page(`/post/${post.post_title_web}`);
/** Reads the pages from the second server, so that it caches them before the change. */
const warm = async () => {
  for (const path of ['/', `/post/${post.post_title_web}`]) await page(path);
};
const soon = (read: () => Promise<unknown>) => expect.poll(read, { timeout: 10_000, interval: 5 });
const triggers = (state: 'disable' | 'enable') =>
  database.query(
    ['posts', 'listings', 'settings'].map((table) => `alter table ${table} ${state} trigger user`).join(';'),
  );

test('only one server runs the scheduled jobs', async () => {
  const holders = async () => {
    const { rows } = await database.query(
      `select a.application_name from pg_locks l join pg_stat_activity a using (pid)
       where l.locktype = 'advisory' and l.granted and a.datname = current_database()`,
    );
    return rows.map((row) => row.application_name);
  };
  await soon(holders).toEqual(['not-terrible listening']);
});

test('a post published on one server shows on the other', async () => {
  await warm();
  await publish('Hot from the press');
  await soon(() => page('/')).toContain('Hot from the press');
});

test('the pages before and after a post link to it on the other server, wherever it moves', async () => {
  const dated = (title: string, post_date: string) => publish(title, { post_date });
  const early = await dated('Early bird', '2001-01-01T00:00:00.000Z');
  const late = await dated('Late bird', '2001-01-05T00:00:00.000Z');
  const later = await dated('Later bird', '2001-01-09T00:00:00.000Z');
  const pages = [early, late, later].map(
    ({ post_title_web }) =>
      () =>
        page(`/post/${post_title_web}`),
  );
  const [ofEarly, ofLate, ofLater] = pages as [
    () => Promise<string>,
    () => Promise<string>,
    () => Promise<string>,
  ];
  const linkTo = 'href="/post/middle-bird"';
  for (const read of pages) expect(await read()).not.toContain(linkTo);
  const middle = await dated('Middle bird', '2001-01-03T00:00:00.000Z');
  await soon(ofEarly).toContain(linkTo);
  await soon(ofLate).toContain(linkTo);
  await owner.put(`/webapi/api/posts/${middle.id}`, { post_date: '2001-01-07T00:00:00.000Z' });
  await soon(ofEarly).not.toContain(linkTo);
  await soon(ofLater).toContain(linkTo);
  await owner.delete(`/webapi/api/posts/${middle.id}`);
  await soon(ofLate).not.toContain(linkTo);
  await soon(ofLater).not.toContain(linkTo);
});

test('a new comment is on the page of its post on the other server, and in its lists', async () => {
  await warm();
  await owner.post(`/webapi/api/posts/comment/${post.id}`, { comment_text: 'From the owner.' });
  await soon(own).toContain('From the owner.');
  const listed = await publish('With a remark');
  const card = async () => /With a remark.*?Comment \((\d+)\)/s.exec(await page('/'))?.[1];
  await soon(card).toBe('0');
  await owner.post(`/webapi/api/posts/comment/${listed.id}`, { comment_text: 'In a list.' });
  await soon(card).toBe('1');
});

test('translations that change on one server show on the other', async () => {
  const tea = await publish('Tea');
  const links = () => page(`/post/${tea.post_title_web}`);
  const tee = await publish('Tee', { language: 'de', translation_of: tea.id });
  await soon(links).toContain('>Deutsch</a>');
  const french = await publish('Thé', { language: 'fr', translation_of: tee.id });
  await soon(links).toContain('>Français</a>');
  await owner.put(`/webapi/api/posts/${tee.id}`, { language: 'es' });
  await soon(links).toContain('>Español</a>');
  await owner.delete(`/webapi/api/posts/${tee.id}`);
  await soon(links).not.toContain('>Español</a>');
  await owner.put(`/webapi/api/posts/${french.id}`, { translation_of: null });
  await soon(links).not.toContain('>Français</a>');
});

test('a title, setting and announcement changed on one server show on the other', async () => {
  await warm();
  await owner.put(`/webapi/api/posts/${post.id}`, { post_title: 'Second title' });
  await soon(own).toContain('Second title');
  await soon(() => page('/')).toContain('Second title');
  await owner.put('/webapi/api/admin/site', { site_name: 'Renamed' });
  await soon(own).toContain('Renamed');
  await warm();
  await owner.put('/webapi/tasks/1', { title: 'Hear, hear', message: 'We moved.', active: true });
  await soon(own).toContain('We moved.');
});

test('an icon uploaded or removed on one server shows on the other', async () => {
  await warm();
  const form = new FormData();
  const icon = sharp({ create: { width: 512, height: 512, channels: 3, background: '#204060' } }).png();
  form.set('image', new Blob([new Uint8Array(await icon.toBuffer())]), 'icon.png');
  const { status } = await owner.post('/webapi/api/admin/site/images/icon', form);
  expect(status).toBe(200);
  await soon(own).toContain('href="/favicon.ico?v=');
  await owner.delete('/webapi/api/admin/site/images/icon');
  await soon(own).not.toContain('href="/favicon.ico?v=');
});

test('a comment approved or deleted on one server appears or disappears on the other', async () => {
  const reader = await visitor(there, '10.1.0.1');
  const { body } = await reader.post<Comment>(`/webapi/api/posts/comment/${post.id}`, {
    comment_text: 'Well said indeed.',
  });
  await warm();
  await owner.put(`/webapi/api/posts/comment/approve/${body.id}`, { state: true });
  await soon(own).toContain('Well said indeed.');
  await owner.delete(`/webapi/api/posts/comment/${body.id}`);
  await soon(own).not.toContain('Well said indeed.');
});

test('votes count on both servers, and an IP address has one vote across them', async () => {
  await warm();
  const votes = await Promise.all(
    [here, there, here, there].map(async (server) => {
      const voter = await visitor(server, '10.1.0.2');
      return voter.post<{ ip_address: string }>(`/webapi/api/vote/${post.id}`, {
        voteVal: 1,
        postId: post.id,
      });
    }),
  );
  expect(votes.filter(({ body }) => body.ip_address !== 'exists')).toHaveLength(1);
  await soon(own).toMatch(/This is Terrible \((?:<!-- -->)?1/);
});

test('a new tag and a new or renamed category show on the other server', async () => {
  for (const path of ['/tag/fresh', '/filter/news', '/filter/olds']) await page(path);
  await owner.post(`/webapi/api/tag/${post.id}/fresh`);
  const { body } = await owner.post<{ id: number }>('/webapi/api/admin/cat', { category_path: 'news' });
  await owner.put(`/webapi/api/admin/cat/${post.id}/${body.id}`, { state: true });
  await soon(() => page('/tag/fresh')).toContain('Second title');
  await soon(() => page('/filter/news')).toContain('Second title');
  await warm();
  await owner.put(`/webapi/api/admin/cat/${body.id}`, { category_path: 'olds' });
  await soon(own).toContain('/filter/olds');
  const former = () => fetch(`${there.url}/filter/news`, { redirect: 'manual' });
  await soon(async () => (await former()).headers.get('location')).toMatch(/\/filter\/olds$/);
  await soon(() => page('/filter/olds')).toContain('Second title');
});

test('cached pages stay without a notification, and a lost connection invalidates them', async () => {
  await triggers('disable');
  try {
    let title = '';
    const isMissed = async () => {
      await warm();
      title = `Title ${performance.now()}`;
      await owner.put(`/webapi/api/posts/${post.id}`, { post_title: title });
      return !(await own()).includes(title);
    };
    await soon(isMissed).toBe(true);
    await owner.put('/webapi/api/admin/site', { site_name: 'Renamed unheard' });
    expect(await own()).not.toContain('Renamed unheard');
    expect(await page(`/post/${post.post_title_web}`, here)).toContain(title);
    await database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'not-terrible listening' and datname = current_database()`,
    );
    await soon(own).toContain(title);
    expect(await own()).toContain('Renamed unheard');
  } finally {
    await triggers('enable');
  }
  await owner.put(`/webapi/api/posts/${post.id}`, { post_title: 'Fifth title' });
  await soon(own).toContain('Fifth title');
});

test.skipIf(process.env.TEST_DATABASE_URL)(
  'a frozen notification connection is detected and invalidates the cache',
  async () => {
    const waiting = async () => {
      const { rows } = await database.query<{ pid: number }>(
        `select pid from pg_stat_activity where application_name = 'not-terrible listening'
         and datname = current_database() and wait_event = 'ClientRead'`,
      );
      return rows.map(({ pid }) => pid);
    };
    const signal = (pids: readonly number[], name: 'SIGSTOP' | 'SIGCONT') => {
      for (const pid of pids) process.kill(pid, name);
    };
    await warm();
    let listeners: number[] = [];
    // One that stops while it works may hold a lock that every commit needs.
    const areFrozen = async () => {
      listeners = await waiting();
      signal(listeners, 'SIGSTOP');
      const frozen = await waiting();
      if (listeners.length === 2 && frozen.length === 2) return true;
      signal(listeners, 'SIGCONT');
      return false;
    };
    await soon(areFrozen).toBe(true);
    try {
      await owner.put(`/webapi/api/posts/${post.id}`, { post_title: 'Not to be heard' });
      await expect.poll(own, { interval: 100 }).toContain('Not to be heard');
    } finally {
      signal(listeners, 'SIGCONT');
    }
  },
  60_000,
);

test('a change made directly in the database shows, too', async () => {
  await warm();
  await database.query(`update posts set post_title = 'By hand' where id = $1`, [post.id]);
  await soon(own).toContain('By hand');
});

test('a session works on both servers, and signing out ends it on both', async () => {
  const mobile = new Client(here.url);
  await mobile.login();
  const roaming = new Client(there.url);
  for (const [name, value] of mobile.cookies) roaming.cookies.set(name, value);
  expect((await roaming.get('/webapi/api/admin/posts')).status).toBe(200);
  expect((await roaming.put('/webapi/api/admin/site', { site_name: 'Named there' })).status).toBe(200);
  expect((await mobile.delete('/webapi/api/admin/auth')).status).toBe(200);
  for (const client of [mobile, roaming])
    expect((await client.get('/webapi/api/admin/auth')).body).toEqual({ status: 'no auth' });
  expect((await roaming.get('/webapi/api/admin/posts')).status).toBe(401);
});

test('failed sign-ins are rate limited across servers', async () => {
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 11; attempt++) {
    const guesser = await visitor(attempt % 2 ? here : there, '10.1.0.3');
    const { status } = await guesser.post('/webapi/api/admin/auth', { username: 'admin', password: 'wrong' });
    statuses.push(status);
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
});

test('comments of one visitor are rate limited across servers', async () => {
  const statuses: number[] = [];
  for (let number = 0; number < 11; number++) {
    const writer = await visitor(number % 2 ? here : there, '10.1.0.4');
    const comment = { comment_text: `Thought number ${number}.` };
    statuses.push((await writer.post(`/webapi/api/posts/comment/${post.id}`, comment)).status);
  }
  expect(statuses).toEqual([...Array(10).fill(201), 429]);
});

test('votes and wrong claim links of one visitor are rate limited across servers', async () => {
  const voters = [await visitor(here, '10.1.0.5'), await visitor(there, '10.1.0.5')];
  const votes: number[] = [];
  for (let number = 0; number < 61; number++) {
    const voter = voters[number % 2];
    const vote = { voteVal: 1, postId: post.id };
    votes.push((await voter?.post(`/webapi/api/vote/${post.id}`, vote))?.status ?? 0);
  }
  expect([votes.slice(0, 60).every((status) => status === 200), votes[60]]).toEqual([true, 429]);
  const guesses: number[] = [];
  for (let number = 0; number < 21; number++) {
    const { url } = number % 2 ? here : there;
    const headers = { 'X-Forwarded-For': '10.1.0.5' };
    guesses.push((await fetch(`${url}/claim/${'x'.repeat(43)}`, { headers })).status);
  }
  expect(guesses).toEqual([...Array(20).fill(404), 429]);
});

test('a scheduled post is published exactly once', async () => {
  const at = new Date(Date.now() + 1_500).toISOString();
  const scheduled = await publish('In due time', { active: false, scheduled_date: at });
  expect(scheduled.active).toBe(0);
  await page('/');
  const { rows } = await database.query('select version from posts where id = $1', [scheduled.id]);
  for (const server of [there, here])
    await expect.poll(async () => (await page('/', server)).split(`>In due time<`).length - 1).toBe(1);
  const after = await database.query(
    `select version, (select count(*) from listings where post_id = id and kind = 'all') as listed from posts where id = $1`,
    [scheduled.id],
  );
  expect(after.rows).toEqual([{ version: rows[0].version + 1, listed: '1' }]);
});

test('the list of a category without posts disappears everywhere when the category is deleted', async () => {
  const status = async () => (await fetch(`${there.url}/filter/vacant`)).status;
  expect(await status()).toBe(404);
  const { body } = await owner.post<{ id: number }>('/webapi/api/admin/cat', { category_path: 'vacant' });
  await soon(status).toBe(200);
  await owner.delete(`/webapi/api/admin/cat/${body.id}`);
  await soon(status).toBe(404);
});

test('a page of the owner appears, moves and disappears on the other server', async () => {
  const at = async (path: string) => {
    const { status, headers } = await fetch(there.url + path, { redirect: 'manual' });
    return [status, headers.get('location')];
  };
  expect(await at('/first-path')).toEqual([302, '/']);
  const made = await publish('A page', { kind: 'page', post_title_web: '/first-path' });
  // Nothing was cached about the unknown path, so this needs no notification.
  expect(await at('/first-path')).toEqual([200, null]);
  await owner.put(`/webapi/api/posts/${made.id}`, { post_content: '<p>Changed words.</p>' });
  await soon(() => page('/first-path')).toContain('Changed words.');
  await owner.put(`/webapi/api/posts/${made.id}`, { post_title_web: '/second-path' });
  await soon(() => at('/first-path')).toEqual([301, '/second-path']);
  expect(await at('/second-path')).toEqual([200, null]);
  await owner.delete(`/webapi/api/posts/${made.id}`);
  await soon(() => at('/second-path')).toEqual([410, null]);
  expect(await at('/first-path')).toEqual([410, null]);
});

test('a changed profile shows on the pages of the other server, also when SQL changed it', async () => {
  await warm();
  await owner.put('/webapi/api/admin/profile', { display_name: 'Ada of here' });
  await soon(own).toContain('Ada of here');
  await soon(() => page('/')).toContain('Ada of here');
  await database.query(`update profiles set display_name = 'Ada of psql'`);
  await soon(own).toContain('Ada of psql');
  await database.query(`update profiles set display_name = ''`);
  await soon(own).not.toContain('Ada of');
});
