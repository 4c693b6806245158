import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { startJobs, wakeJob } from '../../src/platform/jobs/add-job.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

const patient = { timeout: 60_000, interval: 20 };
const formats = ['/feed.xml', '/atom.xml', '/feed.json'];

/** A hub that fetches each feed that it is notified of. */
async function hubStandIn() {
  const pings: { topic: string; feed: string }[] = [];
  let status = 204;
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(await text(request));
    if (status === 204 && form.get('hub.mode') === 'publish') {
      const topic = form.get('hub.url') ?? '';
      pings.push({ topic, feed: await (await fetch(topic)).text() });
    }
    response.writeHead(status, status === 503 ? { 'retry-after': '3600' } : {}).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hub?a=1&b=2`,
    pings,
    answer: (given: number) => {
      status = given;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

onEachDatabase('WebSub', (kind) => {
  let hub: Awaited<ReturnType<typeof hubStandIn>>;
  let site: ApiSite;

  beforeEach(async () => {
    hub = await hubStandIn();
    site = await apiSite(kind, { OUTGOING_ALLOW: '127.0.0.1' });
    await site.admin.put('/webapi/api/admin/site', { websub_hub: hub.url });
  });
  afterEach(async () => {
    await site.dispose();
    await hub[Symbol.asyncDispose]();
  });

  const read = (path: string, headers: Record<string, string> = {}) =>
    fetch(site.url + path, { headers: { accept: '*/*', ...headers } });
  const topics = () => hub.pings.map(({ topic }) => topic.slice(site.blog.siteUrl().length)).sort();
  const rows = () => site.blog.db.selectFrom('outbox').selectAll().execute();
  const settled = async () => {
    await expect
      .poll(async () => {
        const sent = await site.blog.db.selectFrom('hub_pings').select('path').execute();
        return sent.length > 0 && (await rows()).length === 0;
      }, patient)
      .toBe(true);
    await site.jobsEnded();
  };
  const addTag = async ({ id }: Post) => {
    const { status, body } = await site.admin.post<{ tag_name: string }>(`/webapi/api/tag/${id}/surf`);
    expect([status, body.tag_name]).toEqual([201, 'surf']);
  };
  /** As if the hub had been notified long ago, so that the next time need not wait. */
  const deleteDates = () =>
    site.blog.db.updateTable('hub_pings').set({ date_sent: '2026-01-01T00:00:00.000Z' }).execute();

  test('feeds name the hub and themselves, also from the cache, and not when it is off', async () => {
    const post = await site.createPost({ post_title: 'Waves' });
    await addTag(post);
    const escaped = hub.url.replaceAll('&', '&amp;');
    for (const list of ['', '/tag/surf'])
      for (const format of formats)
        for (const round of ['first', 'cached']) {
          const path = list + format;
          const answer = await read(path);
          const self = site.blog.siteUrl() + path;
          expect(answer.headers.get('link'), `${path} ${round}`).toBe(
            `<${hub.url}>; rel="hub", <${self}>; rel="self"`,
          );
          const body = await answer.text();
          if (format === '/feed.json')
            expect(JSON.parse(body)).toMatchObject({
              feed_url: self,
              hubs: [{ type: 'WebSub', url: hub.url }],
            });
          else {
            expect(body).toContain(`link rel="hub" href="${escaped}"/>`);
            expect(body).toMatch(new RegExp(`link rel="self" type="[^"]*" href="${self}"/>`));
          }
          const same = await read(path, { 'if-none-match': answer.headers.get('etag') ?? '' });
          expect([same.status, same.headers.get('link')]).toEqual([304, answer.headers.get('link')]);
        }
    await site.admin.put('/webapi/api/admin/site', { websub_hub: '' });
    for (const format of formats) {
      const answer = await read(format);
      expect(answer.headers.get('link')).toBeNull();
      expect(await answer.text()).not.toMatch(/hub/i);
    }
  });

  test('the hub is notified of each feed that contains a post, and finds the present state', {
    timeout: 180_000,
  }, async () => {
    const category = await site.admin.post<{ id: number }>('/webapi/api/admin/cat', {
      category_path: 'nature.sea',
    });
    const lists = ['', '/filter/nature', '/filter/sea', '/tag/surf'];
    const expected = lists.flatMap((list) => formats.map((format) => list + format)).sort();
    // Cached before the post exists.
    for (const path of expected) await (await read(path)).text();
    const post = await site.createPost({ post_title: 'Waves', active: false });
    await site.admin.put(`/webapi/api/admin/cat/${post.id}/${category.body.id}`);
    await addTag(post);
    await site.admin.put(`/webapi/api/posts/status/${post.id}/1`);
    await settled();
    expect(topics()).toEqual(expected);
    for (const { feed, topic } of hub.pings) {
      expect(feed, topic).toContain('Waves');
      // The URL that the feed gives itself is the one that the hub knows.
      expect(feed, topic).toContain(topic);
    }

    // Many edits become few pings, and the last state is in the feed.
    hub.pings.length = 0;
    await deleteDates();
    for (let n = 1; n <= 10; n++)
      await site.admin.put<Post>(`/webapi/api/posts/${post.id}`, { post_title: `Tides ${n}` });
    await expect
      .poll(
        () =>
          new Set(hub.pings.filter(({ feed }) => feed.includes('Tides 10')).map(({ topic }) => topic)).size,
        patient,
      )
      .toBe(expected.length);
    await settled();
    for (const path of expected) {
      const sent = hub.pings.filter(({ topic }) => topic === site.blog.siteUrl() + path);
      expect(sent.length, path).toBeGreaterThan(0);
      expect(sent.length, path).toBeLessThanOrEqual(2);
      expect(sent.at(-1)?.feed).toContain('Tides 10');
    }

    // A save that changes nothing in the feed is not sent.
    hub.pings.length = 0;
    await deleteDates();
    await site.admin.put(`/webapi/api/posts/${post.id}`, { post_title: 'Tides 10' });
    await site.admin.delete(`/webapi/api/posts/${post.id}`);
    await expect.poll(topics, patient).toEqual(expected);
    await settled();
    expect(topics()).toEqual(expected);
    for (const { feed } of hub.pings) expect(feed).not.toContain('Tides');
    expect(site.errors).toEqual([]);
  });

  test('a hub that is down is notified later, when it asks for it', async () => {
    hub.answer(503);
    await site.createPost({ post_title: 'Waves' });
    await expect
      .poll(async () => (await rows()).map(({ error }) => error), patient)
      .toEqual(formats.map(() => 'The hub answered with status 503.'));
    for (const { next_run } of await rows())
      expect(Date.parse(next_run) - Date.now()).toBeGreaterThan(3_000_000);
    expect(hub.pings).toEqual([]);
    hub.answer(204);
    await site.blog.db.updateTable('outbox').set({ next_run: new Date().toISOString() }).execute();
    await wakeJob(site.blog, site.blog.db, 'websub-ping');
    startJobs(site.blog);
    await settled();
    expect(topics()).toEqual([...formats].sort());
  });
});
