import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Overview, Shared } from '../../src/core/site/api/site.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';
import { type BlueskyStandIn, blueskyStandIn } from '../support/networks/bluesky.ts';
import { type MastodonStandIn, mastodonStandIn } from '../support/networks/mastodon.ts';
import { type XStandIn, xStandIn } from '../support/networks/x.ts';

onEachDatabase('the site', (kind) => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite(kind);
  });
  afterAll(() => site.dispose());

  test('the announcement is public while active and can be changed in part', async () => {
    const read = async (client = site.visitor()) => (await client.get('/webapi/tasks/1')).body;
    expect(await read()).toEqual({ id: 1, title: '', message: '', active: false });
    const change = (body: unknown, id: number | string = 1) => site.admin.put(`/webapi/tasks/${id}`, body);
    const announcement = { title: 'Moving', message: 'We move <b>soon</b>', active: true };
    expect((await change(announcement)).body).toEqual({ id: 1, ...announcement });
    expect(await read()).toEqual({ id: 1, ...announcement });
    expect((await change({ active: 0, id: 7 })).body).toEqual({ id: 1, ...announcement, active: false });
    expect(await read(site.admin)).toEqual({ id: 1, ...announcement, active: false });
    expect(await read()).toEqual({ id: 1, title: '', message: '', active: false });
    for (const wrong of [{ title: 1 }, { active: 'yes' }, { message: 'x'.repeat(2001) }, { title: null }])
      expect((await change(wrong)).status).toBe(422);
    for (const [id, status] of [
      [2, 404],
      [99999999999, 404],
      [0, 400],
      ['one', 400],
    ] as const) {
      expect((await change(announcement, id)).status).toBe(status);
      expect((await site.visitor().get(`/webapi/tasks/${id}`)).status).toBe(status);
    }
  });

  test('settings can be changed in part, and visitors can read them', async () => {
    const before = (await site.admin.get<Record<string, string>>('/webapi/api/admin/site')).body;
    // Fields may be added, never removed or renamed.
    expect(Object.keys(before)).toEqual(
      expect.arrayContaining([
        'contact_email',
        'fan_site_label',
        'fan_site_url',
        'site_description',
        'site_name',
        'thank_you_line',
        'theme_color',
      ]),
    );
    expect(before.site_name).toBe('Not Terrible');
    const change = (body: unknown) => site.admin.put('/webapi/api/admin/site', body);
    expect((await change({ site_name: 'Näher' })).body).toEqual({ ...before, site_name: 'Näher' });
    expect((await site.visitor().get('/webapi/api/site')).body).toEqual({
      ...before,
      site_name: 'Näher',
      site_url: site.blog.siteUrl(),
      images: { logo: null, logo_dark: null, icon: null, social: null },
    });
    const wrong = [
      { site_name: ' ' },
      { site_name: 'x'.repeat(101) },
      { fan_site_url: 'javascript:alert(1)' },
      { contact_email: 'nobody' },
      { theme_color: 'red' },
      { theme_color: '#12345g' },
      { type_pairing: 'comic' },
      { layout: 'grid' },
      { thank_you_line: 5 },
    ];
    for (const body of wrong) expect((await change(body)).status).toBe(422);
    await Promise.all([change({ thank_you_line: 'Bye' }), change({ site_description: 'All of it' })]);
    expect((await site.admin.get('/webapi/api/admin/site')).body).toMatchObject({
      site_name: 'Näher',
      thank_you_line: 'Bye',
      site_description: 'All of it',
    });
  });

  test('the overview counts posts, comments, votes and tags', async () => {
    const overview = async () => (await site.admin.get<Overview>('/webapi/api/admin/overview')).body;
    const before = await overview();
    const { id } = await site.createPost({ post_title: 'Counted' });
    await site.createPost({ active: false });
    await site.admin.post(`/webapi/api/posts/comment/${id}`, { comment_text: 'Counted, too' });
    await site.admin.post(`/webapi/api/vote/${id}`, { voteVal: 1 });
    await site.admin.post(`/webapi/api/tag/${id}/counted`);
    const after = await overview();
    expect(after.posts).toEqual({ active: before.posts.active + 1, inactive: before.posts.inactive + 1 });
    expect(after.comments.approved).toBe(before.comments.approved + 1);
    expect([after.votes, after.tags]).toEqual([before.votes + 1, before.tags + 1]);
    expect(after.recent.map(({ date }) => date)).toEqual(
      after.recent.map(({ date }) => date).sort((a, b) => (a < b ? 1 : -1)),
    );
    expect(after.recent).toContainEqual(expect.objectContaining({ kind: 'comment', post_id: id }));
  });
});

onEachDatabase('sharing', (kind) => {
  let site: ApiSite;
  let x: XStandIn;
  let mastodon: MastodonStandIn;
  let bluesky: BlueskyStandIn;
  beforeAll(async () => {
    [x, mastodon, bluesky] = await Promise.all([xStandIn(), mastodonStandIn(), blueskyStandIn()]);
    site = await apiSite(kind, {
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
  });
  afterAll(async () => {
    await site.dispose();
    await Promise.all([x, mastodon, bluesky].map((network) => network[Symbol.asyncDispose]()));
  });

  const share = (id: number | string, call = 'twitterImage') =>
    site.admin.post<Shared[]>(`/webapi/api/${call}/${id}`, { tweet: 'a placeholder' });
  const postWithImages = async (count: number, title: string) => {
    const { id } = await site.createPost({ post_title: title });
    const form = new FormData();
    form.set('post_id', String(id));
    for (let number = 1; number <= count; number++) {
      const create = { width: 20 + number, height: 20, channels: 3 as const, background: '#c8102e' };
      form.append('cover', new Blob([new Uint8Array(await sharp({ create }).png().toBuffer())]), 'p.png');
    }
    expect((await site.admin.post('/webapi/api/image', form)).status).toBe(201);
    return id;
  };

  test('answers with one entry per network and attaches the main image or up to four', async () => {
    const id = await postWithImages(5, 'Shared with one');
    const one = await share(id);
    expect(one.status).toBe(200);
    expect(one.body.map(({ network }) => network)).toEqual(['X', 'Mastodon', 'Bluesky']);
    for (const entry of one.body)
      expect(entry).toEqual({ network: entry.network, url: expect.stringMatching(/^https?:/) });
    expect(x.posts.at(-1)?.text).toContain('Shared with one');
    expect(x.posts.at(-1)?.text).toContain(`${site.blog.siteUrl()}/post/shared-with-one`);
    expect(x.posts.at(-1)?.media?.media_ids).toHaveLength(1);
    expect(bluesky.blobs).toHaveLength(1);

    const many = await share(await postWithImages(5, 'Shared with four'), 'twitterImageMulti');
    expect(many.body.every((entry) => entry.url)).toBe(true);
    expect(x.posts.at(-1)?.media?.media_ids).toHaveLength(4);
    expect(bluesky.posts.at(-1)?.embed?.images).toHaveLength(4);
  });

  test('reports the failure of one network and the success of the others', async () => {
    const { id } = await site.createPost({ post_title: 'Half shared' });
    mastodon.mishaps.set('/api/v1/statuses', { status: 422, json: { error: 'Text is too bold' } });
    const { status, body } = await share(id);
    mastodon.mishaps.clear();
    expect(status).toBe(200);
    expect(body.find(({ network }) => network === 'Mastodon')).toEqual({
      network: 'Mastodon',
      error: expect.any(String),
    });
    expect(body.filter(({ url }) => url)).toHaveLength(2);
  });

  test('answers 409 for an inactive post and 404 for an unknown one', async () => {
    const { id } = await site.createPost({ active: false });
    const before = x.posts.length;
    expect((await share(id)).status).toBe(409);
    expect((await share(id, 'twitterImageMulti')).status).toBe(409);
    expect((await share(999999)).status).toBe(404);
    expect((await share('x')).status).toBe(400);
    expect(x.posts).toHaveLength(before);
  });

  describe('without a configured network', () => {
    test('answers 503 and says where to enter an account', async () => {
      const unconfigured = await apiSite(kind);
      try {
        const { id } = await unconfigured.createPost();
        const refused = await unconfigured.admin.post(`/webapi/api/twitterImage/${id}`);
        expect(refused.status).toBe(503);
        expect(refused.text).toContain('under Connections');
      } finally {
        await unconfigured.dispose();
      }
    });
  });
});
