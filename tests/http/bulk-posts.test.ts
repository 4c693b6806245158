import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BulkResult } from '../../src/core/posts/api/bulk.ts';
import type { AdminPost } from '../../src/core/posts/api/posts.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

onEachDatabase('many posts at once', (kind) => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite(kind);
  });
  afterAll(() => site.dispose());

  const bulk = (body: object) => site.admin.post<BulkResult[]>('/webapi/api/admin/posts/bulk', body);
  const newPosts = async () => [(await site.createPost()).id, (await site.createPost()).id];
  const posts = async (ids: number[]) =>
    (await site.admin.get<AdminPost[]>('/webapi/api/admin/posts')).body
      .filter(({ id }) => ids.includes(id))
      .sort((a, b) => a.id - b.id);

  test('change status, category and tags, with a result for each post in the given order', async () => {
    const ids = await newPosts();
    const done = ids.toReversed().map((id) => ({ id, done: true, message: '' }));
    const order = ids.toReversed();
    expect((await bulk({ ids: order, action: 'deactivate' })).body).toEqual(done);
    expect((await posts(ids)).map(({ active }) => active)).toEqual([0, 0]);
    expect((await site.visitor().get('/')).text).not.toContain('A post');
    await bulk({ ids, action: 'activate' });
    expect((await site.visitor().get('/')).text).toContain('A post');

    const category = await site.admin.post<{ id: number }>('/webapi/api/admin/cat', {
      category_path: 'many',
    });
    await bulk({ ids, action: 'category', category_id: category.body.id });
    await bulk({ ids, action: 'add_tag', tag: 'some' });
    await bulk({ ids, action: 'add_tag', tag: 'other' });
    await bulk({ ids, action: 'add_tag', tag: 'some' });
    await bulk({ ids, action: 'remove_tag', tag: 'other' });
    for (const post of await posts(ids)) {
      expect(post).toMatchObject({ active: 1, cat_path: 'many' });
      expect(post.tags.map(({ tag_name }) => tag_name)).toEqual(['some']);
    }
    const listed = await site.visitor().get<AdminPost[]>('/webapi/api/posts/10/0/many/some');
    expect(listed.body.map(({ id }) => id).sort()).toEqual(ids);
    await bulk({ ids, action: 'category', category_id: null });
    expect((await posts(ids)).map(({ cat_path }) => cat_path)).toEqual([null, null]);
  });

  test('a post that is gone is reported, and the others are changed', async () => {
    const ids = await newPosts();
    const { body } = await bulk({ ids: [ids[0], 999_999, ids[1]], action: 'bin' });
    expect(body.map(({ done }) => done)).toEqual([true, false, true]);
    expect(await posts(ids)).toEqual([]);
    const items = ids.map((id) => ({ kind: 'post', id }));
    await site.admin.post('/webapi/api/admin/bin/restore', { items });
    expect((await posts(ids)).map(({ id }) => id)).toEqual(ids);
  });

  test('an invalid change changes nothing', async () => {
    const ids = await newPosts();
    expect((await bulk({ ids, action: 'add_tag', tag: 'Not Allowed' })).status).toBe(422);
    expect((await bulk({ ids, action: 'category', category_id: 999_999 })).status).toBe(404);
    expect((await bulk({ ids, action: 'explode' })).status).toBe(422);
    expect((await bulk({ ids: [], action: 'bin' })).status).toBe(422);
    const tooMany = Array.from({ length: 101 }, (_, index) => index + 1);
    expect((await bulk({ ids: tooMany, action: 'bin' })).status).toBe(422);
    for (const post of await posts(ids))
      expect(post).toMatchObject({ active: 1, tags: [], category_id: null });
  });
});
