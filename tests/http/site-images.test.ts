import { utimes } from 'node:fs/promises';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import sharp, { type Color } from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deriveSiteImage } from '../../src/core/images/process-site-images.ts';
import { sweep } from '../../src/core/images/sweep.ts';
import type { ChangedSiteImages, SiteImages } from '../../src/core/site/api/site.ts';
import { inspectInWorker } from '../../src/platform/db/inspect.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';
import { gifOf, pngOf } from '../support/odd-images.ts';

const plain = (width: number, height: number, background: Color, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background } }).png().toBuffer();
/** Nothing but a black disc on a transparent ground. */
const disc = async (size: number) =>
  sharp({ create: { width: size, height: size, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite([{ input: await plain(size / 2, size / 2, '#000'), gravity: 'center' }])
    .png()
    .toBuffer();

const form = (bytes: Uint8Array | string, field = 'image') => {
  const body = new FormData();
  body.append(field, new Blob([bytes as BlobPart]), 'image.png');
  return body;
};

onEachDatabase('images of the site', (kind) => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite(kind);
  });
  afterAll(async () => {
    expect(site.errors).toEqual([]);
    await site.dispose();
  });

  const put = (name: string, bytes: Uint8Array | string) =>
    site.admin.post<ChangedSiteImages>(`/webapi/api/admin/site/images/${name}`, form(bytes));
  const remove = (name: string) =>
    site.admin.delete<ChangedSiteImages>(`/webapi/api/admin/site/images/${name}`);
  const bytesAt = async (url: string) => {
    const response = await fetch(new URL(url, site.url));
    expect([url, response.status]).toEqual([url, 200]);
    return {
      type: response.headers.get('content-type'),
      cache: response.headers.get('cache-control'),
      etag: response.headers.get('etag') ?? '',
      body: Buffer.from(await response.arrayBuffer()),
    };
  };
  const page = async (url = '/') => (await site.visitor().get(url)).text;
  const links = async (rel: string) =>
    [...(await page()).matchAll(new RegExp(`<link rel="${rel}" href="([^"]+)"`, 'g'))].map(
      ([, href]) => href ?? '',
    );
  /** Without what is in the trash. */
  const stored = async () => {
    const names: string[] = [];
    for await (const { name } of site.blog.files.list()) names.push(name);
    return names.sort();
  };
  /** The pixel in the middle, or the one at the corner. */
  const pixel = async (bytes: Buffer, corner = false) => {
    const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const at = corner ? 0 : (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * 4;
    return [...data.subarray(at, at + 4)];
  };
  const icoEntries = (ico: Buffer) =>
    Array.from({ length: ico.readUInt16LE(4) }, (_, index) => {
      const at = 6 + 16 * index;
      const start = ico.readUInt32LE(at + 12);
      return { size: ico.readUInt8(at), png: ico.subarray(start, start + ico.readUInt32LE(at + 8)) };
    });

  test('the default icons stay without an upload, the ICO with three sizes', async () => {
    expect(await links('icon')).toEqual(['/favicon.svg']);
    expect((await bytesAt('/favicon.svg')).body.toString()).toContain('<svg');
    const { type, body } = await bytesAt('/favicon.ico');
    expect(type).toBe('image/x-icon');
    for (const { size, png } of icoEntries(body))
      expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: size, height: size });
    expect(icoEntries(body).map(({ size }) => size)).toEqual([16, 32, 48]);
  });

  test('one square image makes every icon and the manifest, on the next load', async () => {
    const paths = ['/favicon.svg', '/favicon.ico', '/apple-touch-icon.png', '/icon-192.png', '/icon-512.png'];
    const before = await Promise.all(paths.map(bytesAt));
    await page();
    const { status, body } = await put('icon', await plain(600, 600, '#1040f0'));
    expect([status, body.notes]).toEqual([200, []]);
    const after = await Promise.all(paths.map(bytesAt));
    for (const [index, { cache, etag }] of after.entries()) {
      expect(cache).toBe('public, max-age=600');
      expect(etag).not.toBe(before[index]?.etag);
    }
    const version = `?v=${body.images.icon?.version}`;
    expect(await links('icon')).toEqual([`/favicon.ico${version}`, `/icon-192.png${version}`]);
    expect(await links('apple-touch-icon')).toEqual([`/apple-touch-icon.png${version}`]);
    for (const href of [...(await links('icon')), ...(await links('apple-touch-icon'))]) await bytesAt(href);

    const [svg, ico, apple, middle, large] = after.map(({ body }) => body);
    expect(svg?.toString()).toMatch(/^<svg .*href="data:image\/png;base64,/);
    for (const { size, png } of icoEntries(ico as Buffer)) {
      expect(await sharp(png).metadata()).toMatchObject({ width: size, height: size });
      expect(await pixel(png)).toEqual([0x10, 0x40, 0xf0, 255]);
    }
    for (const [icon, size] of [
      [apple, 180],
      [middle, 192],
      [large, 512],
    ] as const) {
      expect(await sharp(icon).metadata()).toMatchObject({ format: 'png', width: size, height: size });
      expect(await pixel(icon as Buffer)).toEqual([0x10, 0x40, 0xf0, 255]);
    }
    const manifest = JSON.parse((await bytesAt('/manifest.webmanifest')).body.toString());
    expect(manifest.icons.map(({ purpose }: { purpose: string }) => purpose)).toEqual([
      'any',
      'any',
      'maskable',
    ]);
    for (const { src, sizes, type } of manifest.icons) {
      expect(src).toContain(version);
      const icon = await bytesAt(src);
      const { width, height } = await sharp(icon.body).metadata();
      expect([`${width}x${height}`, icon.type]).toEqual([sizes, type]);
    }
    const known = await fetch(`${site.url}/icon-192.png`, {
      headers: { 'if-none-match': after[3]?.etag ?? '' },
    });
    expect(known.status).toBe(304);

    expect((await remove('icon')).body.images.icon).toBeNull();
    expect(await links('icon')).toEqual(['/favicon.svg']);
    expect((await bytesAt('/icon-192.png')).body).toEqual(before[3]?.body);
  });

  test('an icon that must be opaque is, and keeps clear of masks', async () => {
    await put('icon', await disc(512));
    for (const url of ['/apple-touch-icon.png', '/icon-maskable-512.png']) {
      const { body } = await bytesAt(url);
      expect((await sharp(body).stats()).isOpaque).toBe(true);
      expect(await pixel(body, true)).toEqual([0xfd, 0xfc, 0xfa, 255]);
      expect(await pixel(body)).toEqual([0, 0, 0, 255]);
    }
    expect(await pixel((await bytesAt('/icon-512.png')).body, true)).toEqual([0, 0, 0, 0]);
    // A colored image fills the whole square instead.
    await put('icon', await plain(512, 512, '#00aa00'));
    expect(await pixel((await bytesAt('/icon-maskable-512.png')).body, true)).toEqual([0, 0xaa, 0, 255]);
    await remove('icon');
  });

  test('an image that is not square is cropped or centered, with a note', async () => {
    const wide = await plain(1200, 600, '#c8102e');
    const cropped = await put('icon', wide);
    expect(cropped.body.notes).toEqual(['The image is not square, so its middle is used.']);
    const tall = await plain(300, 600, { r: 0, g: 0, b: 255, alpha: 0.5 }, 4);
    const centered = await put('icon', tall);
    expect(centered.body.notes).toEqual([
      'The image is not square, so it is centered on a transparent square.',
      'The image has only 300 × 600 pixels and may look blurred. 512 × 512 or more is better.',
    ]);
    expect((await pixel((await bytesAt('/icon-192.png')).body, true))[3]).toBe(0);
    await remove('icon');
  });

  test('the social image is that of pages without an image of their own', async () => {
    const ogImage = async (url: string) =>
      /property="og:image" content="([^"]+)"/.exec(await page(url))?.[1] ?? '';
    expect(await ogImage('/')).toContain('/card/site-');
    const { body } = await put('social', await plain(2000, 2000, '#884400'));
    expect(body.notes[0]).toMatch(/cropped to 1200 × 630/);
    const url = await ogImage('/');
    const { type, body: image } = await bytesAt(new URL(url).pathname);
    expect(type).toBe('image/jpeg');
    expect(await sharp(image).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
    await remove('social');
    expect(await ogImage('/')).toContain('/card/site-');
  });

  test('says when a logo cannot be seen on a dark page', async () => {
    const plate = async (bytes: Buffer) => (await put('logo', bytes)).body.images.logo?.needs_plate;
    expect(await plate(await disc(200))).toBe(true);
    expect(
      await plate(
        await sharp(await disc(200))
          .negate({ alpha: false })
          .png()
          .toBuffer(),
      ),
    ).toBe(false);
    expect(await plate(await plain(200, 100, '#000'))).toBe(false);
    const { logo } = (await site.visitor().get<{ images: SiteImages }>('/webapi/api/site')).body.images;
    expect(logo).toMatchObject({ width: 200, height: 100 });
    await remove('logo');
  });

  test('the logo is in the header with its size, beside the name or instead of it', async () => {
    const header = async () => /<header class="site-header">.*?<\/a>/s.exec(await page())?.[0] ?? '';
    expect(await header()).not.toContain('<img');
    const { logo } = (await put('logo', await disc(120))).body.images;
    expect(await header()).toContain(
      `<img class="site-logo on-plate" src="${logo?.file_path}" width="120" height="120" alt=""/>`,
    );
    expect(await header()).toContain('<bdi>Not Terrible</bdi>');
    // A wide one has the name in it.
    await put('logo', await plain(180, 60, '#000'));
    expect(await header()).toContain('alt="Not Terrible"');
    expect(await header()).not.toContain('<bdi>');
    await put('logo', await disc(120));
    const { logo_dark } = (await put('logo_dark', await plain(120, 60, '#fff'))).body.images;
    expect(await header()).toMatch(
      new RegExp(`on-light" src="${logo?.file_path}".*on-dark" src="${logo_dark?.file_path}"`),
    );
    const settings = (change: object) => site.admin.put('/webapi/api/admin/site', change);
    await settings({ logo_replaces_name: true, tagline: 'Tea, <slowly>' });
    expect(await header()).toContain('alt="Not Terrible"');
    expect(await header()).not.toContain('<bdi>');
    expect(await page()).toContain('Tea, &lt;slowly&gt;</p>');
    await remove('logo');
    // Without the logo the name is there, whatever the setting says.
    expect(await header()).toContain('<bdi>Not Terrible</bdi>');
    await remove('logo_dark');
    // The first page does not say the same thing twice.
    const lead = 'class="p-summary"';
    await settings({ tagline: 'Tea', site_description: 'A blog' });
    expect(await page()).toContain(lead);
    await settings({ tagline: 'a blog.' });
    expect(await page()).not.toContain(lead);
    await settings({ tagline: '', logo_replaces_name: false });
  });

  test('only the first frame of an animation is used', async () => {
    const { status, body } = await put('logo', gifOf(3, 40, 20));
    expect(status).toBe(200);
    const { body: logo } = await bytesAt(body.images.logo?.file_path ?? '');
    expect(await sharp(logo).metadata()).toMatchObject({ format: 'webp', width: 40, height: 20 });
    expect((await sharp(logo).metadata()).pages).toBeUndefined();
    await remove('logo');
  });

  test('hostile and broken files are refused and leave nothing', async () => {
    const before = await stored();
    const image = await plain(64, 64, '#fff');
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
    for (const [bytes, status] of [
      [svg, 415],
      ['<!doctype html><p>Hello', 415],
      [pngOf(60_000, 60_000, [['IDAT', deflateSync(Buffer.alloc(100))]]), 413],
      [gifOf(600, 10, 10), 413],
      [image.subarray(0, 60), 422],
      ['', 415],
    ] as const)
      expect((await put('icon', bytes)).status, String(bytes).slice(0, 20)).toBe(status);
    const path = '/webapi/api/admin/site/images';
    expect((await site.admin.post(`${path}/icon`, form(image, 'other'))).status).toBe(400);
    expect((await site.admin.post(`${path}/icon`, { image: 'x' })).status).toBe(415);
    expect((await site.admin.post(`${path}/banner`, form(image))).status).toBe(400);
    const two = form(image);
    two.append('image', new Blob([new Uint8Array(image)]), 'b.png');
    expect((await site.admin.post(`${path}/icon`, two)).status).toBe(413);
    expect((await site.admin.get<SiteImages>(path)).body.icon).toBeNull();
    expect(await stored()).toEqual(before);
  });

  test('the sweep keeps the files, and a replaced image leaves none', async () => {
    const [one, other] = [await plain(512, 512, '#123456'), await plain(512, 512, '#654321')];
    const own = async (version: string) => (await stored()).filter((name) => name.includes(`/${version}`));
    const first = (await put('icon', one)).body.images.icon?.version ?? '';
    await put('logo', one);
    await age();
    await sweep(site.blog, { force: true });
    expect(await own(first)).toHaveLength(7);
    await put('icon', other);
    // The logo has the same bytes, so its hash is in use.
    expect((await own(first)).filter((name) => name.includes('-logo-'))).toHaveLength(1);
    await remove('logo');
    await age();
    await sweep(site.blog, { force: true });
    expect(await own(first)).toEqual([]);
    await remove('icon');
    expect(await stored()).toEqual([]);
    expect((await site.admin.get<SiteImages>('/webapi/api/admin/site/images')).body.icon).toBeNull();
  });

  /** Makes all files older than the time that an upload may take. */
  const age = async () => {
    const old = new Date(Date.now() - 2 * 60 * 60 * 1000);
    for await (const { name } of site.blog.files.list())
      await utimes(path.join(path.dirname(site.blog.uploadFolder), 'images', name), old, old);
  };

  test('removing an image of the site leaves a post with the same bytes alone', async () => {
    const bytes = await plain(400, 400, '#0f0f80');
    const { id } = await site.createPost();
    const body = form(bytes, 'cover');
    body.set('post_id', String(id));
    const [image] = (await site.admin.post<{ file_path: string }[]>('/webapi/api/image', body)).body;
    await put('social', bytes);
    await remove('social');
    await bytesAt(image?.file_path ?? '');
    await site.admin.delete(`/webapi/api/posts/${id}`);
    await site.admin.delete('/webapi/api/admin/bin');
  });

  test('files of an upload that a crash cut off go after an hour, not before', async () => {
    // Files of earlier tests may be about to go.
    await age();
    await sweep(site.blog, { force: true });
    const before = await stored();
    const file = path.join(path.dirname(site.blog.uploadFolder), 'crashed.png');
    await sharp(await plain(512, 512, '#777')).toFile(file);
    const { files } = await deriveSiteImage(file, 'ab'.repeat(32), 'icon');
    for (const { name, bytes, type } of files) await site.blog.files.write(name, bytes, type);
    await sweep(site.blog, { force: true });
    expect(await stored()).toHaveLength(before.length + files.length);
    await age();
    await sweep(site.blog, { force: true });
    expect(await stored()).toEqual(before);
  });

  test('concurrent uploads and removals leave one image with all its files', async () => {
    const images = await Promise.all(['#111', '#222', '#333'].map((color) => plain(512, 512, color)));
    const calls = Array.from({ length: 12 }, (_, index) =>
      index % 4 === 3 ? remove('icon') : put('icon', images[index % 3] as Buffer),
    );
    for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
    await put('icon', images[0] as Buffer);
    for (const url of ['/favicon.ico', '/apple-touch-icon.png', '/icon-512.png', '/icon-maskable-512.png'])
      expect(
        await pixel(
          url === '/favicon.ico'
            ? (icoEntries((await bytesAt(url)).body)[2]?.png as Buffer)
            : (await bytesAt(url)).body,
        ),
      ).toEqual([0x11, 0x11, 0x11, 255]);
    expect(await stored()).toHaveLength(6);
    await remove('icon');
    expect(await stored()).toEqual([]);
  });

  test('backups contain the files', async () => {
    await put('icon', await plain(512, 512, '#abcdef'));
    const names = await stored();
    expect(names).toHaveLength(6);
    if (kind === 'sqlite') {
      const database = path.join(path.dirname(site.blog.uploadFolder), 'blog.sqlite');
      expect((await inspectInWorker(database)).images).toEqual(expect.arrayContaining(names));
    }
    const { status } = await site.admin.post('/webapi/api/admin/backups', {});
    expect(status).toBe(201);
    const state = (
      await site.admin.get<{ backups: { newest: { missing: number } } }>('/webapi/api/admin/overview')
    ).body.backups;
    expect(state.newest.missing).toBe(0);
    await remove('icon');
  });
});
