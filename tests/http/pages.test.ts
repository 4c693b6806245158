import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Post, PostCard } from '../../src/core/posts/api/posts.ts';
import type { Draft, DraftHead, SharedPreview } from '../../src/core/posts/api/writing.ts';
import type { BinEntry, Restored } from '../../src/core/posts/bin/api.ts';
import type { Overview } from '../../src/core/site/api/site.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';
import { say } from '../support/raw-http.ts';

const metricsToken = 'a-token-for-the-metrics-of-pages';

onEachDatabase('pages of the owner', (kind) => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite(kind, { METRICS_TOKEN: metricsToken });
  });
  afterAll(async () => {
    expect(site.errors).toEqual([]);
    await site.dispose();
  });

  const send = (values: Record<string, unknown>) =>
    site.admin.post<Post>('/webapi/api/posts', {
      kind: 'page',
      post_title: 'A page',
      post_content: '<p>Text of a page</p>',
      active: true,
      ...values,
    });
  const create = async (values: Record<string, unknown>): Promise<Post> => {
    const { status, body, text } = await send(values);
    expect(status, text).toBe(201);
    return body;
  };
  const change = (id: number, body: unknown) => site.admin.put<Post>(`/webapi/api/posts/${id}`, body);
  const open = (path: string, client = site.visitor()) => client.get(path);
  /** Unlike fetch, sends the path without normalizing it. */
  const raw = (path: string) =>
    say(site.url, `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  const titles = (list: readonly { post_title: string }[]) => list.map(({ post_title }) => post_title);
  const goesHome = async (path: string) => {
    const { status, headers } = await open(path);
    return status === 302 && headers.get('location') === '/';
  };

  describe('are shown at their path', () => {
    test('with metadata, but without date, tags, votes and comments', async () => {
      const page = await create({ post_title: 'About <us>', post_title_web: '/about' });
      expect(page).toMatchObject({ kind: 'page', post_title_web: '/about', comments_open: 0, vote_count: 0 });
      const { status, text, headers } = await open('/about');
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('public, no-cache');
      expect(text).toContain('Text of a page');
      expect(text).toMatch(/<link rel="canonical" href="[^"]*\/about"\/>/);
      expect(text).toContain('<meta property="og:type" content="website"/>');
      expect(text).toContain(`/card/${page.id}-`);
      const [, json = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text) ?? [];
      expect(JSON.parse(json)).toMatchObject({ '@type': 'WebPage', name: 'About <us>' });
      for (const absent of ['dt-published', 'class="tags"', 'This is Terrible', 'comment-list', 'Other '])
        expect(text, absent).not.toContain(absent);
    });

    test('on several levels, and only in one spelling', async () => {
      await create({ post_title: 'Privacy', post_title_web: '/legal/privacy' });
      expect((await open('/legal/privacy')).status).toBe(200);
      for (const other of [
        '/legal/privacy/',
        '//legal/privacy',
        '/legal//privacy',
        '/legal/%70rivacy',
        '/%2e%2e/legal/privacy',
        '/x/%2E%2e/legal/./privacy',
      ]) {
        const { status, headers } = await raw(other);
        expect([status, headers.location], other).toEqual([301, ['/legal/privacy']]);
      }
      expect((await raw('/a'.repeat(15_000))).status).toBe(431);
      expect((await raw('/a'.repeat(3_000))).headers.location).toEqual(['/']);
      for (const other of ['/Legal/privacy', '/legal', '/legal/privacy/more', '/legal%2Fprivacy', '/privacy'])
        expect(await goesHome(other), other).toBe(true);
      expect((await open('/post/%2Flegal%2Fprivacy')).headers.get('location')).toBe('/legal/privacy');
      expect((await open('/post/privacy')).status).toBe(404);
    });

    test('at once where the path was unknown before, and where the page cache has them', async () => {
      expect(await goesHome('/later')).toBe(true);
      const page = await create({ post_title: 'Later', post_title_web: '/later' });
      // The second time it comes from the cache.
      for (let time = 0; time < 2; time++) expect((await open('/later')).text).toContain('Text of a page');
      expect((await open('/later?utm_source=x')).headers.get('surrogate-key')).toContain(`post:${page.id}`);
      await change(page.id, { post_content: '<p>Another text</p>' });
      const { text } = await open('/later');
      expect(text).toContain('Another text');
      expect(text).toContain('dt-updated');
    });

    test('when they are active; the owner sees an inactive one with a banner', async () => {
      const page = await create({ post_title: 'Plan', post_title_web: '/plan', active: false });
      expect(await goesHome('/plan')).toBe(true);
      const own = await open('/plan', site.admin);
      expect([own.status, own.text.includes('Inactive')]).toEqual([200, true]);
      await site.admin.put(`/webapi/api/posts/status/${page.id}/1`);
      expect((await open('/plan')).status).toBe(200);
      await change(page.id, { post_title_web: '/new-plan' });
      await site.admin.put(`/webapi/api/posts/status/${page.id}/0`);
      // Neither its path nor a former one tells visitors that it exists.
      for (const path of ['/plan', '/new-plan']) expect(await goesHome(path), path).toBe(true);
      expect((await open('/plan', site.admin)).headers.get('location')).toBe('/new-plan');
    });

    test('by the links of their id, and by the calls for one post', async () => {
      const page = await create({ post_title: 'By id', post_title_web: '/by/id' });
      expect((await open(`/post?name=${page.id}`)).headers.get('location')).toBe('/by/id');
      for (const path of [`${page.id}/direct`, '%2Fby%2Fid/directByTitle'])
        expect((await open(`/webapi/api/posts/${path}`)).body).toMatchObject({ id: page.id, kind: 'page' });
      expect((await open(`/webapi/api/posts/${page.id}`)).body).toMatchObject([{ kind: 'page' }]);
      expect((await open('/webapi/api/address?title=/by/id')).body).toEqual({ post_title_web: '/by/id' });
    });

    test('even if the path begins like that of another part of the site', async () => {
      for (const path of ['/administration', '/loginhelp', '/postage', '/tags', '/webapis']) {
        await create({ post_title: path, post_title_web: path });
        expect((await open(path)).status, path).toBe(200);
      }
      expect((await open('/robots.txt')).text).not.toMatch(/^Disallow: \/(admin|login)$/m);
    });
  });

  describe('have paths', () => {
    test('that follow the title until they are first public', async () => {
      const page = await create({ post_title: 'Our Story', active: false });
      expect(page.post_title_web).toBe('/our-story');
      expect((await change(page.id, { post_title: 'My story' })).body.post_title_web).toBe('/my-story');
      expect((await create({ post_title: 'My story' })).post_title_web).toBe('/my-story-2');
      await change(page.id, { active: true });
      expect((await change(page.id, { post_title: 'A story' })).body.post_title_web).toBe('/my-story');
      // A title that is a reserved word gets a number.
      expect((await create({ post_title: 'Archive' })).post_title_web).toBe('/archive-2');
      expect((await create({ post_title: '' })).post_title_web).toBe('/untitled');
    });

    test('that are refused with a reason', async () => {
      const page = await create({ post_title: 'Movable' });
      const reasons: [path: string, reason: RegExp][] = [
        ['/admin', /the admin area/],
        ['/admin/x', /the admin area/],
        ['/post', /used for posts/],
        ['/webapi/x', /the web API/],
        ['/feed.xml', /no file extension/],
        ['/about.html', /no file extension/],
        ['/.well-known/x', /other programs/],
        ['/', /1 to 5 parts/],
        ['/About', /1 to 5 parts/],
        ['/about/', /1 to 5 parts/],
        ['//about', /1 to 5 parts/],
        ['/a//b', /1 to 5 parts/],
        ['/..', /1 to 5 parts/],
        ['/a/../b', /1 to 5 parts/],
        ['/%2e%2e/b', /1 to 5 parts/],
        ['/a b', /1 to 5 parts/],
        ['/a?b', /1 to 5 parts/],
        ['/a/b/c/d/e/f', /1 to 5 parts/],
        [`/${'a'.repeat(81)}`, /1 to 5 parts/],
        ['/a'.repeat(15_000), /At most/],
        ['about', /begins with a slash/],
      ];
      for (const [path, reason] of reasons) {
        for (const answer of [
          await change(page.id, { post_title_web: path }),
          await send({ post_title_web: path }),
        ]) {
          expect(answer.status, path.slice(0, 50)).toBe(422);
          expect(answer.text, path.slice(0, 50)).toMatch(reason);
        }
      }
      expect((await change(page.id, { post_title_web: '/a/b/c/d/e' })).status).toBe(200);
      const post = await site.createPost();
      const refused = await change(post.id, { post_title_web: '/about-posts' });
      expect([refused.status, refused.text.includes('only pages have paths')]).toEqual([422, true]);
      for (const [id, other] of [
        [post.id, 'page'],
        [page.id, 'post'],
      ])
        expect((await change(Number(id), { kind: other })).status).toBe(422);
      expect((await change(page.id, { kind: 'page' })).status).toBe(200);
    });

    test('that redirect until another page takes them, once they were public, also after a restart', async () => {
      const page = await create({ post_title: 'One', post_title_web: '/one' });
      expect((await open('/one')).status).toBe(200);
      await change(page.id, { post_title_web: '/two' });
      await change(page.id, { post_title_web: '/three/deep' });
      await site.restart();
      for (const path of ['/one', '/two']) {
        const { status, headers } = await open(path);
        expect([status, headers.get('location')], path).toEqual([301, '/three/deep']);
      }
      const taken = await send({ post_title_web: '/three/deep' });
      expect([taken.status, taken.text.includes('belongs to another page')]).toEqual([409, true]);
      // Its own former path may be taken back.
      expect((await change(page.id, { post_title_web: '/one' })).status).toBe(200);
      expect((await open('/one')).status).toBe(200);
      expect((await open('/three/deep')).headers.get('location')).toBe('/one');
      // Taking it for another page ends the redirect.
      const other = await create({ post_title: 'Two', post_title_web: '/two' });
      expect(other.post_title_web).toBe('/two');
      expect((await open('/two')).status).toBe(200);
      await site.admin.delete(`/webapi/api/posts/${other.id}`);
      expect((await open('/two')).status).toBe(410);
    });

    test('that are unique under concurrent requests', async () => {
      const answers = await Promise.all([1, 2, 3, 4].map(() => send({ post_title_web: '/wanted' })));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    });
  });

  test('are in no list, feed or choice of related posts, but in search, sitemap and image library', async () => {
    const category = await site.admin.post<{ id: number }>('/webapi/api/admin/cat', {
      category_path: 'garden',
    });
    const post = await site.createPost({ post_title: 'Rosehip post', category_id: category.body.id });
    await site.admin.post(`/webapi/api/tag/${post.id}/hips`);
    const before = await site.admin.get<Overview>('/webapi/api/admin/overview');
    const page = await create({ post_title: 'Rosehip page', post_title_web: '/rosehip' });
    const after = await site.admin.get<Overview>('/webapi/api/admin/overview');
    expect(after.body.posts).toEqual(before.body.posts);
    expect(after.body.pages.active).toBe(before.body.pages.active + 1);
    expect(after.body.recent).toEqual(before.body.recent);

    for (const path of [
      '/getposts',
      '/api/posts/100/0/!null/!null',
      '/api/posts/100/0/garden/!null',
      '/api/posts/tag/100/hips',
      '/api/posts/garden/0/random',
    ]) {
      const list = await site.visitor().get<PostCard[]>(`/webapi${path}`);
      expect(titles(list.body), path).toContain('Rosehip post');
      expect(titles(list.body), path).not.toContain('Rosehip page');
    }
    for (const path of ['/', '/?view=compact', '/feed.xml', '/atom.xml', '/feed.json', '/filter/garden'])
      expect((await open(path)).text, path).not.toContain('Rosehip page');
    expect(titles((await site.admin.get<Post[]>('/webapi/api/admin/posts')).body)).not.toContain(
      'Rosehip page',
    );
    const pages = await site.admin.get<Post[]>('/webapi/api/admin/posts?kind=page&search=rosehip&limit=5');
    expect(titles(pages.body)).toEqual(['Rosehip page']);
    expect(pages.headers.get('x-total-count')).toBe('1');

    const found = await site.visitor().get<PostCard[]>('/webapi/api/search/10/0?q=rosehip');
    expect(found.body.map((hit) => [hit.kind, hit.post_title_web]).sort()).toEqual([
      ['page', '/rosehip'],
      ['post', 'rosehip-post'],
    ]);
    expect((await open('/search?q=rosehip')).text).toContain('href="/rosehip"');
    expect((await open('/sitemap.xml')).text).toMatch(/<loc>[^<]*[^t]\/rosehip<\/loc>/);

    const form = new FormData();
    form.append('post_id', String(page.id));
    form.append('image', new Blob([tinyPng], { type: 'image/png' }), 'dot.png');
    expect((await site.admin.post('/webapi/image', form)).status).toBe(201);
    const library = await site.admin.get<{ post_title_web: string }[]>('/webapi/api/image?search=rosehip');
    expect(library.body.map((image) => image.post_title_web)).toEqual(['/rosehip']);
    expect((await open('/rosehip')).text).toContain('u-featured');
  });

  test('have neither category, tags nor votes', async () => {
    const { id } = await create({ post_title: 'Bare', post_title_web: '/bare' });
    const post = await site.createPost();
    const { body: category } = await site.admin.post<{ id: number }>('/webapi/api/admin/cat', {
      category_path: 'never',
    });
    expect((await site.admin.post(`/webapi/api/tag/${id}/green`)).status).toBe(409);
    expect((await site.admin.put(`/webapi/api/admin/cat/${id}/${category.id}`, {})).status).toBe(409);
    expect((await change(id, { tags: ['green'] })).status).toBe(422);
    expect((await change(id, { category_id: category.id })).status).toBe(422);
    expect((await send({ tags: ['green'] })).status).toBe(422);
    expect((await send({ category_id: category.id })).status).toBe(422);
    expect((await change(id, { tags: [], category_id: null })).status).toBe(200);
    const bulk = (body: object) =>
      site.admin.post<{ id: number; done: boolean }[]>('/webapi/api/admin/posts/bulk', {
        ids: [id, post.id],
        ...body,
      });
    for (const action of [
      { action: 'add_tag', tag: 'green' },
      { action: 'category', category_id: category.id },
    ])
      expect((await bulk(action)).body).toMatchObject([
        { id, done: false },
        { id: post.id, done: true },
      ]);
    const reader = site.visitor();
    await reader.get('/webapi/api/admin/auth');
    expect((await reader.get(`/webapi/api/vote/${id}`)).body).toEqual({ vote_count: 0 });
    expect((await reader.post(`/webapi/api/vote/${id}`, { voteVal: 1 })).status).toBe(409);
    expect((await bulk({ action: 'deactivate' })).body).toMatchObject([{ done: true }, { done: true }]);
    expect(await goesHome('/bare')).toBe(true);
  });

  test('take comments when the owner opens them, also without JavaScript', async () => {
    const page = await create({ post_title: 'Guests', post_title_web: '/guests' });
    const write = async (client = site.visitor()) => {
      await client.get('/webapi/api/admin/auth');
      return client.post(`/webapi/api/posts/comment/${page.id}`, { comment_text: 'Hello there' });
    };
    expect((await write()).status).toBe(409);
    await change(page.id, { comments_open: true });
    expect((await open('/guests')).text).toContain('Comment');
    expect((await open('/guests')).text).not.toContain('This is Terrible');
    const form = await open('/guests?comment=1');
    expect(form.headers.get('cache-control')).toBe('private, no-store');
    expect(form.text).toContain('action="/guests"');
    const post = (comment_text: string) =>
      site
        .visitor()
        .post('/guests', new URLSearchParams({ intent: 'comment', comment_text, user_name: 'Reader' }));
    const short = await post('Hi');
    expect([short.status, short.text.includes('A message should have more content.')]).toEqual([422, true]);
    const sent = await post('Sent without a script');
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/guests?commented=1#comments']);
    expect((await open('/guests?commented=1')).text).toContain('Thank you for submitting a comment.');
    expect((await write(site.admin)).status).toBe(201);
    expect((await open('/guests')).text).toContain('Hello there');
    await change(page.id, { comments_open: false });
    expect((await open('/guests')).text).toContain('Hello there');
    expect(await goesHome('/unknown-guests?comment=1')).toBe(true);
    expect((await site.visitor().post('/unknown-guests', new URLSearchParams({ a: 'b' }))).status).toBe(302);
  });

  test('go to the bin, answer 410, and return to their path or next to it', async () => {
    const page = await create({ post_title: 'Gone', post_title_web: '/gone/for-now' });
    await change(page.id, { post_title_web: '/gone/away' });
    expect((await open('/gone/away')).status).toBe(200);
    await site.admin.delete(`/webapi/api/posts/${page.id}`);
    for (const path of ['/gone/away', '/gone/for-now']) expect((await open(path)).status, path).toBe(410);
    const bin = await site.admin.get<BinEntry[]>('/webapi/api/admin/bin');
    expect(bin.body.find(({ id }) => id === page.id)).toMatchObject({ kind: 'post', post_kind: 'page' });
    const restore = () =>
      site.admin.post<Restored[]>('/webapi/api/admin/bin/restore', {
        items: [{ kind: 'post', id: page.id }],
      });
    expect((await restore()).body).toMatchObject([{ restored: true, message: '' }]);
    expect((await open('/gone/away')).status).toBe(200);
    expect((await open('/gone/for-now')).headers.get('location')).toBe('/gone/away');

    await site.admin.delete(`/webapi/api/posts/${page.id}`);
    await create({ post_title: 'Newer', post_title_web: '/gone/away' });
    const [restored] = (await restore()).body;
    expect(restored?.message).toBe(
      'The path /gone/away belongs to another page by now, so this one is at /gone/away-2.',
    );
    expect((await open('/gone/away-2')).status).toBe(200);
    expect((await open('/gone/away')).text).toContain('Newer');
    expect(titles((await site.visitor().get<PostCard[]>('/webapi/getposts')).body)).not.toContain('Gone');
  });

  test('have revisions, previews, copies and a schedule', async () => {
    const page = await create({ post_title: 'Drafted', active: false, scheduled_date: '2100-01-01' });
    expect(page).toMatchObject({ active: 0, scheduled_date: '2100-01-01T00:00:00.000Z' });
    await change(page.id, { post_content: '<p>Second version</p>' });
    const revisions = await site.admin.get<{ id: number }[]>(`/webapi/api/admin/posts/${page.id}/revisions`);
    expect(revisions.body).toHaveLength(1);
    const shared = await site.admin.post<SharedPreview>(`/webapi/api/admin/posts/${page.id}/previews`, {});
    const link = new URL(shared.body.url).pathname;
    const preview = await open(link);
    expect(preview.text).toContain('Second version');
    expect(preview.text).not.toContain('dt-published');
    const copy = await site.admin.post<Post>(`/webapi/api/admin/posts/${page.id}/duplicate`, {});
    expect(copy.body).toMatchObject({ kind: 'page', post_title_web: '/copy-of-drafted', comments_open: 0 });
    // A time in the past publishes it.
    await change(page.id, { scheduled_date: '2020-01-01' });
    expect((await open('/drafted')).text).toContain('Second version');
    expect((await open(link)).headers.get('location')).toBe('/drafted');
  });

  test('have drafts that know that they are pages', async () => {
    const values = { post_title: 'Half', post_content: '<p>A page</p>', version: 0, sequence: 1 };
    await site.admin.put('/webapi/api/admin/drafts/new-page', {
      ...values,
      kind: 'page',
      post_title_web: '/half',
    });
    expect((await site.admin.get<Draft>('/webapi/api/admin/drafts/new-page')).body).toMatchObject({
      kind: 'page',
      post_title_web: '/half',
    });
    // A form of an earlier release does not send the kind: that of the post counts.
    const page = await create({ post_title: 'Whole' });
    await site.admin.put('/webapi/api/admin/drafts/of-page', { ...values, post_id: page.id });
    const heads = await site.admin.get<DraftHead[]>('/webapi/api/admin/drafts');
    expect(heads.body.find(({ id }) => id === 'of-page')?.kind).toBe('page');
    const typed = await site.admin.post<Post>('/webapi/api/admin/preview', { ...values, kind: 'page' });
    expect(typed.body.kind).toBe('page');
  });

  test('do not fill the page cache with invented names', async () => {
    const before = await cachedPages(site);
    expect(before).toBeDefined();
    for (let n = 0; n < 50; n++) expect(await goesHome(`/invented-${n}/path`)).toBe(true);
    expect(await cachedPages(site)).toBe(before);
  });
});

const cachedPages = async (site: ApiSite): Promise<string | undefined> => {
  const { text } = await site
    .visitor()
    .get('/metrics', { headers: { authorization: `Bearer ${metricsToken}` } });
  return /^blog_page_cache_pages (\d+)$/m.exec(text)?.[1];
};

const tinyPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
