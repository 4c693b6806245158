import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Post, PostCard } from '../../src/core/posts/api/posts.ts';
import type { Category } from '../../src/core/posts/terms/api/categories.ts';
import type { Tag } from '../../src/core/posts/terms/api/tags.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

onEachDatabase('tags', (kind) => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite(kind);
  });
  afterAll(async () => {
    expect(site.errors).toEqual([]);
    await site.dispose();
  });

  const tag = (postId: number | string, name: string) =>
    site.admin.post<Tag>(`/webapi/api/tag/${postId}/${encodeURIComponent(name)}`);
  const tagged = async (name: string) =>
    (await site.visitor().get<PostCard[]>(`/webapi/api/posts/tag/100/${name}`)).body.map((card) => card.id);

  test('adding one answers 201, and 200 with the same tag if the post already has it', async () => {
    const { id } = await site.createPost();
    const added = await tag(id, 'tea');
    expect(added).toMatchObject({ status: 201, body: { tag_name: 'tea' } });
    expect(await tag(id, 'tea')).toMatchObject({ status: 200, body: added.body });
    const other = await site.createPost();
    expect((await tag(other.id, 'tea')).body.id).not.toBe(added.body.id);
    expect(await tagged('tea')).toEqual([other.id, id]);
    await tag(id, 'cake');
    const { body } = await site.visitor().get<Post>(`/webapi/api/posts/${id}/direct`);
    expect(body.tags.map(({ tag_name }) => tag_name)).toEqual(['cake', 'tea']);
    expect((await site.admin.delete(`/webapi/api/tag/${added.body.id}`)).body).toEqual({ id: added.body.id });
    expect(await tagged('tea')).toEqual([other.id]);
    expect((await site.admin.delete(`/webapi/api/tag/${added.body.id}`)).status).toBe(404);
  });

  test('names have 1 to 100 characters of a-z and 0-9 and are not "null"', async () => {
    const { id } = await site.createPost();
    for (const name of ['a', '7', 'x'.repeat(100)]) expect((await tag(id, name)).status).toBe(201);
    for (const name of [
      'A',
      'a b',
      'a-b',
      'ä',
      'x'.repeat(101),
      'null',
      '!null',
      '%',
      'a/b',
      'x'.repeat(900),
    ]) {
      const refused = await tag(id, name);
      expect(refused.status).toBe(422);
      expect(refused.text).toContain(
        'Error: tags need to be at least two chars or pattern issue (only a-z).',
      );
    }
    expect((await tag(999999, 'tea')).status).toBe(404);
    expect((await tag('x', 'tea')).status).toBe(400);
    expect((await site.admin.delete('/webapi/api/tag/x')).status).toBe(400);
    expect((await site.admin.delete('/webapi/api/tag/999999')).status).toBe(404);
  });

  test('concurrent adding and deleting leaves no orphaned tag', async () => {
    const posts = await Promise.all(Array.from({ length: 6 }, () => site.createPost()));
    const turn = async (id: number) => {
      const added = await tag(id, 'contested');
      expect([200, 201]).toContain(added.status);
      expect((await site.admin.delete(`/webapi/api/tag/${added.body.id}`)).status).toBe(200);
    };
    for (let round = 0; round < 5; round++) await Promise.all(posts.map(({ id }) => turn(id)));
    const both = await Promise.all(Array.from({ length: 5 }, () => tag(posts[0]?.id ?? 0, 'contested')));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
    expect(await tagged('contested')).toEqual([posts[0]?.id]);
    await Promise.all(posts.map(({ id }) => site.admin.delete(`/webapi/api/posts/${id}`)));
    expect(
      await site.blog.db.selectFrom('tags').select('id').where('tag_name', '=', 'contested').execute(),
    ).toEqual([]);
  });
});

onEachDatabase('categories', (kind) => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite(kind);
  });
  afterAll(async () => {
    expect(site.errors).toEqual([]);
    await site.dispose();
  });

  const add = (category_path: unknown) =>
    site.admin.post<Category>('/webapi/api/admin/cat', { category_path });
  const rename = (id: number, category_path: string) =>
    site.admin.put<Category>(`/webapi/api/admin/cat/${id}`, { category_path });
  const assign = (postId: number, id: number) =>
    site.admin.put<Post>(`/webapi/api/admin/cat/${postId}/${id}`, { state: true });
  const paths = async () =>
    (await site.visitor().get<Category[]>('/webapi/api/cat/all/')).body.map((one) => one.category_path);
  const listed = async (segment: string) =>
    (await site.visitor().get<PostCard[]>(`/webapi/api/posts/100/0/${segment}/!null`)).body.map(
      (card) => card.id,
    );

  test('are listed in the same order on every database, with and without a trailing slash', async () => {
    for (const path of ['zoo', 'a.b', 'a-z', 'a', 'a1', 'a.b-c', 'ab'])
      expect((await add(path)).status).toBe(201);
    expect(await paths()).toEqual(['a', 'a-z', 'a.b', 'a.b-c', 'a1', 'ab', 'zoo']);
    expect((await site.visitor().get('/webapi/api/cat/all')).body).toEqual(
      (await site.visitor().get('/webapi/api/cat/all/')).body,
    );
  });

  test('paths are validated and unique', async () => {
    expect((await add('once')).status).toBe(201);
    expect((await add('once')).status).toBe(409);
    const wrong = [
      '',
      '.',
      'a..b',
      '.a',
      'a.',
      'A',
      'a b',
      'ä',
      '-a',
      'tag',
      'x.comment',
      'status',
      'null',
      'a/b',
    ];
    for (const path of [...wrong, 'x'.repeat(51), Array(9).fill('x').join('.'), 7, null, undefined])
      expect((await add(path)).status).toBe(422);
    const at = await Promise.all(Array.from({ length: 5 }, () => add('race')));
    expect(at.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  test('can be assigned to a post and removed with id 0, and list it under every segment', async () => {
    const { id: catId } = (await add('travel.far-east.japan')).body;
    const { id } = await site.createPost();
    expect((await assign(id, catId)).body).toMatchObject({
      id,
      cat_path: 'travel.far-east.japan',
      category_id: catId,
    });
    for (const segment of ['travel', 'far-east', 'japan']) expect(await listed(segment)).toEqual([id]);
    expect((await assign(id, 0)).body).toMatchObject({ cat_path: null, category_id: null });
    expect(await listed('japan')).toEqual([]);
    expect((await assign(id, 999999)).status).toBe(404);
    expect((await assign(id, 99999999999)).status).toBe(404);
    expect((await assign(999999, catId)).status).toBe(404);
    expect((await site.admin.put('/webapi/api/admin/cat/x/1', {})).status).toBe(400);
  });

  test('renaming one renames its subcategories and updates the lists', async () => {
    const { id: top } = (await add('old')).body;
    const { id: below } = (await add('old.part')).body;
    await add('older');
    const { id } = await site.createPost();
    await assign(id, below);
    expect((await rename(top, 'new.place')).body).toEqual({
      id: top,
      category_path: 'new.place',
      title: 'Place',
      description: '',
    });
    expect(await paths()).toEqual(expect.arrayContaining(['new.place', 'new.place.part', 'older']));
    expect([await listed('old'), await listed('place'), await listed('part')]).toEqual([[], [id], [id]]);
    const { body } = await site.visitor().get<Post>(`/webapi/api/posts/${id}/direct`);
    expect(body.cat_path).toBe('new.place.part');
    expect((await rename(top, 'new.place')).status).toBe(200);
    expect((await rename(top, 'older')).status).toBe(409);
    expect((await rename(top, 'new.place.part')).status).toBe(409);
    expect((await rename(top, 'new.place.below')).status).toBe(409);
    expect((await rename(top, 'Wrong')).status).toBe(422);
    expect((await rename(999999, 'free')).status).toBe(404);
    expect(await paths()).not.toContain('old');
  });

  test('can be renamed to the path of their own parent', async () => {
    const { id } = (await add('up.up')).body;
    await add('up.up.up');
    await add('up.up.up.side');
    expect((await rename(id, 'up')).status).toBe(200);
    const moved = (await paths()).filter((path) => path.startsWith('up'));
    expect(moved).toEqual(['up', 'up.up', 'up.up.side']);
  });

  test('cannot be deleted while a post uses them', async () => {
    const { id: catId } = (await add('used')).body;
    const { id } = await site.createPost({ active: false });
    await assign(id, catId);
    const refused = await site.admin.delete(`/webapi/api/admin/cat/${catId}`);
    expect(refused.status).toBe(409);
    await assign(id, 0);
    expect((await site.admin.delete(`/webapi/api/admin/cat/${catId}`)).body).toEqual({ id: catId });
    expect((await site.admin.delete(`/webapi/api/admin/cat/${catId}`)).status).toBe(404);
    expect((await site.admin.delete('/webapi/api/admin/cat/zero')).status).toBe(400);
  });

  describe('concurrently', () => {
    test('renaming them and changing posts leaves every list and total correct', async () => {
      const { id: catId } = (await add('busy')).body;
      const posts = await Promise.all(Array.from({ length: 6 }, () => site.createPost()));
      for (const { id } of posts) await assign(id, catId);
      const work = posts.flatMap(({ id }, index) => [
        site.admin.put(`/webapi/api/posts/status/${id}/${index % 2}`),
        site.admin.put(`/webapi/api/posts/${id}`, { post_date: `2020-01-0${index + 1}` }),
        rename(catId, `busy${index}`),
        site.admin.post(`/webapi/api/tag/${id}/busy`),
      ]);
      const answers = await Promise.all(work);
      expect(answers.filter(({ status }) => status >= 400)).toEqual([]);
      const name = (await paths()).find((path) => path.startsWith('busy')) ?? '';
      const active = posts.filter((_, index) => index % 2 === 1).map(({ id }) => id);
      expect((await listed(name)).sort()).toEqual(active.sort());
      const totals = await site.blog.db
        .selectFrom('listing_totals')
        .select(['kind', 'name', 'total'])
        .where('total', '>', 0)
        .execute();
      const counted = await site.blog.db
        .selectFrom('listings')
        .select((eb) => ['kind', 'name', eb.fn.countAll<number>().as('total')])
        .groupBy(['kind', 'name'])
        .execute();
      const sorted = (rows: readonly { kind: string; name: string }[]) =>
        rows.map((row) => JSON.stringify({ ...row })).sort();
      expect(sorted(totals)).toEqual(sorted(counted));
    });
  });
});
