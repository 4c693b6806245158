import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { maxWebmentionsOfHost } from '../../src/platform/http/api/limits.ts';
import { type ApiSite, apiSite, newAddress } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';
import { type OtherSite, otherSite } from '../support/other-site.ts';

const send = (site: ApiSite, source: string, target: string) =>
  fetch(`${site.url}/webmention`, {
    method: 'POST',
    headers: { 'x-forwarded-for': newAddress() },
    body: new URLSearchParams({ source, target }),
  });
const waiting = ({ blog }: ApiSite) =>
  blog.db.selectFrom('received_webmentions').select(['source', 'attempts']).orderBy('id').execute();
const slow = { timeout: 120_000 };

onEachDatabase('hostile webmentions', (kind) => {
  let site: ApiSite;
  let target: string;
  let postId: number;
  const servers: OtherSite[] = [];
  const newServer = async (address?: string) => {
    const server = await otherSite(address);
    servers.push(server);
    return server;
  };
  beforeAll(async () => {
    site = await apiSite(kind, { OUTGOING_STRANGERS: '127.0.0.1' });
    await site.admin.put('/webapi/api/admin/site', { webmention: true });
    const post = await site.createPost();
    postId = post.id;
    target = `${site.blog.siteUrl()}/post/${post.post_title_web}`;
  });
  afterAll(async () => {
    await site.dispose();
    for (const server of servers) await server.close();
  });
  const comments = () => site.blog.db.selectFrom('comments').selectAll().orderBy('id').execute();

  test('sources that redirect to private addresses or never end have no effect', slow, async () => {
    const link = `<a class="u-like-of" href="${target}">x</a>`;
    const secret = await newServer('127.0.0.2');
    secret.pages.set('/', `<p class="h-entry">${link}`);
    const endless = (piece: string) => (response: ServerResponse) => {
      response.setHeader('content-type', 'text/html');
      response.write(link);
      const more = () => {
        while (!response.destroyed) if (!response.write(piece)) return;
      };
      response.on('drain', more);
      more();
    };
    const answers: Record<string, (response: ServerResponse) => void> = {
      private: (response) => void response.writeHead(302, { location: `${secret.url}/` }).end(),
      metadata: (response) =>
        void response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
      large: (response) =>
        void response.setHeader('content-type', 'text/html').end(link + ' '.repeat(10_000_000)),
      endless: endless('x'.repeat(100_000)),
      bomb: (response) => {
        response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' });
        response.end(gzipSync(Buffer.alloc(50_000_000, link)));
      },
      drops: (response) => {
        response.setHeader('content-type', 'text/html').write(link);
        const drops = setInterval(() => response.write(' '), 200);
        response.on('close', () => clearInterval(drops));
      },
      memory: (response) =>
        void response
          .setHeader('content-type', 'text/html')
          .end(link + '<div class="h-entry e-content p-name">x'.repeat(25_000)),
      loop: (response) => void response.writeHead(302, { location: '/' }).end(),
      broken: (response) => void response.destroy(),
    };
    const asked: OtherSite[] = [];
    for (const answer of Object.values(answers)) {
      const server = await newServer();
      server.pages.set('/', answer);
      asked.push(server);
      expect((await send(site, `${server.url}/`, target)).status).toBe(202);
    }
    await expect
      .poll(async () => (await waiting(site)).every(({ attempts }) => attempts > 0), { timeout: 60_000 })
      .toBe(true);
    // The last ones take as long as the time limit of a request.
    await expect
      .poll(
        async () =>
          site.blog.db
            .selectFrom('received_webmentions')
            .select(['source', 'next_run'])
            .execute()
            .then((rows) =>
              rows.map(({ source }) => asked.findIndex(({ url }) => `${url}/` === source)).sort(),
            ),
        { timeout: 60_000 },
      )
      // What may succeed another time: a private address, drops, a broken connection.
      .toEqual([1, 5, 8]);
    for (const { requests } of asked) expect(requests).not.toEqual([]);
    expect(secret.requests).toEqual([]);
    expect(await comments()).toEqual([]);
    expect(await site.blog.db.selectFrom('reactions').selectAll().execute()).toEqual([]);
    expect((await site.visitor().get('/')).status).toBe(200);
    // Control: the same page at an address that is allowed is asked for, and counts.
    const allowed = await newServer();
    allowed.pages.set('/', `<p class="h-entry">${link}`);
    await send(site, `${allowed.url}/`, target);
    await expect
      .poll(() => site.blog.db.selectFrom('reactions').select('kind').execute())
      .toEqual([{ kind: 'like' }]);
    await site.blog.db.deleteFrom('received_webmentions').execute();
  });

  test('markup and scripts in what a page says are text, and imitated names are marked', slow, async () => {
    const server = await newServer();
    server.pages.set(
      '/',
      `<div class="h-entry"><a class="u-in-reply-to" href="${target}">x</a>
        <a class="p-author h-card" href="javascript:alert(1)">Admin</a>
        <a class="u-url" href="javascript:alert(2)">x</a>
        <div class="e-content">&lt;img src=x onerror=alert(3)&gt; <a href="javascript:alert(4)">x</a>
        <img src=x onerror="alert(5)"></div></div>`,
    );
    await send(site, `${server.url}/`, target);
    await expect.poll(comments).toHaveLength(1);
    const [comment] = await comments();
    expect(comment).toMatchObject({
      user_name: 'Admin (guest)',
      author_url: null,
      origin_url: `${server.url}/`,
      user_id: null,
    });
    await site.admin.put(`/webapi/api/posts/comment/approve/${comment?.id}`, { state: true });
    const { text } = await site.visitor().get(new URL(target).pathname);
    expect(text).toContain('&lt;img src=x onerror=alert(3)&gt;');
    expect(text).not.toMatch(/javascript:|<img src="?x/);
  });

  test('a page that claims to be by a trusted author elsewhere is not trusted', slow, async () => {
    await site.blog.db.deleteFrom('comments').execute();
    const [alice, evil] = [await newServer(), await newServer()];
    const reply = (text: string) =>
      `<div class="h-entry"><a class="u-in-reply-to" href="${target}">x</a>
        <a class="p-author h-card" href="${alice.url}/">Alice</a><p class="e-content">${text}</p></div>`;
    await site.blog.db
      .insertInto('people')
      .values({
        person: `${alice.url}/`,
        name: 'Alice',
        state: 'trusted',
        date_added: new Date().toISOString(),
      })
      .execute();
    alice.pages.set('/own', reply('Hers.'));
    evil.pages.set('/forged', reply('Forged.'));
    await send(site, `${alice.url}/own`, target);
    await send(site, `${evil.url}/forged`, target);
    await expect.poll(comments).toHaveLength(2);
    const approved = Object.fromEntries((await comments()).map((one) => [one.comment_text, one.approved]));
    expect(approved).toEqual({ 'Hers.': 1, 'Forged.': 0 });
  });

  test('of webmentions that come at once, each is counted in a turn of the event loop of its own', async () => {
    const { db } = site.blog;
    await db.deleteFrom('received_webmentions').execute();
    let inTurn = 0;
    let most = 0;
    let isOver = false;
    const turn = () => {
      inTurn = 0;
      if (!isOver) setImmediate(turn);
    };
    const begin = db.transaction.bind(db);
    const transactions = vi.spyOn(db, 'transaction').mockImplementation(() => {
      most = Math.max(most, ++inTurn);
      return begin();
    });
    turn();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => send(site, `http://127.1.0.${index}:9/`, target)),
    );
    isOver = true;
    transactions.mockRestore();
    expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(202));
    // With those of jobs, and of the batch in which they are stored.
    expect(most).toBeLessThan(10);
  });

  test('a flood is refused, stays bounded, and pages are still answered', slow, async () => {
    // Rows of hosts that are asked much later, so that the queue is full.
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const rows = (from: number, count: number, host: (index: number) => string) =>
      Array.from({ length: count }, (_, index) => ({
        source: `http://${host(from + index)}/${from + index}`,
        source_host: host(from + index),
        post_id: postId,
        target,
        next_run: later,
      }));
    const { db } = site.blog;
    // Those of earlier tests may still wait.
    await db.deleteFrom('received_webmentions').execute();
    await db
      .insertInto('received_webmentions')
      .values(rows(0, maxWebmentionsOfHost, () => 'one.example'))
      .execute();
    const ofHost = await send(site, 'http://one.example/more', target);
    expect([ofHost.status, ofHost.headers.has('retry-after')]).toEqual([429, true]);
    for (let from = 200; from < 1_000; from += 200)
      await db
        .insertInto('received_webmentions')
        .values(rows(from, 200, (index) => `h${index}.example`))
        .execute();
    const before = 1_000;
    expect(await waiting(site)).toHaveLength(before);
    const statuses = new Set<number>();
    for (let round = 0; round < 10; round++) {
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, index) => send(site, `http://n${round}-${index}.example/`, target)),
      );
      for (const { status, headers } of answers) {
        statuses.add(status);
        expect(headers.has('retry-after')).toBe(true);
      }
      expect((await site.visitor().get(new URL(target).pathname)).status).toBe(200);
    }
    expect([...statuses]).toEqual([503]);
    expect(await waiting(site)).toHaveLength(before);
    // One that waits already can be sent again.
    await expect.poll(async () => (await send(site, 'http://one.example/1', target)).status).toBe(202);
    expect(await waiting(site)).toHaveLength(before);
    await db.deleteFrom('received_webmentions').execute();
  });

  test('nothing of this is logged as an error', () => {
    expect(site.errors).toEqual([]);
  });
});
