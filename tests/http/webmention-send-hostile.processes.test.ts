import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Post } from '../../src/core/posts/api/posts.ts';
import type { SentMention } from '../../src/features/webmention/api.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { Client } from '../support/client.ts';
import { migratedDatabase, onEachDatabase } from '../support/databases.ts';
import { startServer } from '../support/server.ts';

const patient = { timeout: 90_000, interval: 200 };

async function serving(listener: RequestListener, host = '127.0.0.1') {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
type Serving = Awaited<ReturnType<typeof serving>>;

const page = (endpoint: string) => `<link rel="webmention" href="${endpoint}">`;
const links = (...urls: string[]) => urls.map((url) => `<p><a href="${url}">link</a></p>`).join('');

describe('webmentions to hostile servers', () => {
  const opened: Serving[] = [];
  let site: ApiSite;
  beforeEach(async () => {
    site = await apiSite('sqlite', { OUTGOING_STRANGERS: '127.0.0.1' });
    await site.admin.put('/webapi/api/admin/site', { webmention: true });
  });
  afterEach(async () => {
    await site.dispose();
    for (const server of opened.splice(0)) await server.close();
  });
  const open = async (listener: RequestListener, host?: string) => {
    const server = await serving(listener, host);
    opened.push(server);
    return server;
  };
  const sent = async (post: Post) =>
    (await site.admin.get<SentMention[]>(`/webapi/api/admin/posts/${post.id}/mentions`)).body;
  const tried = (post: Post) =>
    expect
      .poll(async () => {
        const all = await sent(post);
        return all.length > 0 && all.every(({ state, error }) => state !== 'waiting' || error !== null);
      }, patient)
      .toBe(true);

  test('send no request to a private address', async () => {
    const hidden = await open((_, response) => response.end(page('/wm')), '127.0.0.2');
    const front = await open(({ url }, response) => {
      if (url === '/redirect') response.writeHead(302, { location: `${hidden.url}/secret` }).end();
      else if (url === '/moved') response.writeHead(307, { location: `${hidden.url}/secret` }).end();
      else
        response
          .setHeader('content-type', 'text/html')
          .end(page(url === '/one' ? `${hidden.url}/wm` : '/moved'));
    });
    const post = await site.createPost({
      post_content: links(
        `${hidden.url}/direct`,
        `${front.url}/redirect`,
        `${front.url}/one`,
        `${front.url}/two`,
        'http://169.254.169.254/latest/meta-data/',
        'http://user:secret@127.0.0.1/',
      ),
    });
    await tried(post);
    const all = await sent(post);
    expect(all.map(({ state }) => state)).toEqual(all.map(() => 'failed'));
    for (const { error } of all)
      expect(error).toMatch(/private address|other server|another server|password/);
    expect(hidden.requests).toEqual([]);
    expect(front.requests).toContain('POST /moved');
    // Control: without the guard the request succeeds.
    await (await fetch(`${hidden.url}/control`)).text();
    expect(hidden.requests).toEqual(['GET /control']);
  });

  test('read only the beginning of endless responses, and give up on silent ones', {
    timeout: 180_000,
  }, async () => {
    let bytes = 0;
    const endless: RequestListener = ({ url, method }, response) => {
      if (method === 'GET' && url === '/mention')
        return void response.setHeader('content-type', 'text/html').end(page('/wm'));
      const more = () => {
        while (!response.destroyed && bytes < 200_000_000) {
          bytes += 100_000;
          if (!response.write(Buffer.alloc(100_000, 'x'))) return void response.once('drain', more);
        }
      };
      response.setHeader('content-type', 'text/html');
      more();
    };
    const large = await open(endless);
    const silent = await open(({ method }, response) => {
      if (method === 'GET') response.setHeader('content-type', 'text/html').end(page('/wm'));
    });
    const busy = await open((_, response) => void response.writeHead(429, { 'retry-after': '7200' }).end());
    const post = await site.createPost({
      post_content: links(
        `${large.url}/mention`,
        `${large.url}/endless`,
        silent.url,
        `${busy.url}/1`,
        `${busy.url}/2`,
      ),
    });
    await tried(post);
    const [mention, endlessPage, silence, ...others] = await sent(post);
    expect(mention).toMatchObject({ state: 'sent' });
    expect(endlessPage).toMatchObject({ state: 'unsupported' });
    expect(bytes).toBeLessThan(50_000_000);
    expect(silence).toMatchObject({ state: 'waiting', error: 'The server took too long to answer.' });
    for (const { state, error, next_attempt } of others) {
      expect([state, error]).toEqual(['waiting', 'The page answered with status 429.']);
      expect(Date.parse(next_attempt ?? '') - Date.now()).toBeGreaterThan(6_000_000);
    }
    // A host that wants a pause was asked once for both.
    expect(busy.requests).toHaveLength(1);
  });

  test('of a post with 500 links tell 100 pages, and a dead host costs one request', {
    timeout: 120_000,
  }, async () => {
    const dead = await serving(() => {});
    await dead.close();
    const post = await site.createPost({
      post_content: links(...Array.from({ length: 500 }, (_, number) => `${dead.url}/${number}`)),
    });
    await tried(post);
    const all = await sent(post);
    expect(all.map(({ target }) => target)).toEqual(
      Array.from({ length: 100 }, (_, n) => `${dead.url}/${n}`),
    );
    for (const { state, error } of all)
      expect([state, error]).toEqual(['waiting', 'The server could not be reached (ECONNREFUSED).']);
  });
});

onEachDatabase('webmentions after kill -9', (kind) => {
  test('of the server and its child are all sent, none twice but the one on its way', {
    timeout: 240_000,
  }, async () => {
    const notified: string[] = [];
    const receiver = await serving(async (request, response) => {
      if (request.method === 'GET') return response.setHeader('content-type', 'text/html').end(page('/wm'));
      notified.push(new URLSearchParams(await text(request)).get('target') ?? '');
      await sleep(150);
      response.writeHead(202).end();
    });
    const database = await migratedDatabase(kind);
    const env = {
      OUTGOING_STRANGERS: '127.0.0.1',
      DATA_DIR: database.config.dataDir,
      ...(database.config.databaseUrl && { DATABASE_URL: database.config.databaseUrl }),
    };
    const targets = Array.from({ length: 16 }, (_, number) => `${receiver.url}/page/${number}`);
    let server = await startServer({ env });
    try {
      const owner = new Client(server.url);
      await owner.login();
      await owner.put('/webapi/api/admin/site', { webmention: true });
      await owner.post('/webapi/api/posts', {
        post_title: 'Links',
        post_content: links(...targets),
        active: true,
      });
      let kills = 0;
      for (const enough of [3, 8]) {
        await expect.poll(() => notified.length, patient).toBeGreaterThanOrEqual(enough);
        for (const child of childrenOf(server.pid)) process.kill(child, 'SIGKILL');
        await server.kill9();
        kills++;
        server = await startServer({ env });
      }
      await expect.poll(() => new Set(notified).size, patient).toBe(targets.length);
      // Nothing more comes once all are notified.
      await sleep(3000);
      expect([...new Set(notified)].sort()).toEqual(targets.toSorted());
      expect(notified.length).toBeLessThanOrEqual(targets.length + kills);
    } finally {
      await server.dispose();
      await receiver.close();
      await database.dispose();
    }
  });
});

/** The child processes of a process (Linux). */
function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return (
          readFileSync(`/proc/${name}/stat`, 'utf8')
            .replace(/^.*\) /s, '')
            .split(' ')[1] === String(pid)
        );
      } catch {
        return false;
      }
    })
    .map(Number);
}
