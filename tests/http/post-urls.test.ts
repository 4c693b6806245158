import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

onEachDatabase('URLs of posts', (kind) => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite(kind);
  });
  afterAll(async () => {
    expect(site.errors).toEqual([]);
    await site.dispose();
  });

  const change = (id: number, body: unknown) => site.admin.put<Post>(`/webapi/api/posts/${id}`, body);
  const rename = (id: number, post_title_web: unknown) => change(id, { post_title_web });
  const resolve = (query: string, client = site.visitor()) =>
    client.get<{ post_title_web: string | null }>(`/webapi/api/address?${query}`);

  test('resolve to the post for every web title it had while public', async () => {
    const post = await site.createPost({ post_title: 'First name' });
    expect((await rename(post.id, 'second-name')).body).toMatchObject({
      post_title: 'First name',
      post_title_web: 'second-name',
      update_date: null,
    });
    await rename(post.id, 'third');
    for (const query of ['title=first-name', 'title=second-name', 'title=third', `post=${post.id}`])
      expect((await resolve(query)).body).toEqual({ post_title_web: 'third' });
    expect((await site.visitor().get('/webapi/api/posts/first-name/directByTitle')).status).toBe(404);

    expect((await rename(post.id, 'first-name')).body.post_title_web).toBe('first-name');
    for (const query of ['title=first-name', 'title=third'])
      expect((await resolve(query)).body).toEqual({ post_title_web: 'first-name' });
  });

  test('are found by the admin search', async () => {
    const post = await site.createPost({ post_title: 'Unfindable' });
    await rename(post.id, 'quince-jelly');
    const found = await site.admin.get<Post[]>('/webapi/api/admin/posts?search=quince-jelly');
    expect(found.body.map(({ id }) => id)).toEqual([post.id]);
  });

  test('must be valid web titles', async () => {
    const { id } = await site.createPost();
    const bad = ['A', 'a b', '-a', 'a-', 'a--b', 'ä', 'a/b', 'a\n', `${'a'.repeat(81)}`, 7, null];
    for (const title of bad) expect(`${title} ${(await rename(id, title)).status}`).toBe(`${title} 422`);
    expect((await rename(id, 'a'.repeat(80))).status).toBe(200);
  });

  test('that other posts have cannot be taken, and those that they had only by choice', async () => {
    const one = await site.createPost({ post_title: 'Ours' });
    await rename(one.id, 'ours-now');
    const other = await site.createPost({ post_title: 'Ours' });
    expect(other.post_title_web).toBe('ours-2');
    const refused = await rename(other.id, 'ours-now');
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('belongs to another post');
    expect((await change(one.id, { post_title: 'Still' })).body.post_title_web).toBe('ours-now');

    // Taking it ends the redirect.
    const page = (path: string) => fetch(site.url + path, { redirect: 'manual' });
    expect((await page('/post/ours')).headers.get('location')).toBe('/post/ours-now');
    expect((await rename(other.id, 'ours')).status).toBe(200);
    expect((await resolve('title=ours')).body).toEqual({ post_title_web: 'ours' });
    expect((await page('/post/ours')).status).toBe(200);
    expect((await page('/post/ours-2')).headers.get('location')).toBe('/post/ours');
    expect((await page('/post/ours-now')).status).toBe(200);
    // And it is free for no other post any more.
    expect((await rename(one.id, 'ours')).status).toBe(409);
    await rename(other.id, 'theirs');
    expect((await page('/post/ours')).headers.get('location')).toBe('/post/theirs');
    expect((await rename(one.id, 'ours')).status).toBe(200);
  });

  test('are unique under concurrent requests', async () => {
    const posts = await Promise.all([1, 2, 3, 4].map(() => site.createPost()));
    const answers = await Promise.all(posts.map(({ id }) => rename(id, 'wanted')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  test('follow the title of a draft unless they were set explicitly', async () => {
    const draft = await site.createPost({ post_title: 'Draft', active: false });
    expect((await change(draft.id, { post_title: 'Better draft' })).body.post_title_web).toBe('better-draft');
    await rename(draft.id, 'my-choice');
    expect((await change(draft.id, { post_title: 'Best draft' })).body.post_title_web).toBe('my-choice');
    const whole = await site.createPost({ post_title: 'Sent back whole', active: false });
    expect((await change(whole.id, { ...whole, post_title: 'Other' })).body.post_title_web).toBe('other');
  });

  test('that a draft had before are not kept, because they were never public', async () => {
    const draft = await site.createPost({ post_title: 'Secret plan', active: false });
    await rename(draft.id, 'harmless');
    expect((await resolve('title=secret-plan', site.admin)).status).toBe(404);
    await site.admin.delete(`/webapi/api/posts/${draft.id}`);
    expect((await resolve('title=harmless')).status).toBe(404);
    expect((await resolve(`post=${draft.id}`)).status).toBe(404);
  });

  test('of a deleted post answer that it is deleted, and can be set for another post', async () => {
    const post = await site.createPost({ post_title: 'Short life' });
    await rename(post.id, 'shorter-life');
    await site.admin.delete(`/webapi/api/posts/${post.id}`);
    for (const query of ['title=short-life', 'title=shorter-life', `post=${post.id}`])
      expect((await resolve(query)).body).toEqual({ post_title_web: null });
    expect((await site.visitor().get('/webapi/api/posts/short-life/directByTitle')).status).toBe(404);

    const again = await site.createPost({ post_title: 'Short life' });
    expect(again.post_title_web).toBe('short-life-2');
    expect((await rename(again.id, 'short-life')).status).toBe(200);
    expect((await resolve('title=short-life')).body).toEqual({ post_title_web: 'short-life' });
    expect((await resolve('title=shorter-life')).body).toEqual({ post_title_web: null });
  });

  test('of an inactive post are visible only to administrators', async () => {
    const post = await site.createPost({ post_title: 'Now you see me' });
    await rename(post.id, 'now-you-do-not');
    await site.admin.put(`/webapi/api/posts/status/${post.id}/0`);
    for (const query of ['title=now-you-see-me', 'title=now-you-do-not', `post=${post.id}`]) {
      expect((await resolve(query)).status).toBe(404);
      expect((await resolve(query, site.admin)).body).toEqual({ post_title_web: 'now-you-do-not' });
    }
  });

  test('are resolved by either title or id', async () => {
    expect((await resolve('title=never')).status).toBe(404);
    expect((await resolve('post=999999999999')).status).toBe(404);
    for (const query of ['', 'title=a&post=1', 'post=abc', 'post=0', `title=${'x'.repeat(301)}`])
      expect((await resolve(query)).status).toBe(400);
  });
});
