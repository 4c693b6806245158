import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

onEachDatabase('posts', (kind) => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite(kind);
  });
  afterAll(async () => {
    expect(site.errors).toEqual([]);
    await site.dispose();
  });

  const create = (body: unknown) => site.admin.post<Post>('/webapi/api/posts', body);
  const change = (id: number, body: unknown) => site.admin.put<Post>(`/webapi/api/posts/${id}`, body);
  const one = async (id: number) => (await site.admin.get<Post[]>(`/webapi/api/posts/${id}`)).body[0] as Post;

  describe('creating', () => {
    test('answers 201 with the whole post', async () => {
      const begin = Date.now();
      const { status, body } = await create({ post_title: 'Tea at four', post_content: '<p>Hot.</p>' });
      expect(status).toBe(201);
      expect(body).toMatchObject({
        post_title: 'Tea at four',
        post_title_web: 'tea-at-four',
        post_content: '<p>Hot.</p>',
        update_date: null,
        img_name: null,
        cat_path: null,
        category_id: null,
        active: 0,
        vote_count: 0,
        tags: [],
        images: [],
        comment: [],
      });
      expect(Date.parse(body.post_date)).toBeGreaterThanOrEqual(begin);
      expect(Date.parse(body.post_date)).toBeLessThanOrEqual(Date.now());
    });

    test('accepts an empty title and empty content', async () => {
      const { status, body } = await create({
        post_title: '',
        post_content: '',
        active: false,
        post_date: '',
      });
      expect(status).toBe(201);
      expect(body).toMatchObject({ post_title: '', post_content: '' });
      expect(body.post_title_web).toMatch(/^untitled/);
      expect((await create({})).status).toBe(201);
    });

    test.each([
      [true, 1],
      [1, 1],
      ['1', 1],
      ['true', 1],
      [false, 0],
      [0, 0],
      ['0', 0],
      ['false', 0],
    ])('stores active %j as %i', async (active, expected) => {
      expect((await create({ post_title: 'Flag', active })).body.active).toBe(expected);
    });

    test.each([2, -1, 'yes', null, [], {}])('rejects active %j with 422', async (active) => {
      expect((await create({ post_title: 'Flag', active })).status).toBe(422);
    });

    test.each([
      ['2024-02-29T10:00:00.123Z', '2024-02-29T10:00:00.123Z'],
      ['2024-02-29T10:00:00+02:00', '2024-02-29T08:00:00.000Z'],
      ['2024-02-29T10:00:00', '2024-02-29T10:00:00.000Z'],
      ['2024-02-29T10:00Z', '2024-02-29T10:00:00.000Z'],
      ['2024-02-29', '2024-02-29T00:00:00.000Z'],
      ['1000-01-01T00:00:00Z', '1000-01-01T00:00:00.000Z'],
      ['9998-12-31T23:59:59.999Z', '9998-12-31T23:59:59.999Z'],
      ['2024-02-29T10:00:00.123456789Z', '2024-02-29T10:00:00.123Z'],
    ])('stores the date %s as %s', async (post_date, stored) => {
      const { body } = await create({ post_title: 'Dated', post_date });
      expect(body.post_date).toBe(stored);
      expect((await one(body.id)).post_date).toBe(stored);
    });

    test.each([
      'yesterday',
      '2023-02-29',
      '2024-13-01T00:00:00Z',
      '2024-01-01T24:00:00Z',
      '2024-01-01T00:00:00+99:00',
      '01.02.2024',
      '0999-12-31T23:59:59Z',
      '1000-01-01T00:00:00+10:00',
      '+012024-01-01T00:00:00Z',
      '9999-12-31T23:00:00-10:00',
      1700000000,
      true,
      {},
    ])('rejects the date %j with 422', async (post_date) => {
      const created = await create({ post_title: 'Dated', post_date });
      expect(created.status).toBe(422);
      const { id } = await site.createPost();
      expect((await change(id, { post_date })).status).toBe(422);
    });

    test('ignores unknown and read-only fields', async () => {
      const { status, body } = await create({
        id: 1,
        post_title: 'Extra',
        vote_count: 99,
        version: 12,
        description: 'mine',
        images: [{ id: 1 }],
        unknown: { deep: [1] },
      });
      expect(status).toBe(201);
      expect(body).toMatchObject({ post_title_web: 'extra', vote_count: 0, images: [] });
      expect(body.description).not.toBe('mine');
    });

    test('limits the title to 500 code points', async () => {
      expect((await create({ post_title: '🙂'.repeat(500) })).status).toBe(201);
      expect((await create({ post_title: '🙂'.repeat(501) })).status).toBe(422);
    });

    test('sanitizes the content', async () => {
      const { body } = await create({
        post_title: '<b>Bold</b>',
        post_content:
          '<p onclick="alert(1)">Hi<script>alert(1)</script> <a href="javascript:alert(1)">x</a></p>',
      });
      expect(body.post_title).toBe('<b>Bold</b>');
      expect(body.post_content).not.toMatch(/script|onclick/);
      expect(body.post_content).toContain('Hi');
    });
  });

  describe('changing', () => {
    test('leaves fields that are not sent', async () => {
      const before = await site.createPost({ post_title: 'Keep', post_content: '<p>Keep</p>' });
      expect((await change(before.id, { post_title: 'Other' })).body).toMatchObject({
        post_title: 'Other',
        post_content: before.post_content,
        post_date: before.post_date,
        active: 1,
      });
      expect((await change(before.id, {})).body).toMatchObject({ post_title: 'Other', active: 1 });
      expect((await change(before.id, { post_date: null })).body.post_date).toBe(before.post_date);
    });

    test('sets update_date only when title or content changes after the first activation', async () => {
      const { id } = (await create({ post_title: 'Draft', post_content: '<p>a</p>' })).body;
      expect((await change(id, { post_title: 'Draft two' })).body.update_date).toBeNull();
      expect((await change(id, { post_title: 'Draft three', active: true })).body.update_date).toBeNull();
      expect((await change(id, { post_date: '2024-01-01T00:00:00Z' })).body.update_date).toBeNull();
      expect(
        (await change(id, { post_title: 'Draft three', post_content: '<p>a</p>' })).body.update_date,
      ).toBeNull();
      await site.admin.put(`/webapi/api/posts/status/${id}/0`);
      expect((await one(id)).update_date).toBeNull();
      const { update_date } = (await change(id, { post_content: '<p>b</p>' })).body;
      expect(Date.parse(update_date ?? '')).toBeGreaterThan(Date.now() - 60_000);
      const later = (await change(id, { post_title: 'Draft four' })).body.update_date ?? '';
      expect(later >= (update_date ?? '')).toBe(true);
    });

    test('answers 409 to an outdated version and overwrites nothing', async () => {
      const { id, version } = await site.createPost({ post_title: 'Mine' });
      expect((await change(id, { post_title: 'First', version })).status).toBe(200);
      expect((await change(id, { post_title: 'Second', version })).status).toBe(409);
      expect((await one(id)).post_title).toBe('First');
    });

    test('applies concurrent changes of different fields', async () => {
      const { id } = await site.createPost({ post_title: 'Both', post_content: '<p>old</p>' });
      await Promise.all([
        change(id, { post_title: 'Title' }),
        change(id, { post_content: '<p>new</p>' }),
        site.admin.put(`/webapi/api/posts/status/${id}/0`),
      ]);
      expect(await one(id)).toMatchObject({
        post_title: 'Title',
        post_content: '<p>new</p>',
        active: 0,
      });
    });

    test('accepts 0 and 1 as status', async () => {
      const { id } = (await create({ post_title: 'Status' })).body;
      const set = (status: string) => site.admin.put(`/webapi/api/posts/status/${id}/${status}`);
      expect((await set('1')).body).toEqual({ id, active: 1 });
      expect((await set('1')).body).toEqual({ id, active: 1 });
      expect((await set('0')).body).toEqual({ id, active: 0 });
      for (const wrong of ['2', 'true', '-1', '']) expect((await set(wrong)).status).not.toBe(200);
      expect((await set('2')).status).toBe(400);
      expect((await site.admin.put('/webapi/api/posts/status/999999/1')).status).toBe(404);
    });
  });

  describe('web titles', () => {
    const webTitle = async (post_title: string, values = {}) =>
      (await create({ post_title, ...values })).body.post_title_web;

    test('consist of ASCII words from the title', async () => {
      expect(await webTitle('Crème brûlée & Größe: 100%!')).toBe('creme-brulee-grosse-100');
      expect(await webTitle('Привет, мир')).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(await webTitle('???')).toMatch(/^untitled/);
      expect(await webTitle('\u0000\u202e')).toMatch(/^untitled/);
    });

    test('get a number to be unique, within 80 characters', async () => {
      expect(await webTitle('Twice')).toBe('twice');
      expect(await webTitle('Twice!')).toBe('twice-2');
      expect(await webTitle('TWICE')).toBe('twice-3');
      const long = 'x'.repeat(200);
      const first = await webTitle(long);
      const second = await webTitle(long);
      expect([first.length, second.length]).toEqual([80, 80]);
      expect(second).toMatch(/x-2$/);
    });

    test('are unique under 20 concurrent requests', async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => create({ post_title: 'All at once', active: true })),
      );
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
      expect(new Set(answers.map(({ body }) => body.post_title_web)).size).toBe(20);
    });

    test('follow the title until the first activation', async () => {
      const { id } = (await create({ post_title: 'Working name' })).body;
      expect((await change(id, { post_title: 'Better name' })).body.post_title_web).toBe('better-name');
      expect((await change(id, { post_title: 'Best name', active: true })).body.post_title_web).toBe(
        'best-name',
      );
      expect((await change(id, { post_title: 'Too late' })).body.post_title_web).toBe('best-name');
      await site.admin.put(`/webapi/api/posts/status/${id}/0`);
      expect((await change(id, { post_title: 'Still too late' })).body.post_title_web).toBe('best-name');
    });
  });

  describe('reading a post', () => {
    test('works by id as an array, by id directly, and by web title', async () => {
      const post = await site.createPost({
        post_title: 'Read me',
        post_content: `<p>${'word '.repeat(500)}</p>`,
      });
      const visitor = site.visitor();
      const byId = await visitor.get<Post[]>(`/webapi/api/posts/${post.id}`);
      const direct = await visitor.get<Post>(`/webapi/api/posts/${post.id}/direct`);
      const byTitle = await visitor.get<Post>(`/webapi/api/posts/${post.post_title_web}/directByTitle`);
      expect(byId.body).toHaveLength(1);
      expect(byId.body[0]?.post_content).toBe(post.post_content);
      expect(direct.body).toEqual(byId.body[0]);
      expect(byTitle.body).toEqual(direct.body);
    });

    test('answers 404 to an unknown id or title and 400 to an invalid id', async () => {
      for (const id of ['999999', '2147483648', '99999999999999999999', '9'.repeat(200)]) {
        expect((await site.visitor().get(`/webapi/api/posts/${id}`)).status).toBe(404);
        expect((await site.admin.put(`/webapi/api/posts/${id}`, {})).status).toBe(404);
        expect((await site.admin.delete(`/webapi/api/posts/${id}`)).status).toBe(404);
      }
      for (const id of ['0', '-1', 'abc', '1.5', '1e3', '0x10', '%20', '1%00', '٣', 'NaN', '%2B1'])
        expect((await site.visitor().get(`/webapi/api/posts/${id}/direct`)).status).toBe(400);
      expect((await site.visitor().get('/webapi/api/posts/no-such-title/directByTitle')).status).toBe(404);
    });
  });

  test('deleting a post deletes its tags, comments and votes', async () => {
    const { id } = await site.createPost();
    await site.admin.post(`/webapi/api/tag/${id}/doomed`);
    const commented = await site.admin.post<{ id: number }>(`/webapi/api/posts/comment/${id}`, {
      comment_text: 'Going too',
    });
    await site.admin.post(`/webapi/api/vote/${id}`, { voteVal: 1 });
    const removed = await site.admin.delete(`/webapi/api/posts/${id}`);
    expect(removed).toMatchObject({ status: 200, body: { id } });
    expect((await site.admin.delete(`/webapi/api/posts/${id}`)).status).toBe(404);
    expect((await site.admin.get(`/webapi/api/posts/${id}`)).status).toBe(404);
    expect((await site.visitor().get('/webapi/api/posts/tag/5/doomed')).body).toEqual([]);
    expect(
      (await site.admin.put(`/webapi/api/posts/comment/approve/${commented.body.id}`, { state: true }))
        .status,
    ).toBe(404);
    const left = await Promise.all(
      (['votes', 'listings', 'post_tags'] as const).map((table) =>
        site.blog.db.selectFrom(table).select('post_id').where('post_id', '=', id).execute(),
      ),
    );
    expect(left).toEqual([[], [], []]);
  });
});
