import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Post, PostCard } from '../../src/core/posts/api/posts.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

onEachDatabase('post lists', { always: 'Lists are merged and paged in SQL.' }, (kind) => {
  let site: ApiSite;
  const made: Post[] = [];
  beforeAll(async () => {
    site = await apiSite(kind);
    const category = async (category_path: string) =>
      (await site.admin.post<{ id: number }>('/webapi/api/admin/cat', { category_path })).body.id;
    const japan = await category('travel.japan');
    const cooking = await category('food.japan');
    for (let number = 1; number <= 12; number++) {
      const post = await site.createPost({
        post_title: `Number ${number}`,
        // Two posts share each date, so that the order depends on the id.
        post_date: new Date(Date.UTC(2024, 0, Math.ceil(number / 2))).toISOString(),
        post_content: `<p>${'All work and no play. '.repeat(number === 1 ? 200 : 1)}</p>`,
      });
      if (number % 2 === 0) await site.admin.put(`/webapi/api/admin/cat/${post.id}/${japan}`, { state: 1 });
      if (number % 3 === 0) await site.admin.post(`/webapi/api/tag/${post.id}/third`);
      if (number === 1) await site.admin.put(`/webapi/api/admin/cat/${post.id}/${cooking}`);
      made.push(post);
    }
    await site.createPost({ post_title: 'Hidden', active: false });
  });
  afterAll(async () => {
    expect(site.errors).toEqual([]);
    await site.dispose();
  });

  const list = async (path: string) => {
    const { status, body, headers } = await site.visitor().get<PostCard[]>(`/webapi${path}`);
    expect(status).toBe(200);
    return {
      numbers: body.map((card) => Number(card.post_title.slice(7))),
      body,
      total: headers.get('x-total-count'),
    };
  };

  test('are paginated and sorted by date, then id, newest first', async () => {
    expect(await list('/api/posts/5/0/!null/!null')).toMatchObject({
      numbers: [12, 11, 10, 9, 8],
      total: '12',
    });
    expect(await list('/api/posts/5/5/!null/!null')).toMatchObject({ numbers: [7, 6, 5, 4, 3], total: '12' });
    expect(await list('/api/posts/5/10/null/null')).toMatchObject({ numbers: [2, 1], total: '12' });
    expect(await list('/api/posts/100/0/null/!null')).toMatchObject({
      numbers: [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
    });
    expect(await list('/api/posts/5/1000000/!null/!null')).toMatchObject({ numbers: [], total: '12' });
    expect((await list('/getposts')).numbers).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  });

  test('category filters match one whole path segment, case-sensitively', async () => {
    expect(await list('/api/posts/5/0/travel/!null')).toMatchObject({
      numbers: [12, 10, 8, 6, 4],
      total: '6',
    });
    expect(await list('/api/posts/50/0/japan/!null')).toMatchObject({
      numbers: [12, 10, 8, 6, 4, 2, 1],
      total: '7',
    });
    for (const none of ['trav', 'Travel', 'travel.japan', 'tr%25', '_ravel', "'"])
      expect(await list(`/api/posts/5/0/${none}/!null`)).toMatchObject({ numbers: [], total: '0' });
  });

  test('can be filtered by tag, and by category and tag together', async () => {
    expect(await list('/api/posts/2/0/!null/third')).toMatchObject({ numbers: [12, 9], total: '4' });
    expect(await list('/api/posts/5/0/travel/third')).toMatchObject({ numbers: [12, 6], total: '2' });
    expect(await list('/api/posts/5/1/travel/third')).toMatchObject({ numbers: [6], total: '2' });
    expect(await list('/api/posts/tag/3/third')).toMatchObject({ numbers: [12, 9, 6], total: '4' });
    expect(await list('/api/posts/tag/3/random')).toMatchObject({ numbers: [], total: '0' });
  });

  test('cards have truncated content, a category and tags', async () => {
    const { body } = await list('/api/posts/100/0/!null/!null');
    const long = body.at(-1);
    expect(long?.truncated).toBe(true);
    expect(long?.post_content.length).toBeLessThan(900);
    expect(long?.post_content).toMatch(/^<p>.*<\/p>$/s);
    expect(body[0]).toMatchObject({
      truncated: false,
      cat_path: 'travel.japan',
      tags: [{ tag_name: 'third' }],
    });
    expect(body[0]).not.toHaveProperty('version');
  });

  test.each(['0/0', '101/0', '5/-1', '5/1000001', 'a/0', '5/b', '5.0/0', '05x/0', '99999999999999999999/0'])(
    'limit and offset %s are answered with 400',
    async (page) => {
      expect((await site.visitor().get(`/webapi/api/posts/${page}/!null/!null`)).status).toBe(400);
    },
  );

  test('related posts are up to five of the topic in random order, without the excluded one', async () => {
    const [, second] = made;
    const seen = new Set<number>();
    for (let turn = 0; turn < 20; turn++) {
      const { numbers } = await list(`/api/posts/travel/${second?.id}/random`);
      expect(numbers).toHaveLength(5);
      expect(new Set(numbers).size).toBe(5);
      for (const number of numbers) seen.add(number);
    }
    expect([...seen].sort((a, b) => a - b)).toEqual([4, 6, 8, 10, 12]);
    const orders = new Set<string>();
    for (let turn = 0; turn < 10; turn++)
      orders.add(String((await list('/api/posts/travel/0/random')).numbers));
    expect(orders.size).toBeGreaterThan(1);
    // Only the first segment counts, and 'japan' is always the second.
    expect((await list('/api/posts/japan/0/random')).numbers).toEqual([]);
    expect((await list('/api/posts/food/0/random')).numbers).toEqual([1]);
    expect((await list('/api/posts/food/99999999999/random')).numbers).toEqual([1]);
    expect((await site.visitor().get('/webapi/api/posts/food/x/random')).status).toBe(400);
  });

  test('the admin list includes inactive posts and has pages and a total', async () => {
    const all = await site.admin.get<Post[]>('/webapi/api/admin/posts');
    expect(all.body).toHaveLength(13);
    expect(all.headers.get('x-total-count')).toBe('13');
    expect(all.body[0]).toMatchObject({ post_title: 'Hidden', active: 0 });
    const page = await site.admin.get<Post[]>('/webapi/api/admin/posts?limit=3&offset=1');
    expect(page.body.map((post) => post.post_title)).toEqual(['Number 12', 'Number 11', 'Number 10']);
    expect(page.headers.get('x-total-count')).toBe('13');
    for (const query of [
      'limit=0',
      'limit=101',
      'limit=x',
      'offset=-1',
      'status=odd',
      'sort=odd',
      'order=up',
    ])
      expect((await site.admin.get(`/webapi/api/admin/posts?${query}`)).status).toBe(400);
  });

  test('the admin search finds title, web title and text, ignoring case and taking wildcards literally', async () => {
    const odd = await site.createPost({
      post_title: 'Äpfel & 100%_Öl \\ ÉTÉ',
      post_content: '<p>Straße <strong>Σίσυφος</strong> a &amp; b</p>',
    });
    const found = async (search: string) =>
      (await site.admin.get<Post[]>(`/webapi/api/admin/posts?search=${encodeURIComponent(search)}`)).body.map(
        (post) => post.id,
      );
    for (const search of [
      'äpfel',
      'ÄPFEL',
      'apfel',
      '100%_',
      'été',
      'straße',
      'ΣΊΣΥΦΟΣ'.slice(0, 5),
      '\\',
      'a & b',
    ])
      expect({ search, ids: await found(search) }).toEqual({ search, ids: [odd.id] });
    expect(await found('number 1')).toHaveLength(4);
    for (const search of ['%', '_', 'strong', 'nothing like it', "' or 1=1 --"])
      expect({ search, ids: await found(search) }).toEqual({
        search,
        ids: ['%', '_'].includes(search) ? [odd.id] : [],
      });
    await site.admin.delete(`/webapi/api/posts/${odd.id}`);
  });

  test('totals stay correct when posts change', async () => {
    const total = async (path: string) => (await list(path)).total;
    const { id } = await site.createPost({ post_title: 'Number 13', post_date: '2024-02-01' });
    await site.admin.post(`/webapi/api/tag/${id}/third`);
    expect(await total('/api/posts/tag/1/third')).toBe('5');
    await site.admin.put(`/webapi/api/posts/status/${id}/0`);
    expect([await total('/api/posts/tag/1/third'), await total('/api/posts/1/0/null/null')]).toEqual([
      '4',
      '12',
    ]);
    await site.admin.put(`/webapi/api/posts/${id}`, { active: true, post_date: '2020-01-01' });
    expect((await list('/api/posts/1/12/null/null')).numbers).toEqual([13]);
    await site.admin.delete(`/webapi/api/posts/${id}`);
    expect([await total('/api/posts/tag/1/third'), await total('/api/posts/1/0/null/null')]).toEqual([
      '4',
      '12',
    ]);
  });
});
