import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { Client } from '../support/client.ts';
import { migratedDatabase, type TemporaryDatabase } from '../support/databases.ts';
import { type RunningServer, startServer } from '../support/server.ts';

/*
 * On SQLite, processes learn of each other's commits from the database's version. Jobs commit many times a second while they
 * send mail; only changes of what readers see may clear the page cache.
 */

const token = 'a-token-for-metrics-of-this-test';
let temporary: TemporaryDatabase;
let server: RunningServer;
let owner: Client;
let other: DatabaseSync;
let post: Post;

beforeAll(async () => {
  temporary = await migratedDatabase('sqlite');
  const { dataDir } = temporary.config;
  server = await startServer({ env: { DATA_DIR: dataDir, METRICS_TOKEN: token } });
  owner = new Client(server.url);
  await owner.login();
  post = (
    await owner.post<Post>('/webapi/api/posts', {
      post_title: 'Pebbles',
      post_content: '<p>Round.</p>',
      active: true,
    })
  ).body;
  other = new DatabaseSync(path.join(dataDir, 'blog.sqlite'), { timeout: 5_000 });
});
afterAll(async () => {
  other?.close();
  await server?.dispose();
  await temporary?.dispose();
});

const read = async (url = '/') => (await fetch(server.url + url)).text();

async function misses(): Promise<number> {
  const answer = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  return Number(/^blog_page_cache_misses_total (\d+)$/m.exec(await answer.text())?.[1]);
}

/** How many of these pages had to be rendered again. */
async function renderedAfter(change: () => unknown, urls = ['/', '/archive', '/topics']): Promise<number> {
  for (const url of urls) await read(url);
  await change();
  const before = await misses();
  for (const url of urls) await read(url);
  return (await misses()) - before;
}

const now = new Date().toISOString();
const mail = () =>
  other.exec(`insert into attempts (kind, subject, at) values ('other', 'x', '${now}');
    update mail_server set failures = failures`);

test('what another process writes for itself leaves cached pages alone', async () => {
  expect(await renderedAfter(mail)).toBe(0);
});

test('what another process changes for readers is visible at once', async () => {
  const changed = await renderedAfter(() =>
    other.prepare('update posts set post_title = ? where id = ?').run('Shells', post.id),
  );
  expect(changed).toBe(3);
  expect(await read()).toContain('Shells');
});

test('an own change evicts its pages only, also when another process writes afterwards', async () => {
  const changed = await renderedAfter(async () => {
    const text = { comment_text: 'Found some.' };
    expect((await owner.post(`/webapi/api/posts/comment/${post.id}`, text)).status).toBe(201);
    mail();
  });
  expect(changed).toBe(1);
  expect(await read('/post/pebbles')).toContain('Found some.');
});

test('a change for readers in between is not taken for an own one', async () => {
  await read();
  other.prepare('update posts set post_title = ? where id = ?').run('Corals', post.id);
  await owner.post(`/webapi/api/posts/comment/${post.id}`, { comment_text: 'And again.' });
  expect(await read('/archive')).toBeDefined();
  expect(await read()).toContain('Corals');
  expect(await read('/post/pebbles')).toContain('Corals');
});

test('waiting comments of another process are on no page', async () => {
  const add = (approved: number) =>
    other
      .prepare(
        `insert into comments (post_id, user_name, comment_text, date_added, approved) values (?, 'Ann', 'Nice.', ?, ?)`,
      )
      .run(post.id, now, approved);
  expect(await renderedAfter(() => add(0))).toBe(0);
  expect(await renderedAfter(() => add(1))).toBe(3);
});
