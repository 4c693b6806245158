import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AdminPost } from '../../src/core/posts/api/posts.ts';
import type { Category } from '../../src/core/posts/terms/api/categories.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

onEachDatabase('the admin post list', { always: 'Lists are sorted and paged in SQL.' }, (kind) => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite(kind);
  });
  beforeEach(async () => {
    for (const { id } of (await list('')).posts) await site.admin.delete(`/webapi/api/posts/${id}`);
  });
  afterAll(async () => {
    expect(site.errors).toEqual([]);
    await site.dispose();
  });

  async function list(query: string) {
    const { body, headers } = await site.admin.get<AdminPost[]>(`/webapi/api/admin/posts${query}`);
    return {
      posts: body,
      titles: body.map((post) => post.post_title),
      total: Number(headers.get('x-total-count')),
    };
  }

  test('totals stay correct when posts are created, changed and deleted', async () => {
    const totals = async () => ({
      all: (await list('?limit=1')).total,
      active: (await list('?limit=1&status=active')).total,
      inactive: (await list('?limit=1&status=inactive')).total,
    });
    expect(await totals()).toEqual({ all: 0, active: 0, inactive: 0 });
    const one = await site.createPost({ active: true });
    const two = await site.createPost({ active: false });
    expect(await totals()).toEqual({ all: 2, active: 1, inactive: 1 });
    await site.admin.put(`/webapi/api/posts/status/${one.id}/0`, {});
    expect(await totals()).toEqual({ all: 2, active: 0, inactive: 2 });
    await site.admin.put(`/webapi/api/posts/${two.id}`, { active: true, post_title: 'Two' });
    await site.admin.post(`/webapi/api/tag/${two.id}/tagged`, {});
    expect(await totals()).toEqual({ all: 2, active: 1, inactive: 1 });
    await site.admin.delete(`/webapi/api/posts/${one.id}`);
    expect(await totals()).toEqual({ all: 1, active: 1, inactive: 0 });
    await site.admin.delete(`/webapi/api/posts/${two.id}`);
    expect(await totals()).toEqual({ all: 0, active: 0, inactive: 0 });
  });

  test('an inactive post is in no public list', async () => {
    await site.createPost({ active: false, post_title: 'Hidden' });
    for (const path of ['/getposts', '/api/posts/100/0/!null/!null', '/api/posts/100/0/inactive/!null'])
      expect((await site.visitor().get(`/webapi${path}`)).body).toEqual([]);
  });

  test('sorts by date, title and votes, ascending and descending', async () => {
    for (const [post_title, post_date] of [
      ['banana', '2026-01-02T00:00:00Z'],
      ['Apple', '2026-01-03T00:00:00Z'],
      ['cherry', '2026-01-01T00:00:00Z'],
    ])
      await site.createPost({ post_title, post_date });
    const [banana] = (await list('?search=banana')).posts;
    const voter = site.visitor();
    await voter.get('/webapi/api/admin/auth');
    await voter.post(`/webapi/api/vote/${banana?.id}`, { voteVal: 1 });
    expect((await list('')).titles).toEqual(['Apple', 'banana', 'cherry']);
    expect((await list('?order=asc')).titles).toEqual(['cherry', 'banana', 'Apple']);
    expect((await list('?sort=title&order=asc')).titles).toEqual(['Apple', 'banana', 'cherry']);
    expect((await list('?sort=title')).titles).toEqual(['cherry', 'banana', 'Apple']);
    expect((await list('?sort=votes')).titles[0]).toBe('banana');
    expect((await list('?sort=votes&order=asc')).titles[2]).toBe('banana');
    expect((await list('?sort=title&order=asc&limit=1&offset=1')).titles).toEqual(['banana']);
  });

  test('filters by category, by no category, and by category and search', async () => {
    const { body: category } = await site.admin.post<Category>('/webapi/api/admin/cat', {
      category_path: `c${Date.now().toString(36)}`,
    });
    const inside = await site.createPost({ post_title: 'Inside' });
    await site.createPost({ post_title: 'Outside' });
    await site.admin.put(`/webapi/api/admin/cat/${inside.id}/${category.id}`, { state: true });
    expect(await list(`?limit=5&category=${category.id}`)).toMatchObject({ titles: ['Inside'], total: 1 });
    expect(await list('?limit=5&category=0')).toMatchObject({ titles: ['Outside'], total: 1 });
    expect(await list(`?limit=5&category=${category.id}&search=out`)).toMatchObject({ titles: [], total: 0 });
  });

  test('searches the text without markup, ignoring case and Unicode normalization form', async () => {
    await site.createPost({
      post_title: 'ÄPFEL und Öl',
      post_content: '<p>In <strong>Straßburg</strong> 100%</p>',
    });
    const found = async (search: string) =>
      (await list(`?limit=5&search=${encodeURIComponent(search)}`)).total;
    expect(await found('äpfel')).toBe(1);
    expect(await found('A\u0308PFEL')).toBe(1);
    expect(await found('in straßburg')).toBe(1);
    expect(await found('100%')).toBe(1);
    expect(await found('strong')).toBe(0);
    expect(await found('1_0')).toBe(0);
    expect(await found('%')).toBe(1);
    await site.admin.put(`/webapi/api/posts/${(await list('')).posts[0]?.id}`, { post_title: 'Birnen' });
    expect(await found('äpfel')).toBe(0);
    expect(await found('BIRNEN')).toBe(1);
  });

  test('a brief response has no content and only five comments, waiting ones first', async () => {
    const post = await site.createPost();
    for (let number = 1; number <= 6; number++)
      await site.admin.post(`/webapi/api/posts/comment/${post.id}`, { comment_text: `Answer ${number}` });
    const visitor = site.visitor();
    await visitor.get('/webapi/api/admin/auth');
    await visitor.post(`/webapi/api/posts/comment/${post.id}`, { comment_text: 'Waiting for you' });
    const [brief] = (await list('?limit=5&brief=1')).posts;
    expect(brief).toMatchObject({ post_content: '', comment_count: 7, comments_waiting: 1 });
    expect(brief?.comment.map((comment) => comment.comment_text)).toEqual([
      'Waiting for you',
      'Answer 1',
      'Answer 2',
      'Answer 3',
      'Answer 4',
    ]);
    const [whole] = (await list('?limit=5')).posts;
    expect(whole?.post_content).toBe('<p>Text</p>');
    expect(whole?.comment).toHaveLength(7);
  });

  test('a page past the end is empty but has the total', async () => {
    await site.createPost();
    expect(await list('?limit=5&offset=50')).toMatchObject({ posts: [], total: 1 });
  });
});
