import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AdminPost, Post } from '../../src/core/posts/api/posts.ts';
import type { Shared } from '../../src/core/site/api/site.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { isDeep, onEachDatabase } from '../support/databases.ts';
import { type BlueskyStandIn, blueskyStandIn } from '../support/networks/bluesky.ts';
import { type MastodonStandIn, mastodonStandIn } from '../support/networks/mastodon.ts';
import { type XStandIn, xStandIn } from '../support/networks/x.ts';

const siteUrl = 'http://blog.example.org';
const postPaths = {
  X: '/2/tweets',
  Mastodon: '/api/v1/statuses',
  Bluesky: '/xrpc/com.atproto.repo.createRecord',
};

onEachDatabase('sharing', (kind) => {
  let x: XStandIn;
  let mastodon: MastodonStandIn;
  let bluesky: BlueskyStandIn;
  let site: ApiSite;
  let post: Post;
  let number = 0;

  beforeEach(async () => {
    [x, mastodon, bluesky] = await Promise.all([xStandIn(), mastodonStandIn(), blueskyStandIn()]);
    site = await apiSite(kind, {
      SITE_URL: siteUrl,
      X_API_KEY: x.config.apiKey,
      X_API_SECRET: x.config.apiSecret,
      X_ACCESS_TOKEN: x.config.accessToken,
      X_ACCESS_SECRET: x.config.accessSecret,
      X_BASE_URL: x.config.baseUrl,
      MASTODON_URL: mastodon.config.url,
      MASTODON_TOKEN: mastodon.config.token,
      BLUESKY_IDENTIFIER: bluesky.config.identifier,
      BLUESKY_PASSWORD: bluesky.config.password,
      BLUESKY_URL: bluesky.config.url,
    });
    post = await site.createPost({ post_title: `A day at the sea, part ${++number}` });
  });
  afterEach(async () => {
    await site.dispose();
    await Promise.all([x, mastodon, bluesky].map((standIn) => standIn[Symbol.asyncDispose]()));
  });

  const share = (call = 'twitterImage', id = post.id) =>
    site.admin.post<Shared[]>(`/webapi/api/${call}/${id}`, { tweet: 'tweet' });
  const posted = () => [x.posts.length, mastodon.posts.length, bluesky.posts.length];
  const row = async () =>
    (await site.admin.get<AdminPost[]>('/webapi/api/admin/posts')).body.find(({ id }) => id === post.id);
  const addImage = async (color: string) => {
    const form = new FormData();
    const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: color } })
      .png()
      .toBuffer();
    form.append('post_id', String(post.id));
    form.append('cover', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'image.png');
    expect((await site.admin.post('/webapi/api/image', form)).status).toBe(201);
  };

  test('sends title, link and images to every network', async () => {
    for (const color of ['#f00', '#0f0', '#00f', '#ff0', '#0ff']) await addImage(color);
    const { status, body } = await share();
    expect(status).toBe(200);
    expect(body).toEqual([
      { network: 'X', url: expect.stringMatching(/^https?:\/\//) },
      { network: 'Mastodon', url: expect.stringMatching(/^https?:\/\//) },
      { network: 'Bluesky', url: expect.stringMatching(/^https?:\/\//) },
    ]);
    const link = `${siteUrl}/post/${post.post_title_web}`;
    for (const text of [x.posts[0]?.text, mastodon.posts[0]?.status, bluesky.posts[0]?.text]) {
      expect(text).toContain(post.post_title);
      expect(text).toContain(link);
    }
    expect([x.media.size, mastodon.media.length, bluesky.blobs.length]).toEqual([1, 1, 1]);
    const [sent] = mastodon.media;
    const metadata = await sharp(sent?.bytes).metadata();
    expect(metadata).toMatchObject({ format: 'jpeg', width: 60, height: 40 });
    const { dominant } = await sharp(sent?.bytes).stats();
    expect(dominant.r).toBeGreaterThan(200);

    const another = await site.createPost({ post_title: 'Another' });
    post = another;
    for (const color of ['#f00', '#0f0', '#00f', '#ff0', '#0ff']) await addImage(color);
    expect((await share('twitterImageMulti')).status).toBe(200);
    expect([x.media.size, mastodon.media.length, bluesky.blobs.length]).toEqual([5, 5, 5]);
  });

  test('a successful share is stored, listed with its post, and never repeated', async () => {
    expect((await row())?.shares).toEqual([]);
    const first = (await share()).body;
    const again = await share('twitterImageMulti');
    expect([again.status, again.body]).toEqual([200, first]);
    expect(posted()).toEqual([1, 1, 1]);
    const shares = (await row())?.shares;
    expect(shares?.map(({ network, url }) => ({ network, url }))).toEqual(expect.arrayContaining(first));
    expect(shares).toHaveLength(3);
    for (const { date } of shares ?? []) expect(Math.abs(Date.parse(date) - Date.now())).toBeLessThan(60_000);

    await site.restart();
    expect((await share()).body).toEqual(first);
    expect(posted()).toEqual([1, 1, 1]);
    const open = await site.visitor().get<Post>(`/webapi/api/posts/${post.id}/direct`);
    expect(open.body).not.toHaveProperty('shares');
  });

  test('after a partial failure only the failed networks are tried again', async () => {
    mastodon.mishaps.set(postPaths.Mastodon, { status: 500, json: { error: 'oops' } });
    const { status, body } = await share();
    expect(status).toBe(200);
    expect(body).toEqual([
      { network: 'X', url: expect.any(String) },
      { network: 'Mastodon', error: expect.stringContaining('trouble of its own (status 500)') },
      { network: 'Bluesky', url: expect.any(String) },
    ]);
    expect((await row())?.shares.map(({ network }) => network).sort()).toEqual(['Bluesky', 'X']);
    mastodon.mishaps.clear();
    const again = (await share()).body;
    expect(again).toEqual([body[0], { network: 'Mastodon', url: expect.any(String) }, body[2]]);
    expect(posted()).toEqual([1, 1, 1]);
  });

  test('concurrent requests share a post once', async () => {
    const answers = await Promise.all([share(), share('twitterImageMulti'), share()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(posted()).toEqual([1, 1, 1]);
    for (const entry of answers.flatMap(({ body }) => body))
      expect(entry.url ?? entry.error).toMatch(/^http|on its way to \w+ already/);
  });

  test('the claim of a process that ended expires', async () => {
    const claim = { post_id: post.id, url: null };
    await site.blog.db
      .insertInto('shares')
      .values([
        { ...claim, network: 'X', date: new Date(Date.now() - 120_000).toISOString() },
        { ...claim, network: 'Mastodon', date: new Date().toISOString() },
      ])
      .execute();
    expect((await row())?.shares).toEqual([]);
    expect((await share()).body).toEqual([
      { network: 'X', url: expect.any(String) },
      { network: 'Mastodon', error: expect.stringContaining('on its way to Mastodon already') },
      { network: 'Bluesky', url: expect.any(String) },
    ]);
  });

  describe('explains a failure', () => {
    test.each([
      ['401', { status: 401, json: { error: 'no' } }, /refused the credentials.* Check /],
      [
        '429',
        { status: 429, json: { error: 'slow down' }, headers: { 'retry-after': '300' } },
        /too many requests.* in 5 minutes\./,
      ],
      ['500', { status: 500, json: { error: 'oops' } }, /trouble of its own \(status 500\)/],
      ['a broken connection', 'break' as const, /The connection to \w+ broke/],
    ])('%s', async (_, mishap, words) => {
      x.mishaps.set(postPaths.X, mishap);
      mastodon.mishaps.set(postPaths.Mastodon, mishap);
      bluesky.mishaps.set(postPaths.Bluesky, mishap);
      const { status, body } = await share();
      expect(status).toBe(200);
      expect(body.map(({ network }) => network)).toEqual(['X', 'Mastodon', 'Bluesky']);
      for (const { network, error, url } of body) {
        expect(url).toBeUndefined();
        expect(error).toMatch(words);
        expect(error).toContain(network);
      }
      expect((await row())?.shares).toEqual([]);
    });

    // Takes as long as it says.
    if (isDeep)
      test('no response within 20 seconds', async () => {
        x.mishaps.set(postPaths.X, 'hang');
        mastodon.mishaps.set(postPaths.Mastodon, 'hang in the body');
        const { status, body } = await share();
        expect(status).toBe(200);
        expect(body[0]?.error).toMatch(/^X did not answer in time/);
        expect(body[1]?.error).toMatch(/^Mastodon did not answer in time/);
        expect(body[2]?.url).toBeDefined();
      });
  });

  test('rejects inactive and unknown posts, and visitors', async () => {
    const inactive = await site.createPost({ active: false });
    const refused = await share('twitterImage', inactive.id);
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('inactive')]);
    expect((await share('twitterImage', 999_999)).status).toBe(404);
    expect((await site.visitor().post(`/webapi/api/twitterImage/${post.id}`)).status).toBe(401);
    expect(posted()).toEqual([0, 0, 0]);
  });

  describe('what was shared', () => {
    const both = { networks: ['Mastodon', 'Bluesky'] };
    const change = (action: 'update' | 'delete', body: object = both) =>
      site.admin.post<Shared[]>(`/webapi/api/admin/posts/${post.id}/shares/${action}`, body);

    test('is changed there with the post, and stays one', async () => {
      await addImage('#f00');
      const first = (await share()).body;
      const title = 'A day at the sea, corrected';
      await site.admin.put(`/webapi/api/posts/${post.id}`, { ...post, post_title: title });
      const { status, body } = await change('update');
      expect(status).toBe(200);
      expect(body).toEqual([
        { network: 'Mastodon', url: first[1]?.url },
        { network: 'Bluesky', url: expect.not.stringMatching(first[2]?.url ?? '') },
      ]);
      expect(mastodon.posts).toHaveLength(1);
      expect(mastodon.posts[0]).toMatchObject({ edits: 1, media_ids: ['1'] });
      expect(mastodon.posts[0]?.status).toContain(title);
      // Bluesky has no edits.
      expect([...bluesky.records.values()].map(({ record }) => record.text)).toEqual([
        expect.stringContaining(title),
      ]);
      expect((await row())?.shares).toHaveLength(3);
    });

    test('is deleted there once, and can be shared again', async () => {
      await share();
      mastodon.mishaps.set(`${postPaths.Mastodon}/0`, { status: 500, json: { error: 'oops' } });
      expect((await change('delete')).body).toEqual([
        { network: 'Mastodon', error: expect.stringContaining('trouble of its own') },
        { network: 'Bluesky' },
      ]);
      expect(bluesky.records.size).toBe(0);
      expect((await row())?.shares.map(({ network }) => network).sort()).toEqual(['Mastodon', 'X']);
      mastodon.mishaps.clear();
      expect((await change('delete', { networks: ['Mastodon'] })).body).toEqual([{ network: 'Mastodon' }]);
      expect(mastodon.posts[0]?.isDeleted).toBe(true);
      const again = (await share()).body;
      expect(again.map(({ error }) => error)).toEqual([undefined, undefined, undefined]);
      expect(mastodon.posts.map(({ isDeleted }) => isDeleted)).toEqual([true, false]);
      expect(bluesky.records.size).toBe(1);
    });

    test('is only changed where it is shared, by the owner', async () => {
      expect((await change('delete')).body).toEqual([
        { network: 'Mastodon', error: expect.stringContaining('not shared on Mastodon') },
        { network: 'Bluesky', error: expect.stringContaining('not shared on Bluesky') },
      ]);
      expect((await change('delete', { networks: ['X'] })).status).toBe(422);
      expect(mastodon.calls).toEqual([]);
    });

    test('of an earlier version is found by its URL', async () => {
      await share();
      await site.blog.db.updateTable('shares').set({ status_id: null, cid: null }).execute();
      expect((await change('delete')).body).toEqual([{ network: 'Mastodon' }, { network: 'Bluesky' }]);
      expect([mastodon.posts[0]?.isDeleted, bluesky.records.size]).toEqual([true, 0]);
    });
  });

  test('deleting a post deletes its shares', async () => {
    await share();
    expect((await site.admin.delete(`/webapi/api/posts/${post.id}`)).status).toBe(200);
    expect(await site.blog.db.selectFrom('shares').selectAll().execute()).toEqual([]);
  });
});

describe('sharing without a configured network', () => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite('sqlite');
  });
  afterAll(() => site.dispose());

  test('answers 503 and says where to enter an account', async () => {
    const { id } = await site.createPost();
    const { status, text } = await site.admin.post(`/webapi/api/twitterImage/${id}`);
    expect(status).toBe(503);
    expect(text).toContain('Enter an account under Connections.');
  });
});
