import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documents } from '../../src/core/feeds/discovery.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import type { Category } from '../../src/core/posts/terms/api/categories.ts';
import { Client } from '../support/client.ts';
import { migratedDatabase, type TemporaryDatabase } from '../support/databases.ts';
import { startSite, type TestSite } from '../support/site.ts';

/** Forwards connections to PostgreSQL until it is cut off, for one server of two. */
class Line {
  readonly #to: URL;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;

  constructor(databaseUrl: string) {
    this.#to = new URL(databaseUrl);
  }

  async open(): Promise<string> {
    this.#server = createServer((socket) => {
      const database = connect(Number(this.#to.port || 5432), this.#to.hostname);
      for (const [from, to] of [
        [socket, database],
        [database, socket],
      ] as const) {
        this.#sockets.add(from);
        from.pipe(to);
        from.on('error', () => to.destroy());
        from.on('close', () => to.destroy());
      }
    });
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as { port: number }).port;
    const url = new URL(this.#to);
    url.host = `127.0.0.1:${this.#port}`;
    return url.href;
  }

  async cut(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
    await closed;
  }
}

let temporary: TemporaryDatabase;
let line: Line;
let site: TestSite;
let other: TestSite;
let owner: Client;
let ownerElsewhere: Client;

beforeAll(async () => {
  temporary = await migratedDatabase('postgres');
  const { dataDir, databaseUrl } = temporary.config;
  line = new Line(databaseUrl ?? '');
  const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' };
  site = await startSite({ env: { ...env, DATABASE_URL: await line.open() } });
  other = await startSite({ env });
  owner = new Client(site.url);
  await owner.login();
  ownerElsewhere = new Client(other.url);
  await ownerElsewhere.login();
});
afterAll(async () => {
  await site?.dispose();
  await other?.dispose();
  await line?.cut();
  await temporary?.dispose();
});

const publish = async (post_title: string): Promise<Post> =>
  (
    await owner.post<Post>('/webapi/api/posts', {
      post_title,
      post_content: `<p>About ${post_title}.</p>`,
      active: true,
    })
  ).body;
const ready = async () => (await fetch(`${site.url}/readyz`)).status;

test('while the database is away everyone gets every cached page, but nothing that was unpublished before', async () => {
  const [kept, hidden] = [await publish('Seashore'), await publish('Withdrawn')];
  const { body: category } = await owner.post<Category>('/webapi/api/admin/cat', { category_path: 'nature' });
  for (const { id } of [kept, hidden]) {
    await owner.put(`/webapi/api/admin/cat/${id}/${category.id}`, { state: true });
    await owner.post(`/webapi/api/tag/${id}/water`);
  }
  await owner.put('/webapi/api/admin/site', { contact_email: 'owner@example.org' });
  const [year, month] = new Date().toISOString().split('-');
  const lists = ['', '/tag/water', '/filter/nature'];
  const paths = [
    ...['/', '/?view=compact', '/?show=15', '/tag/water', '/filter/nature', '/search', '/topics', '/login'],
    ...['/archive', `/archive/${year}`, `/archive/${year}/${month}`, '/apps/there'],
    ...['/post/seashore', '/post/seashore.md', '/sitemap-1.xml', '/webapi/getposts', '/webapi/openapi.json'],
    ...lists.flatMap((list) => [`${list}/feed.xml`, `${list}/atom.xml`, `${list}/feed.json`]),
    ...Object.keys(documents),
  ];
  const get = async (path: string, cookie = '') => {
    const headers = { cookie, accept: path.includes('feed') ? '*/*' : 'text/html' };
    const response = await fetch(site.url + path, { headers, redirect: 'manual' });
    return { path, status: response.status, text: await response.text() };
  };
  const getAll = async (cookies: string[]) => {
    const answers = await Promise.all(cookies.flatMap((cookie) => paths.map((path) => get(path, cookie))));
    const failed = answers.filter(({ status }) => status !== 200);
    expect(failed.map(({ path, status }) => `${status} ${path}`)).toEqual([]);
    expect(answers.filter(({ text }) => text.includes('Withdrawn')).map(({ path }) => path)).toEqual([]);
  };

  await get('/post/withdrawn');
  await get('/post/withdrawn.md');
  await ownerElsewhere.put(`/webapi/api/posts/${hidden.id}`, { active: false });
  await expect.poll(async () => (await get('/post/withdrawn')).status).toBe(404);
  for (const path of paths) await get(path);

  await line.cut();
  const session = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const cookies = ['', session.replaceAll(/=[^;]*/g, '=made-up'), session];
  // Before and after the server knows that the database is away.
  await getAll(cookies);
  await expect.poll(ready).toBe(503);
  await getAll(cookies);
  for (const path of ['/post/withdrawn', '/post/withdrawn.md']) expect((await get(path)).status).toBe(503);

  await ownerElsewhere.put(`/webapi/api/posts/${kept.id}`, { active: false });
  expect((await get('/post/seashore')).status).toBe(200);
  await line.open();
  await expect.poll(ready).toBe(200);
  await expect.poll(async () => (await get('/post/seashore')).status).toBe(404);
  expect((await get('/')).text).not.toContain('Seashore');
});
