import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Image, LibraryImage } from '../../src/core/images/api/images.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

type Bytes = Uint8Array<ArrayBuffer>;

let shade = 0;
/** Every image has another color, because identical files are stored only once. */
async function createImage(
  width = 40,
  height = 30,
  format: 'png' | 'jpeg' | 'webp' | 'avif' | 'gif' = 'png',
) {
  shade++;
  const background = { r: shade % 256, g: (shade * 7) % 256, b: (shade >> 8) % 256 };
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer();
  return new Uint8Array(bytes);
}

function form(postId: number | string | null, files: Bytes[], field = 'cover'): FormData {
  const data = new FormData();
  if (postId !== null) data.set('post_id', String(postId));
  files.forEach((bytes, index) => {
    data.append(field, new Blob([bytes]), `image-${index}.bin`);
  });
  return data;
}

onEachDatabase('images', (kind) => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite(kind);
  });
  afterAll(async () => {
    expect(site.errors).toEqual([]);
    await site.dispose();
  });

  const upload = (postId: number | string | null, files: Bytes[], path = '/api/image', field?: string) =>
    site.admin.post<Image[]>(`/webapi${path}`, form(postId, files, field));
  const post = async (id: number) => (await site.admin.get<Post>(`/webapi/api/posts/${id}/direct`)).body;
  const remove = (postId: number, imageId: number) =>
    site.admin.delete(`/webapi/api/assoc/postimage/${postId}/${imageId}`);
  const expectNothingStored = async (work: () => Promise<{ status: number }>, expected: number) => {
    const before = await site.files();
    expect((await work()).status).toBe(expected);
    expect(await site.files()).toEqual(before);
  };

  test.each([
    ['/image', 'image'],
    ['/image2', 'cover'],
    ['/api/image', 'cover'],
  ])('POST %s takes the field %s', async (path, field) => {
    const { id } = await site.createPost();
    const { status, body } = await upload(id, [await createImage()], path, field);
    expect(status).toBe(201);
    expect(body).toHaveLength(1);
    expect(body[0]).toMatchObject({ post_id: id, main_image: 1, width: 40, height: 30 });
    for (const url of [body[0]?.file_path, body[0]?.file_path_thumbnail, body[0]?.file_path_largest]) {
      const file = await fetch(new URL(url ?? '', site.url));
      expect(file.status).toBe(200);
      expect(file.headers.get('content-type')).toBe('image/webp');
      expect(file.headers.get('cache-control')).toContain('immutable');
      await file.arrayBuffer();
    }
    expect((await post(id)).img_name).toBe(body[0]?.file_path);
    const other = field === 'image' ? 'cover' : 'image';
    await expectNothingStored(async () => upload(id, [await createImage()], path, other), 400);
  });

  test('an upload is stored in three sizes, upright and without metadata', async () => {
    const { id } = await site.createPost();
    const bytes = await sharp({ create: { width: 1500, height: 3000, channels: 3, background: '#c8102e' } })
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const [image] = (await upload(id, [new Uint8Array(bytes)])).body;
    expect(image).toMatchObject({ width: 1200, height: 600 });
    const measure = async (path = '') => {
      const file = await (await fetch(new URL(path, site.url))).arrayBuffer();
      const { width, height, exif } = await sharp(file).metadata();
      return { width, height, exif };
    };
    expect(await measure(image?.file_path)).toEqual({ width: 1200, height: 600, exif: undefined });
    expect(await measure(image?.file_path_thumbnail)).toEqual({ width: 320, height: 160, exif: undefined });
    expect(await measure(image?.file_path_largest)).toEqual({ width: 2400, height: 1200, exif: undefined });
  });

  test.each(['jpeg', 'webp', 'avif', 'gif'] as const)('%s is detected by its content', async (format) => {
    const { id } = await site.createPost();
    expect((await upload(id, [await createImage(20, 20, format)])).status).toBe(201);
  });

  test('several files in one upload keep their order, and the first becomes the main image', async () => {
    const { id } = await site.createPost();
    const files = await Promise.all([createImage(10, 10), createImage(11, 10), createImage(12, 10)]);
    const { body } = await upload(id, files);
    expect(body.map((image) => [image.width, image.main_image])).toEqual([
      [10, 1],
      [11, 0],
      [12, 0],
    ]);
    const again = (await upload(id, [await createImage()])).body;
    expect(again[0]?.main_image).toBe(0);
    expect((await post(id)).images.map((image) => image.id)).toEqual(
      [...body, ...again].map((image) => image.id),
    );
  });

  describe('a rejected upload', () => {
    test('is answered with 415 if a file is not an image', async () => {
      const { id } = await site.createPost();
      const texts = ['hello', '<svg xmlns="http://www.w3.org/2000/svg"/>', '%PDF-1.7', ''];
      for (const text of texts)
        await expectNothingStored(() => upload(id, [new TextEncoder().encode(text)]), 415);
      await expectNothingStored(() => site.admin.post('/webapi/api/image', { post_id: id, cover: 'x' }), 415);
    });

    test('is answered with 422 if one image is corrupt, and the valid ones are not stored', async () => {
      const { id } = await site.createPost();
      const valid = await createImage(60, 60);
      const corrupt = valid.slice(0, 60);
      await expectNothingStored(() => upload(id, [corrupt]), 422);
      await expectNothingStored(() => upload(id, [valid, corrupt]), 422);
      expect((await post(id)).images).toEqual([]);
    });

    test('is answered with 400 for missing parts and invalid ids, with 404 for an unknown post', async () => {
      const { id } = await site.createPost();
      const file = await createImage();
      await expectNothingStored(() => upload(null, [file]), 400);
      await expectNothingStored(() => upload(id, []), 400);
      for (const wrong of ['', '0', '-1', 'abc', '1.5'])
        await expectNothingStored(() => upload(wrong, [file]), 400);
      for (const unknown of ['999999', '2147483647', '99999999999999'])
        await expectNothingStored(() => upload(unknown, [file]), 404);
      const headers = { 'Content-Type': 'multipart/form-data' };
      await expectNothingStored(() => site.admin.post('/webapi/api/image', 'x', { headers }), 400);
    });

    test('is answered with 413 for too many files, bytes or pixels', async () => {
      const { id } = await site.createPost();
      const file = await createImage();
      await expectNothingStored(() => upload(id, Array<Bytes>(21).fill(file)), 413);
      await expectNothingStored(() => upload(id, [new Uint8Array(20 * 1024 * 1024 + 1)]), 413);
      const huge = await sharp({ create: { width: 8000, height: 6300, channels: 3, background: '#fff' } })
        .png({ compressionLevel: 1 })
        .toBuffer();
      await expectNothingStored(() => upload(id, [new Uint8Array(huge)]), 413);
    });
  });

  test('identical files are stored once and deleted with their last use', async () => {
    const [one, two] = [await site.createPost(), await site.createPost()];
    const file = await createImage();
    const hash = createHash('sha256').update(file).digest('hex');
    const stored = async () => (await site.files()).filter((name) => name.includes(hash));
    const [first] = (await upload(one.id, [file])).body;
    const storedOnce = await stored();
    expect(storedOnce.length).toBeGreaterThan(0);
    const [second] = (await upload(two.id, [file])).body;
    expect(second?.id).not.toBe(first?.id);
    expect(second?.file_path).toBe(first?.file_path);
    expect(await stored()).toEqual(storedOnce);
    expect((await remove(one.id, first?.id ?? 0)).body).toEqual({ id: first?.id });
    expect(await stored()).toEqual(storedOnce);
    expect((await fetch(new URL(second?.file_path ?? '', site.url))).status).toBe(200);
    await site.admin.delete(`/webapi/api/posts/${two.id}`);
    expect(await stored()).toEqual([]);
    expect((await fetch(new URL(second?.file_path ?? '', site.url))).status).toBe(404);
  });

  test('another main image can be chosen, and deleting it makes the oldest the main image', async () => {
    const { id } = await site.createPost();
    const [a, b, c] = (await upload(id, [await createImage(), await createImage(), await createImage()]))
      .body as [Image, Image, Image];
    const main = async () => {
      const { images, img_name } = await post(id);
      const mains = images.filter((image) => image.main_image === 1);
      expect(mains.map((image) => image.file_path)).toEqual(img_name === null ? [] : [img_name]);
      return mains[0]?.id;
    };
    const choose = (imageId: number, postId = id) =>
      site.admin.put<Image>(`/webapi/api/admin/image/main/${postId}/${imageId}`, { any: 'placeholder' });
    expect((await choose(c.id)).body).toEqual({ ...c, main_image: 1 });
    expect(await main()).toBe(c.id);
    expect((await choose(c.id)).status).toBe(200);
    await remove(id, c.id);
    expect(await main()).toBe(a.id);
    await remove(id, b.id);
    expect(await main()).toBe(a.id);
    await remove(id, a.id);
    expect(await main()).toBeUndefined();
    expect((await post(id)).img_name).toBeNull();

    const other = await site.createPost();
    const [foreign] = (await upload(other.id, [await createImage()])).body;
    expect((await choose(foreign?.id ?? 0)).status).toBe(404);
    expect((await choose(999999)).status).toBe(404);
    expect((await choose(foreign?.id ?? 0, 999999)).status).toBe(404);
    expect((await remove(id, foreign?.id ?? 0)).status).toBe(404);
    expect((await remove(id, a.id)).status).toBe(404);
    expect((await site.admin.delete('/webapi/api/assoc/postimage/x/1')).status).toBe(400);
    expect((await site.admin.put('/webapi/api/admin/image/main/1/0')).status).toBe(400);
  });

  test('concurrent uploads to one post leave exactly one main image', async () => {
    const { id } = await site.createPost();
    const same = await createImage();
    const files = await Promise.all(Array.from({ length: 7 }, () => createImage()));
    const answers = await Promise.all([...files, same, same].map((file) => upload(id, [file])));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    const { images } = await post(id);
    expect(images).toHaveLength(9);
    expect(images.filter((image) => image.main_image === 1)).toHaveLength(1);
    const [first] = images;
    await Promise.all(images.slice(1).map((image) => remove(id, image.id)));
    expect((await post(id)).images).toMatchObject([{ id: first?.id, main_image: 1 }]);
  });

  test('the library lists all images in pages, newest first', async () => {
    const { id } = await site.createPost({ post_title: 'Library' });
    const [a, b] = (await upload(id, [await createImage(), await createImage()])).body;
    const all = await site.admin.get<LibraryImage[]>('/webapi/api/image');
    expect(all.body.slice(0, 2).map((image) => image.id)).toEqual([b?.id, a?.id]);
    expect(all.body[0]).toMatchObject({ post_title: 'Library', post_title_web: 'library' });
    expect(all.body[0]?.bytes).toBeGreaterThan(0);
    expect(all.headers.get('x-total-count')).toBe(String(all.body.length));
    const page = await site.admin.get<LibraryImage[]>('/webapi/api/image?limit=1&offset=1');
    expect(page.body.map((image) => image.id)).toEqual([a?.id]);
    expect(page.headers.get('x-total-count')).toBe(String(all.body.length));
    expect((await site.admin.get('/webapi/api/image?limit=0')).status).toBe(400);
  });

  test('an upload without a session is answered with 401 and leaves no temporary files', async () => {
    const visitor = site.visitor();
    await visitor.get('/webapi/api/admin/auth');
    const { status } = await visitor.post('/webapi/api/image', form(1, [new Uint8Array(3_000_000)]));
    expect(status).toBe(401);
    expect(await readdir(site.blog.uploadFolder)).toEqual([]);
  });
});
