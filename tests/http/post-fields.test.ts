import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyText, fieldNames, type PostField, postFields } from '../../src/core/posts/api/post-fields.ts';
import type { Post, PostCard } from '../../src/core/posts/api/posts.ts';
import type { Draft, FullRevision, Revision } from '../../src/core/posts/api/writing.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

onEachDatabase('each text field of a post', (kind) => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite(kind);
  });
  afterAll(async () => {
    expect(site.errors).toEqual([]);
    await site.dispose();
  });

  const sampleOf = (name: PostField, word: string) =>
    postFields[name].format === 'html' ? `<p>${word}</p>` : word;
  const get = async <Body>(path: string) => (await site.admin.get<Body>(`/webapi${path}`)).body;
  const found = async (word: string) =>
    (await get<unknown[]>(`/api/search/10/0?q=${encodeURIComponent(word)}`)).length;

  test.each(fieldNames)('%s is saved, included in revisions and restored', async (name) => {
    const [first, second] = [sampleOf(name, 'pelican'), sampleOf(name, 'cormorant')];
    const post = await site.createPost({ [name]: first });
    expect(post[name]).toBe(first);
    await site.admin.put(`/webapi/api/posts/${post.id}`, { [name]: second });
    const path = `/api/admin/posts/${post.id}/revisions`;
    if (!postFields[name].makesRevision) {
      expect(await get(path)).toEqual([]);
      const [other] = fieldNames.filter((field) => postFields[field].makesRevision);
      await site.admin.put(`/webapi/api/posts/${post.id}`, { [other ?? '']: 'Another text' });
    }
    const revisions = await get<Revision[]>(path);
    expect(revisions).toHaveLength(1);
    const stored = postFields[name].makesRevision ? first : second;
    expect(await get<FullRevision>(`${path}/${revisions[0]?.id}`)).toMatchObject({ [name]: stored });
    await site.admin.post(`/webapi${path}/${revisions[0]?.id}/restore`);
    const [restored] = await get<[Post]>(`/api/posts/${post.id}`);
    expect(restored[name]).toBe(stored);
  });

  test.each(fieldNames)('%s is searchable and listed as configured', async (name) => {
    const word = `albatross${name.replaceAll('_', '')}`;
    const { id } = await site.createPost({ [name]: sampleOf(name, word) });
    expect(await found(word)).toBe(postFields[name].search === null ? 0 : 1);
    const cards = await get<PostCard[]>('/api/posts/100/0/!null/!null');
    const card = cards.find((one) => one.id === id);
    // The content is listed as an excerpt.
    expect(name in (card ?? {})).toBe(postFields[name].inLists || name === 'post_content');
    await site.admin.put(`/webapi/api/posts/${id}`, { [name]: sampleOf(name, 'gone') });
    expect(await found(word)).toBe(0);
  });

  test.each(fieldNames)('%s is stored in drafts, normalized', async (name) => {
    const isHtml = postFields[name].format === 'html';
    const value = isHtml ? '<p onclick="x()">Drafted</p>' : 'Drafted <b>as it is</b>';
    const path = `/webapi/api/admin/drafts/draft-of-${name}`;
    const draft = { ...emptyText, [name]: value, version: 0, sequence: 1 };
    expect((await site.admin.put(path, draft)).status).toBe(200);
    const { body } = await site.admin.get<Draft>(path);
    expect(body[name]).toBe(isHtml ? '<p>Drafted</p>' : value);
  });

  test.each(fieldNames.filter((name) => postFields[name].max !== null))(
    '%s has a maximum length',
    async (name) => {
      const { max } = postFields[name];
      const send = (length: number) =>
        site.admin.post('/webapi/api/posts', { [name]: 'x'.repeat(length), active: false });
      expect((await send(max ?? 0)).status).toBe(201);
      expect((await send((max ?? 0) + 1)).status).toBe(422);
    },
  );
});
