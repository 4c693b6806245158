import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ChangedPhoto, Profile } from '../../src/core/accounts/api/profiles.ts';
import type { Comment } from '../../src/core/comments/api/comments.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import type { Restored } from '../../src/core/posts/bin/api.ts';
import { type ApiClient, type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

const password = 'a password of mine';
const profilePath = (id: number) => `/webapi/api/admin/users/${id}/profile`;

onEachDatabase('authors', (kind) => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite(kind);
  });
  afterAll(() => site.dispose());
  const added: number[] = [];
  beforeEach(async () => {
    for (const id of added.splice(0)) await removeUser(id);
    await name(1, '');
    await site.admin.put('/webapi/api/admin/site', { show_single_author: true });
  });

  const page = async (path: string) => (await site.visitor().get(path)).text;
  const name = (id: number, display_name: string, more = {}) =>
    site.admin.put<Profile>(profilePath(id), { display_name, ...more });
  const removeUser = (id: number) => site.admin.delete(`/webapi/api/admin/users/${id}`);
  const addUser = async (username: string): Promise<{ id: number; client: ApiClient }> => {
    const answer = await site.admin.post<{ id: number }>('/webapi/api/admin/users', { username, password });
    const { id } = answer.body;
    added.push(id);
    const client = site.visitor();
    await site.signIn(client, username, password);
    return { id, client };
  };
  const read = async (id: number) => (await site.admin.get<[Post]>(`/webapi/api/posts/${id}`)).body[0];

  test('a changed name shows on posts, cards, feeds and comments at the next load', async () => {
    const post = await site.createPost({ post_title: 'Tea' });
    expect(post).toMatchObject({ author_id: 1, byline: null, author: null });
    await site.admin.post(`/webapi/api/posts/comment/${post.id}`, { comment_text: 'My own words' });
    const paths = ['/', '/?view=compact', '/post/tea', '/feed.xml', '/atom.xml', '/feed.json'];
    for (const path of paths) expect(await page(path), path).not.toContain('Ada');
    await name(1, 'Ada');
    for (const path of paths) expect(await page(path), path).toContain('Ada');
    expect(await page('/post/tea')).toMatch(/<strong class="p-author h-card" dir="auto">Ada<\/strong>/);
    await name(1, 'Ada & "Eve" <script>');
    for (const path of paths) expect(await page(path), path).not.toMatch(/>Ada<|Eve" <script>/);
    const ld = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(await page('/post/tea'))?.[1];
    expect(JSON.parse(ld ?? '').author.name).toBe('Ada & "Eve" <script>');
    await name(1, '');
    expect(await page('/post/tea')).toMatch(/<strong class="p-author h-card" dir="auto">Admin<\/strong>/);
    await site.admin.delete(`/webapi/api/posts/${post.id}`);
  });

  test('the byline of a single author is shown as the owner prefers, the box in either case', async () => {
    await site.createPost({ post_title: 'Alone' });
    await name(1, 'Ada', {
      bio: '<p>I <em>write</em>.</p>',
      links: [{ label: 'Me', url: 'https://a.example.org/@ada' }],
    });
    expect(await page('/post/alone')).toContain('class="byline"');
    await site.admin.put('/webapi/api/admin/site', { show_single_author: false });
    for (const path of ['/', '/post/alone']) expect(await page(path)).not.toContain('class="byline"');
    const html = await page('/post/alone');
    expect(html).toContain('<section id="author" class="author-box p-author h-card" aria-label="About Ada">');
    expect(html).toContain('<p>I <em>write</em>.</p>');
    expect(html).toContain('<a class="u-url" rel="me" href="https://a.example.org/@ada"><bdi>Me</bdi></a>');
    const { id } = await addUser('second');
    await name(id, 'Bea');
    expect(await page('/post/alone')).toContain('class="byline"');
    expect(await page('/')).toContain(
      '<a href="/post/alone#author">by <bdi class="p-author h-card">Ada</bdi></a>',
    );
  });

  test('programs find the author as a person', async () => {
    await site.createPost({ post_title: 'Meta' });
    const links = [
      { label: 'Mail', url: 'mailto:ada@example.org' },
      { label: 'Me', url: 'https://a.example.org/@ada' },
    ];
    await name(1, 'Ada', { links });
    const html = await page('/post/meta');
    expect(html).toContain('<meta name="author" content="Ada"/>');
    expect(html).toContain('<meta property="article:author" content="https://a.example.org/@ada"/>');
    const ld = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1];
    expect(JSON.parse(ld ?? '').author).toEqual({
      '@type': 'Person',
      name: 'Ada',
      url: 'https://a.example.org/@ada',
      sameAs: ['https://a.example.org/@ada'],
    });
    const home = await page('/');
    expect(home).toContain('<link rel="me" href="https://a.example.org/@ada"/>');
    expect(home).toContain('class="p-author h-card" hidden=""');
    expect(await page('/feed.xml')).toContain('<dc:creator>Ada</dc:creator>');
    expect(await page('/atom.xml')).toContain(
      '<author><name>Ada</name><uri>https://a.example.org/@ada</uri></author>',
    );
    expect(JSON.parse(await page('/feed.json')).items[0].authors).toEqual([
      { name: 'Ada', url: 'https://a.example.org/@ada' },
    ]);
    await name(1, '', { links: [] });
    expect(await page('/')).not.toContain('rel="me"');
    expect(await page('/post/meta')).not.toMatch(/name="author"|id="author"/);
    const none = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(await page('/post/meta'))?.[1];
    expect(JSON.parse(none ?? '').author['@type']).toBe('Organization');
  });

  test('the author is who creates the post, and can be changed, also for many posts', async () => {
    const { id, client } = await addUser('writer');
    const { body: post } = await client.post<Post>('/webapi/api/posts', { post_title: 'Theirs' });
    expect(post.author_id).toBe(id);
    await site.admin.put(`/webapi/api/posts/${post.id}`, { post_title: 'Changed' });
    expect((await read(post.id)).author_id, 'a change by another administrator').toBe(id);
    await site.admin.put(`/webapi/api/posts/${post.id}`, { author_id: 1 });
    expect((await read(post.id)).author_id).toBe(1);
    const wrong = await site.admin.put(`/webapi/api/posts/${post.id}`, { author_id: 999 });
    expect(wrong.status).toBe(422);
    const bulk = (author_id: number | null) =>
      site.admin.post('/webapi/api/admin/posts/bulk', { ids: [post.id], action: 'author', author_id });
    await bulk(id);
    expect((await read(post.id)).author_id).toBe(id);
    const { body: copy } = await site.admin.post<Post>(`/webapi/api/admin/posts/${post.id}/duplicate`, {});
    expect(copy.author_id).toBe(id);
    expect((await bulk(999)).status).toBe(422);
    await bulk(null);
    expect((await read(post.id)).author_id).toBe(null);
  });

  test('posts and comments keep the name of an author who was removed', async () => {
    const { id, client } = await addUser('leaves');
    await name(id, 'Former');
    const { body: post } = await client.post<Post>('/webapi/api/posts', {
      post_title: 'Stays',
      active: true,
    });
    const binned = (await client.post<Post>('/webapi/api/posts', { post_title: 'Binned', active: true }))
      .body;
    await client.post(`/webapi/api/posts/comment/${binned.id}`, { comment_text: 'Words' });
    await client.delete(`/webapi/api/posts/${binned.id}`);
    expect((await removeUser(id)).status).toBe(200);
    expect(await page('/post/stays')).toContain('Former');
    const { body: profile } = await site.admin.get<Profile>(profilePath(id));
    expect(profile).toMatchObject({ username: null, display_name: 'Former' });
    const items = [{ kind: 'post', id: binned.id }];
    const restored = await site.admin.post<Restored[]>('/webapi/api/admin/bin/restore', { items });
    expect(restored.body).toEqual([{ kind: 'post', id: binned.id, restored: true, message: '' }]);
    expect(await page('/post/binned')).toContain('Former');
    await name(id, '');
    expect(await page('/post/stays')).not.toContain('Former');
    expect((await read(post.id)).author_id).toBe(id);
  });

  test('the profile of a removed author without a name goes, and a restored post has none', async () => {
    const { id, client } = await addUser('nameless');
    const { body: post } = await client.post<Post>('/webapi/api/posts', { post_title: 'Nameless' });
    const { body: binned } = await client.post<Post>('/webapi/api/posts', {
      post_title: 'Gone',
      active: true,
    });
    await client.post(`/webapi/api/posts/comment/${binned.id}`, { comment_text: 'Words' });
    await client.delete(`/webapi/api/posts/${binned.id}`);
    await removeUser(id);
    expect((await site.admin.get(profilePath(id))).status).toBe(404);
    expect((await read(post.id)).author_id).toBe(null);
    const items = [{ kind: 'post', id: binned.id }];
    const { body } = await site.admin.post<Restored[]>('/webapi/api/admin/bin/restore', { items });
    expect(body[0]).toMatchObject({ restored: true, message: expect.stringContaining('author') });
    expect((await read(binned.id)).author_id).toBe(null);
  });

  test("comments of administrators have their display name, and stay 'Admin' in the API", async () => {
    const post = await site.createPost({ post_title: 'Talk' });
    const path = `/webapi/api/posts/comment/${post.id}`;
    const first = (await site.admin.post<Comment>(path, { comment_text: 'Before a name' })).body;
    expect(first).toMatchObject({ user_name: 'Admin', display_name: null });
    await name(1, 'Ada');
    const { body } = await site.visitor().get<Comment[]>(`/webapi/api/posts/comment/approve/${post.id}`);
    expect(body).toMatchObject([{ id: first.id, user_name: 'Admin', display_name: 'Ada' }]);
  });

  test('visitors cannot comment under the name of an author', async () => {
    const post = await site.createPost({ post_title: 'Names' });
    await name(1, 'Ada Lovelace');
    const visitor = site.visitor();
    await visitor.get('/webapi/api/admin/auth');
    const comment = (user_name: string) =>
      visitor.post(`/webapi/api/posts/comment/${post.id}`, { comment_text: 'Some words', user_name });
    for (const taken of ['Ada Lovelace', 'ada  lovelace', 'АDA LOVELACE', 'A.d.a Lovelace', 'Adа_Lоvelасe'])
      expect((await comment(taken)).status, taken).toBe(422);
    expect((await comment('Ada')).status).toBe(201);
    expect((await comment('Admin')).status).toBe(422);
  });

  test('a photo is cropped to a square, without metadata, and survives the sweep', async () => {
    const upload = async (width: number, height: number, color: string) => {
      const image = sharp({ create: { width, height, channels: 3, background: color } });
      const bytes = await image
        .jpeg()
        .withExif({ IFD0: { Artist: 'secret' } })
        .toBuffer();
      const form = new FormData();
      form.set('image', new Blob([new Uint8Array(bytes)]), 'me.jpg');
      return site.admin.post<ChangedPhoto>(`${profilePath(1)}/photo`, form);
    };
    await name(1, 'Ada');
    await site.createPost({ post_title: 'Photo' });
    const { status, body } = await upload(900, 600, '#336699');
    expect(status).toBe(200);
    const { photo } = body.profile;
    expect(photo?.size).toBe(384);
    expect(photo?.srcset.split(', ')).toHaveLength(3);
    const file = await fetch(new URL(photo?.file_path ?? '', site.url));
    const metadata = await sharp(Buffer.from(await file.arrayBuffer())).metadata();
    expect(metadata).toMatchObject({ format: 'webp', width: 384, height: 384 });
    expect(metadata.exif).toBeUndefined();
    expect(await page('/post/photo')).toContain(`<img class="u-photo" src="${photo?.file_path}"`);
    const second = (await upload(500, 500, '#993333')).body.profile.photo;
    expect((await fetch(new URL(photo?.file_path ?? '', site.url))).status, 'the photo before').toBe(404);
    expect(await page('/post/photo')).toContain(second?.file_path);
    expect((await upload(9000, 6000, '#111111')).status, 'more than 50 megapixels').toBe(413);
    const removed = await site.admin.delete<ChangedPhoto>(`${profilePath(1)}/photo`);
    expect(removed.body.profile.photo).toBe(null);
    expect(await page('/post/photo')).not.toContain('u-photo');
  });
});
