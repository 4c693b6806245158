import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sitemapFile, sitemapFiles } from '../../src/core/feeds/sitemap.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { cardPath } from '../../src/core/site/api/cards.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';
import { all, only, parseXml, textOf } from '../support/xml.ts';

const siteUrl = 'http://blog.example.org';
const space = '{http://www.sitemaps.org/schemas/sitemap/0.9}';

onEachDatabase('sitemap', (kind) => {
  let site: ApiSite;
  let posts: Post[];
  beforeAll(async () => {
    site = await apiSite(kind, { SITE_URL: siteUrl });
    posts = [];
    for (const title of ['One', 'Two & <three>', 'Four'])
      posts.push(await site.createPost({ post_title: title, post_date: '2020-01-01T00:00:00Z' }));
    await site.createPost({ post_title: 'Hidden', active: false });
    const category = await site.admin.post<{ id: number }>('/webapi/api/admin/cat', {
      category_path: 'travel.japan',
    });
    await site.admin.post('/webapi/api/admin/cat', { category_path: 'unused' });
    await site.admin.put(`/webapi/api/admin/cat/${posts[0]?.id}/${category.body.id}`);
    await site.admin.post(`/webapi/api/tag/${posts[0]?.id}/sea`);
  });
  afterAll(async () => {
    expect(site.errors).toEqual([]);
    await site.dispose();
  });

  const everyPage = () =>
    [
      '/',
      '/archive',
      '/topics',
      '/filter/japan',
      '/filter/travel',
      '/tag/sea',
      ...posts.map((post) => `/post/${post.post_title_web}`),
    ].map((path) => siteUrl + path);

  test('lists every public page exactly once', async () => {
    const { status, headers, text } = await site.visitor().get('/sitemap.xml');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8']);
    const urlset = parseXml(text);
    expect(urlset.name).toBe(`${space}urlset`);
    for (const url of urlset.children) {
      expect(url.name).toBe(`${space}url`);
      const names = url.children.map(({ name }) => name);
      expect([[`${space}loc`], [`${space}loc`, `${space}lastmod`]]).toContainEqual(names);
      for (const { text } of all(url, `${space}lastmod`)) expect(new Date(text).toISOString()).toBe(text);
    }
    const found = urlset.children.map((url) => textOf(url, `${space}loc`));
    expect(found.sort()).toEqual(everyPage().sort());
    expect(all(urlset.children[8] as never, `${space}lastmod`)).toHaveLength(1);
  });

  test('has the date of the last change', async () => {
    const before = await sitemapFile(site.blog, 1);
    const { body } = await site.admin.put<Post>(`/webapi/api/posts/${posts[1]?.id}`, {
      post_title: 'Changed',
    });
    const after = await sitemapFile(site.blog, 1);
    const dateOf = (pages: typeof before) =>
      pages.find(({ url }) => url.endsWith(`/post/${posts[1]?.post_title_web}`))?.changed;
    expect(dateOf(after)).toBe(body.update_date);
    expect(dateOf(before)).not.toBe(body.update_date);
  });

  test('lists each page in exactly one part if it is split', async () => {
    for (const perFile of [1, 2, 3, 4, 5, 9, 10]) {
      const count = await sitemapFiles(site.blog, perFile);
      expect(count).toBe(Math.ceil(9 / perFile));
      const parts = await Promise.all(
        Array.from({ length: count }, (_, index) => sitemapFile(site.blog, index + 1, perFile)),
      );
      for (const part of parts) expect(part.length).toBeLessThanOrEqual(perFile);
      expect(
        parts
          .flat()
          .map(({ url }) => url)
          .sort(),
      ).toEqual(everyPage().sort());
      expect(await sitemapFile(site.blog, count + 1, perFile)).toEqual([]);
    }
    expect((await site.visitor().get('/sitemap-1.xml')).status).toBe(200);
    for (const path of ['/sitemap-2.xml', '/sitemap-0.xml', '/sitemap-x.xml'])
      expect((await site.visitor().get(path)).status, path).toBe(404);
  });
});

describe('documents for crawlers and browsers', () => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite('sqlite', { SITE_URL: siteUrl });
  });
  afterAll(async () => {
    expect(site.errors).toEqual([]);
    await site.dispose();
  });
  const read = (path: string) => site.visitor().get(path);
  const settings = (change: object) => site.admin.put('/webapi/api/admin/site', change);

  test('robots.txt disallows the admin area and links the sitemap', async () => {
    const { headers, text } = await read('/robots.txt');
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(text).toMatch(/^User-agent: \*\n/);
    // With the end marker, because a page like /administration is public.
    expect(text).toContain('\nDisallow: /admin$\nDisallow: /admin/\n');
    expect(text).toContain(`\nSitemap: ${siteUrl}/sitemap.xml\n`);
  });

  test('security.txt has the contact email, and is 404 without one', async () => {
    await settings({ contact_email: 'security+blog@example.org' });
    const { text } = await read('/.well-known/security.txt');
    const fields = new Map(
      text
        .trim()
        .split('\n')
        .map((line) => line.split(/: (.*)/) as [string, string]),
    );
    expect(fields.get('Contact')).toBe('mailto:security+blog@example.org');
    expect(fields.get('Canonical')).toBe(`${siteUrl}/.well-known/security.txt`);
    const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(30);
    expect(days).toBeLessThan(365);
    await settings({ contact_email: '' });
    expect((await read('/.well-known/security.txt')).status).toBe(404);
  });

  test('the manifest has the site name, and its icons have their declared sizes', async () => {
    await settings({ site_name: 'Tea & "Toast"', theme_color: '#123456' });
    const { headers, text } = await read('/manifest.webmanifest');
    expect(headers.get('content-type')).toBe('application/manifest+json; charset=utf-8');
    const manifest = JSON.parse(text);
    expect(manifest).toMatchObject({ name: 'Tea & "Toast"', theme_color: '#123456', start_url: '/' });
    expect(manifest.icons).toHaveLength(4);
    for (const { src, sizes, type } of manifest.icons) {
      const icon = await fetch(site.url + src);
      expect(icon.headers.get('content-type')).toBe(type);
      const body = Buffer.from(await icon.arrayBuffer());
      // The server blocks the SVG loader of sharp for the whole process.
      if (sizes === 'any') {
        expect(body.toString()).toContain('<svg');
        continue;
      }
      const { width, height, format } = await sharp(body).metadata();
      expect([`${width}x${height}`, `image/${format}`]).toEqual([sizes, type]);
    }
    // favicon.ico: site-images.test.ts.
    const icon = Buffer.from(await (await fetch(`${site.url}/apple-touch-icon.png`)).arrayBuffer());
    expect(await sharp(icon).metadata()).toMatchObject({ width: 180, height: 180, format: 'png' });
    expect((await sharp(icon).stats()).channels[0]?.stdev).toBeGreaterThan(1);
  });

  test('the OpenSearch description has a short name and the search URL', async () => {
    await settings({ site_name: 'A name of more than sixteen characters & <b>' });
    const description = parseXml((await read('/opensearch.xml')).text);
    const name = (local: string) => `{http://a9.com/-/spec/opensearch/1.1/}${local}`;
    expect(description.name).toBe(name('OpenSearchDescription'));
    expect(textOf(description, name('ShortName'))).toBe('A name of more t');
    expect(only(description, name('Url')).attributes).toMatchObject({
      type: 'text/html',
      template: `${siteUrl}/search?q={searchTerms}`,
    });
  });

  test('a post without an image has a card image, and an outdated card URL redirects', async () => {
    await settings({ site_name: 'Not Terrible', theme_color: '#c8102e' });
    const post = await site.createPost({ post_title: 'Crème brûlée & <b>more</b>' });
    const content = { title: post.post_title, site: 'Not Terrible', color: '#c8102e' };
    const path = cardPath(post.id, content);
    const card = await fetch(site.url + path);
    expect(card.status).toBe(200);
    expect(card.headers.get('cache-control')).toBe('public, max-age=31536000');
    expect(card.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const bytes = Buffer.from(await card.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });

    const old = await read(cardPath(post.id, { ...content, title: 'Older' }));
    expect([old.status, old.headers.get('location')]).toEqual([302, path]);
    expect(old.headers.get('cache-control')).toBe('no-store');

    await site.admin.put(`/webapi/api/posts/status/${post.id}/0`);
    for (const gone of [path, '/card/999999-0123456789abcdef.png', '/card/1-x.png', '/card/1.png'])
      expect((await read(gone)).status, gone).toBe(404);
  });

  test('answer 405 to anything but GET and HEAD', async () => {
    for (const path of ['/robots.txt', '/sitemap.xml', '/favicon.ico'])
      expect((await site.visitor().post(path, {})).status).toBe(405);
    const head = await site.visitor().request('HEAD', '/robots.txt');
    expect([head.status, head.text]).toEqual([200, '']);
  });
});
