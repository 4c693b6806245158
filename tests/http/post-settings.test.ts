import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Image } from '../../src/core/images/api/images.ts';
import type { Post, PostCard } from '../../src/core/posts/api/posts.ts';
import type { Draft } from '../../src/core/posts/api/writing.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

onEachDatabase('the settings of a post', (kind) => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite(kind);
  });
  afterAll(async () => {
    expect(site.errors).toEqual([]);
    await site.dispose();
  });

  let count = 0;
  const unique = (word: string) => `${word}${++count}`;
  const change = (id: number, body: unknown) => site.admin.put<Post>(`/webapi/api/posts/${id}`, body);
  const one = async (id: number) => (await site.admin.get<[Post]>(`/webapi/api/posts/${id}`)).body[0];
  const newCategory = async () =>
    (await site.admin.post<{ id: number }>('/webapi/api/admin/cat', { category_path: unique('cat') })).body
      .id;
  const page = async (post: Pick<Post, 'post_title_web'>) =>
    String((await site.visitor().get(`/post/${post.post_title_web}`)).text);
  const addImage = async (postId: number): Promise<Image> => {
    const color = { r: ++count % 256, g: 80, b: 120 };
    const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: color } })
      .png()
      .toBuffer();
    const form = new FormData();
    form.set('post_id', String(postId));
    form.set('cover', new Blob([new Uint8Array(bytes)]), 'image.png');
    const { body, status } = await site.admin.post<Image[]>('/webapi/api/image', form);
    expect(status).toBe(201);
    return body[0] as Image;
  };
  const tagsOf = (post: Post) => post.tags.map(({ tag_name }) => tag_name);

  test('are saved with the text by one request, for a new post too', async () => {
    const category_id = await newCategory();
    const web = unique('chosen-web-title-');
    const created = await site.createPost({
      post_title_web: web,
      category_id,
      tags: ['tea', 'books', 'tea'],
      comments_open: false,
      language: 'pt-br',
      meta_description: 'A line of my own.',
    });
    expect(created).toMatchObject({
      post_title_web: web,
      category_id,
      comments_open: 0,
      language: 'pt-BR',
      meta_description: 'A line of my own.',
      description: 'A line of my own.',
    });
    expect(tagsOf(created)).toEqual(['books', 'tea']);

    const other = await newCategory();
    const { body } = await change(created.id, {
      category_id: other,
      tags: ['books', 'rain'],
      comments_open: true,
      language: '',
      meta_description: '',
      version: created.version,
    });
    expect(body).toMatchObject({ category_id: other, comments_open: 1, language: '', description: 'Text' });
    expect(tagsOf(body)).toEqual(['books', 'rain']);
    expect((await change(created.id, { category_id: null })).body.category_id).toBeNull();
    const again = { post_title_web: web, post_title: 'Another', active: false };
    expect((await site.admin.post('/webapi/api/posts', again)).status).toBe(409);
  });

  test('that are not sent stay as they are', async () => {
    const category_id = await newCategory();
    const post = await site.createPost({
      category_id,
      tags: ['kept'],
      comments_open: false,
      language: 'de',
      meta_description: 'Mine.',
    });
    const image = await addImage(post.id);
    await change(post.id, { focal_x: 10, focal_y: 90, social_image_id: image.id });
    const before = await one(post.id);
    await change(post.id, { post_title: 'Another title', post_content: '<p>Other words</p>', active: true });
    const kept = ({ id: _, post_title, post_content, version, update_date, ...rest }: Post) => rest;
    expect(kept(await one(post.id))).toEqual(kept(before));
    // A client that sends back the whole post, as it got it.
    const read = await one(post.id);
    expect((await change(post.id, read)).status).toBe(200);
    expect(kept(await one(post.id))).toEqual(kept(read));
  });

  test('are saved as a whole or not at all', async () => {
    const post = await site.createPost({ tags: ['first'] });
    const attempts: [unknown, number][] = [
      [{ tags: ['Not A Tag'] }, 422],
      [{ tags: ['fine', ''] }, 422],
      [{ tags: Array.from({ length: 1001 }, (_, n) => `tag${n}`) }, 422],
      [{ category_id: 2_000_000_000 }, 404],
      [{ main_image_id: 2_000_000_000 }, 404],
      [{ social_image_id: 2_000_000_000 }, 404],
      [{ focal_x: 101 }, 422],
      [{ focal_y: 1.5 }, 422],
      [{ language: 'english, please' }, 422],
      [{ meta_description: 'x'.repeat(301) }, 422],
      [{ tags: ['fine'], version: post.version - 1 }, 409],
    ];
    const before = await one(post.id);
    for (const [body, status] of attempts) {
      const answer = await change(post.id, { post_title: 'Half saved', ...(body as object) });
      expect([body, answer.status]).toEqual([body, status]);
      expect(await one(post.id)).toEqual(before);
    }
    const { body } = await change(post.id, { tags: ['UPPER'] });
    expect(body).toMatchObject({
      error: { message: 'Error: tags need to be at least two chars or pattern issue (only a-z).' },
    });
  });

  test('only accept an image of the same post', async () => {
    const [post, other] = [await site.createPost(), await site.createPost()];
    const foreign = await addImage(other.id);
    for (const body of [{ main_image_id: foreign.id }, { social_image_id: foreign.id }])
      expect((await change(post.id, body)).status).toBe(404);
  });

  test('choose main image, focal point and social image, which pages and lists show', async () => {
    const post = await site.createPost({ post_title: unique('Focal ') });
    const [first, second, third] = [
      await addImage(post.id),
      await addImage(post.id),
      await addImage(post.id),
    ];
    expect(await page(post)).toContain(`og:image" content="${site.blog.siteUrl()}${first.file_path}`);
    await change(post.id, { main_image_id: second.id, focal_x: 20, focal_y: 0, social_image_id: third.id });
    const html = await page(post);
    expect(html).toContain(`og:image" content="${site.blog.siteUrl()}${third.file_path}`);
    expect(html).toMatch(/<img class="u-featured"[^>]*object-position:20% 0%/);
    const card = (await site.visitor().get('/')).text;
    expect(card).toContain('object-position:20% 0%');
    const images = (await one(post.id)).images;
    expect(images.map(({ main_image, social_image }) => [main_image, social_image])).toEqual([
      [0, 0],
      [1, 0],
      [0, 1],
    ]);

    const none = await change(post.id, { main_image_id: null, social_image_id: 0 });
    expect(none.body.img_name).toBeNull();
    expect(await page(post)).toContain('/card/');
    await addImage(post.id);
    // The author removed the main image, so a later upload does not become one.
    expect((await one(post.id)).img_name).toBeNull();
  });

  test('close the comments for the API and for forms without JavaScript; existing ones stay', async () => {
    const post = await site.createPost();
    await site.admin.post(`/webapi/api/posts/comment/${post.id}`, { comment_text: 'The first one.' });
    expect(await page(post)).not.toContain('Comments are closed.');
    await change(post.id, { comments_open: 0 });
    const html = await page(post);
    expect(html).toContain('Comments are closed.');
    expect(html).toContain('The first one.');
    expect(html).not.toContain('class="comment-toggle"');

    const visitor = site.visitor();
    await visitor.get('/webapi/api/admin/auth');
    for (const client of [visitor, site.admin]) {
      const path = `/webapi/api/posts/comment/${post.id}`;
      const answer = await client.post<unknown>(path, { comment_text: 'One more of them.' });
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({ error: { code: 'conflict', message: 'Comments are closed.' } });
    }
    const form = await fetch(`${site.url}/post/${post.post_title_web}`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
      body: 'comment_text=One+more+of+them.',
    });
    expect(form.status).toBe(409);
    expect(await form.text()).toContain('Comments are closed.');
    const open = await (await fetch(`${site.url}/post/${post.post_title_web}?comment=1`)).text();
    expect(open).not.toContain('<textarea');
    const { body } = await site.visitor().get<unknown[]>(`/webapi/api/posts/comment/approve/${post.id}`);
    expect(body).toHaveLength(1);
  });

  test('name the language of a post on pages and in feeds', async () => {
    const tag = unique('lang');
    const arabic = await site.createPost({ language: 'ar', tags: [tag] });
    const plain = await site.createPost({ tags: [tag] });
    const html = await page(arabic);
    expect(html).toContain('<h1 class="post-title" lang="ar" dir="rtl">');
    expect(html).toContain('<div class="content e-content" lang="ar" dir="rtl">');
    expect(html).toContain('<meta property="og:locale" content="ar_EG"/>');
    expect(html).toContain('"inLanguage":"ar"');
    expect(await page(plain)).toContain('<div class="content e-content">');
    expect(await page(plain)).toContain('<meta property="og:locale" content="en_US"/>');
    const feed = async (name: string) => String((await site.visitor().get(`/tag/${tag}/${name}`)).text);
    expect((await feed('feed.xml')).match(/<dc:language>ar<\/dc:language>/g)).toHaveLength(1);
    expect((await feed('atom.xml')).match(/<entry xml:lang="ar">/g)).toHaveLength(1);
    const { items } = JSON.parse(await feed('feed.json')) as { items: { language?: string }[] };
    expect(items.map(({ language }) => language)).toEqual([undefined, 'ar']);
  });

  test('describe the post everywhere by what the author wrote, without a new date of revision', async () => {
    const tag = unique('described');
    const post = await site.createPost({ post_content: '<p>The first words.</p>', tags: [tag] });
    expect(await page(post)).toContain('<meta name="description" content="The first words."/>');
    await change(post.id, { meta_description: 'Why\n tea  helps.' });
    expect(await page(post)).toContain('<meta name="description" content="Why tea helps."/>');
    expect(String((await site.visitor().get(`/tag/${tag}/feed.xml`)).text)).toContain(
      '<description>Why tea helps.</description>',
    );
    const changed = await change(post.id, { post_content: '<p>Other words.</p>' });
    expect(changed.body.description).toBe('Why tea helps.');
    expect((await change(post.id, { meta_description: '' })).body).toMatchObject({
      description: 'Other words.',
    });
    const dated = await site.createPost();
    expect((await change(dated.id, { meta_description: 'Only this.' })).body.update_date).toBeNull();
  });

  test('change the lists that contain the post', async () => {
    const [from, to] = [unique('from'), unique('to')];
    const post = await site.createPost({ tags: [from] });
    const listed = async (tag: string) =>
      (await site.visitor().get<PostCard[]>(`/webapi/api/posts/tag/10/${tag}`)).body.map(({ id }) => id);
    expect(await listed(from)).toEqual([post.id]);
    expect((await site.visitor().get(`/tag/${to}`)).status).toBe(404);
    await change(post.id, { tags: [to] });
    expect(await listed(from)).toEqual([]);
    expect(await listed(to)).toEqual([post.id]);
    expect((await site.visitor().get(`/tag/${to}`)).status).toBe(200);
    expect((await site.visitor().get(`/tag/${from}`)).status).toBe(404);
  });

  test('are part of drafts, which change nothing else', async () => {
    const post = await site.createPost();
    const path = `/webapi/api/admin/drafts/${unique('draft')}`;
    const settings = {
      post_date: '2021-03-04T05:06:00.000Z',
      category_id: null,
      tags: ['not yet a tag'],
      main_image_id: 5,
      focal_x: 1,
      focal_y: 2,
      social_image_id: null,
      comments_open: false,
      language: 'de',
    };
    const draft = { post_id: post.id, post_title: 'x', post_content: '', version: 1, sequence: 1 };
    expect((await site.admin.put(path, { ...draft, settings })).status).toBe(200);
    expect((await site.admin.get<Draft>(path)).body.settings).toEqual(settings);
    // As earlier clients send it.
    expect((await site.admin.put(path, { ...draft, sequence: 2 })).status).toBe(200);
    expect((await site.admin.get<Draft>(path)).body.settings).toEqual({});
    expect(await one(post.id)).toMatchObject({ comments_open: 1, language: '', tags: [] });
  });

  test('suggest existing tags', async () => {
    const begin = unique('suggested');
    await site.createPost({ tags: [`${begin}one`, `${begin}two`], active: false });
    await site.createPost({ tags: [`${begin}one`] });
    const suggested = async (search: string) =>
      (
        await site.admin.get<{ tag_name: string }[]>(
          `/webapi/api/admin/tags?search=${encodeURIComponent(search)}`,
        )
      ).body.map(({ tag_name }) => tag_name);
    expect(await suggested(begin)).toEqual([`${begin}one`, `${begin}two`]);
    expect(await suggested(`${begin}O`)).toEqual([`${begin}one`]);
    expect(await suggested('%')).toEqual([]);
    expect(await suggested('')).toContain(`${begin}one`);
  });

  test('a duplicate is an inactive post with text, settings, tags and images, and a web title of its own', async () => {
    const category_id = await newCategory();
    const post = await site.createPost({
      post_title: unique('Original '),
      category_id,
      tags: ['tea'],
      language: 'de',
      comments_open: false,
      meta_description: 'Mine.',
    });
    const image = await addImage(post.id);
    await change(post.id, { post_content: `<p><img src="${image.file_path}"></p>`, focal_x: 5 });
    const { body: copy, status } = await site.admin.post<Post>(
      `/webapi/api/admin/posts/${post.id}/duplicate`,
    );
    expect(status).toBe(201);
    const original = await one(post.id);
    expect(copy).toMatchObject({
      post_title: `Copy of ${post.post_title}`,
      post_content: original.post_content,
      post_content_shown: original.post_content_shown,
      meta_description: 'Mine.',
      category_id,
      language: 'de',
      comments_open: 0,
      active: 0,
      vote_count: 0,
      comment: [],
    });
    expect(tagsOf(copy)).toEqual(['tea']);
    expect(copy.images).toMatchObject([{ file_path: image.file_path, main_image: 1, focal_x: 5 }]);
    expect(copy.post_title_web).not.toBe(post.post_title_web);
    expect((await site.visitor().get(`/post/${copy.post_title_web}`)).status).toBe(404);
    // The files belong to both posts.
    await site.admin.delete(`/webapi/api/posts/${post.id}`);
    expect((await fetch(site.url + image.file_path)).status).toBe(200);
    expect((await site.admin.post('/webapi/api/admin/posts/999999/duplicate')).status).toBe(404);
    const long = await site.createPost({ post_title: 'x'.repeat(500) });
    const copied = await site.admin.post<Post>(`/webapi/api/admin/posts/${long.id}/duplicate`);
    expect(copied.body.post_title).toHaveLength(500);
  });

  test('a preview shows what is typed, sanitized and rendered as saving would, and stores nothing', async () => {
    const post = await site.createPost({ active: false, post_title: unique('Preview ') });
    const values = {
      post_id: post.id,
      post_title: 'Typed title',
      post_content:
        '<p onclick="x()">Typed <b>words</b></p><script>alert(1)</script><pre><code class="language-js">let x = 1</code></pre>',
      version: post.version,
      settings: { tags: ['typed'], language: 'he' },
    };
    const send = (client: { post: ApiSite['admin']['post'] }, body: unknown) =>
      client.post<Post>('/webapi/api/admin/preview', body);
    const typed = (await send(site.admin, values)).body;
    const before = await one(post.id);
    expect(before.post_title).toBe(post.post_title);
    const { body: saved } = await change(post.id, { ...values, tags: ['typed'], language: 'he' });
    expect(typed).toMatchObject({
      post_content: saved.post_content,
      post_content_shown: saved.post_content_shown,
      description: saved.description,
      language: 'he',
    });
    expect((await send(site.admin, { ...values, post_id: null })).status).toBe(200);
    expect((await send(site.admin, { ...values, post_id: 999999 })).status).toBe(404);

    const asPage = (headers: Record<string, string>, body: string) =>
      fetch(`${site.url}/admin/preview`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body,
      });
    const cookie = [...site.admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const form = new URLSearchParams({ post: JSON.stringify(values) }).toString();
    const shown = await asPage({ cookie, 'sec-fetch-site': 'same-origin' }, form);
    const html = await shown.text();
    expect(html).toContain('Typed <strong>words</strong>');
    expect(html).toContain('<div class="content e-content" lang="he" dir="rtl">');
    expect(html).not.toMatch(/onclick|<script/);
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex, nofollow',
    });
    expect(shown.headers.get('content-security-policy')).toMatch(
      /frame-ancestors 'none'.*, sandbox allow-same-origin allow-popups; script-src 'none'/,
    );
    // Neither visitors nor other sites get one.
    const stranger = await asPage({ 'sec-fetch-site': 'same-origin' }, form);
    expect([stranger.status, stranger.headers.get('location')]).toEqual([302, '/']);
    expect((await asPage({ cookie, 'sec-fetch-site': 'cross-site' }, form)).status).toBe(403);
    expect((await asPage({ cookie, 'sec-fetch-site': 'same-origin' }, 'post=%7B')).status).toBe(400);
    const got = await fetch(`${site.url}/admin/preview`, { redirect: 'manual', headers: { cookie } });
    expect(got.headers.get('location')).toBe('/admin');
  });

  test('of inactive posts are not visible to visitors', async () => {
    const secret = unique('secretword');
    const post = await site.createPost({
      active: false,
      post_title: secret,
      meta_description: secret,
      tags: [secret],
    });
    const visitor = site.visitor();
    for (const path of [
      `/webapi/api/posts/${post.id}`,
      `/webapi/api/posts/${post.id}/direct`,
      `/webapi/api/posts/${post.post_title_web}/directByTitle`,
      '/webapi/getposts',
      '/webapi/api/posts/100/0/!null/!null',
      `/webapi/api/admin/tags?search=${secret}`,
      '/feed.xml',
      '/',
    ])
      expect(String((await visitor.get(path)).text)).not.toContain(secret);
  });

  test('the link to edit a post is on its cached page, but hidden unless there is a session', async () => {
    const post = await site.createPost();
    const html = await page(post);
    expect(html).toContain(`<a class="edit-link" href="/admin/edit/${post.id}" rel="nofollow">edit</a>`);
    expect(html).toMatch(/^<!doctype html><html(?![^>]*signed-in)[^>]*>/i);
    const own = String((await site.admin.get(`/post/${post.post_title_web}`)).text);
    expect(own).toMatch(/^<!doctype html><html[^>]* data-signed-in="true"/i);
  });
});
