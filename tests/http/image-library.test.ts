import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Image, LibraryImage } from '../../src/core/images/api/images.ts';
import { countLibrary } from '../../src/core/images/store/image-library.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

onEachDatabase('the image library', { always: 'Uses are collected as JSON in SQL.' }, (kind) => {
  let site: ApiSite;
  let first: Image;
  let second: Image;
  let other: { id: number };

  const upload = async (postId: number, r: number): Promise<Image> => {
    const image = sharp({ create: { width: 40, height: 30, channels: 3, background: { r, g: 3, b: 4 } } });
    const form = new FormData();
    form.set('post_id', String(postId));
    form.set('cover', new Blob([new Uint8Array(await image.png().toBuffer())]), 'image.png');
    return (await site.admin.post<[Image]>('/webapi/api/image', form)).body[0];
  };
  const find = async (query: string) => {
    const { body, headers } = await site.admin.get<LibraryImage[]>(`/webapi/api/image?${query}`);
    expect(headers.get('x-total-count')).toBe(String(body.length));
    return body.map(({ id }) => id);
  };

  beforeAll(async () => {
    site = await apiSite(kind);
    const post = await site.createPost({ post_title: 'Über den Fluss' });
    first = await upload(post.id, 1);
    second = await upload(post.id, 2);
    other = await site.createPost({ post_title: 'Elsewhere' });
  });
  afterAll(() => site.dispose());

  test('finds images by alt text, post title and file, in any case', async () => {
    const { status } = await site.admin.put(`/webapi/api/image/${second.id}`, {
      alt: 'Ein ÄLTERES Boot, 100%',
    });
    expect(status).toBe(200);
    expect(await find('limit=10&search=%C3%A4lteres')).toEqual([second.id]);
    expect(await find('limit=10&search=100%25')).toEqual([second.id]);
    expect(await find('limit=10&search=100_')).toEqual([]);
    expect(await find(`limit=10&search=${encodeURIComponent('ÜBER DEN')}`)).toEqual([second.id, first.id]);
    expect(await find(`limit=10&search=${encodeURIComponent(first.file_path)}`)).toEqual([first.id]);
    const hash = /[0-9a-f]{64}/.exec(first.file_path)?.[0] ?? '';
    expect(await find(`limit=10&search=${hash.slice(0, 12)}`)).toEqual([first.id]);
    await site.admin.put(`/webapi/api/posts/${second.post_id}`, { post_title: 'Over the river' });
    expect(await find('limit=10&search=fluss')).toEqual([]);
    expect(await find('limit=10&search=river')).toEqual([second.id, first.id]);
    const page = await site.visitor().get('/post/uber-den-fluss');
    expect(page.text).toContain('Ein ÄLTERES Boot, 100%');
  });

  test('an image that another post names is used, and one that nothing names is not', async () => {
    expect(await find('limit=10&unused=1')).toEqual([second.id]);
    await site.admin.put(`/webapi/api/posts/${other.id}`, {
      post_content: `<p><img src="${second.file_path}" alt=""></p>`,
    });
    expect(await find('limit=10&unused=1')).toEqual([]);
    const { body } = await site.admin.get<LibraryImage[]>('/webapi/api/image?limit=10');
    expect(body.map(({ id, in_text, other_posts }) => [id, in_text, other_posts])).toEqual([
      [second.id, false, 1],
      [first.id, false, 0],
    ]);
    const uses = await site.admin.get<{ place: string; post_id: number }[]>(
      `/webapi/api/image/${second.id}/uses`,
    );
    expect(uses.body.map(({ place, post_id }) => [place, post_id])).toEqual([
      ['gallery', second.post_id],
      ['text', other.id],
    ]);
  });

  test('a search reads the narrow table of texts, not the rows of images', async () => {
    if (kind !== 'sqlite') return;
    const { db } = site.blog;
    expect(await countLibrary(db, { search: 'river' })).toBe(2);
    const { rows } = await sql<{ detail: string }>`explain query plan
      select i.id from images as i where i.id in (select image_id from image_search where instr(content, 'x') > 0)
      order by i.id desc limit 10`.execute(db);
    expect(rows.map(({ detail }) => detail).join('\n')).not.toMatch(/SCAN i\b/);
  });
});
