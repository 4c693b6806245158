import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';
import { all, only, parseXml, textOf, type XmlElement } from '../support/xml.ts';

const siteUrl = 'http://blog.example.org';
const atomSpace = 'http://www.w3.org/2005/Atom';
const atom = (name: string) => `{${atomSpace}}${name}`;
const content = '{http://purl.org/rss/1.0/modules/content/}encoded';
const media = '{http://search.yahoo.com/mrss/}content';

const awkward = 'Tom & Jerry <script>"]]>" \u0007 🙂';
const html = `<h2>Part one</h2><p>See <a href="/filter/travel">travel</a>, <a href="#part-one">up</a>
  and <a href="https://example.net/x">out</a>.</p>
  <p><img src="/images/ab/picture.webp" alt="A picture"></p><p>A &amp; B &lt; C ]]&gt; 🙂</p>`;

type JsonFeed = {
  version: string;
  home_page_url: string;
  feed_url: string;
  items: { id: string; url: string; title: string; content_html: string; tags: string[]; image?: string }[];
};

onEachDatabase('feeds', (kind) => {
  let site: ApiSite;
  let post: Post;
  beforeAll(async () => {
    site = await apiSite(kind, { SITE_URL: siteUrl });
    post = await site.createPost({
      post_title: awkward,
      post_content: html,
      post_date: '2026-01-31T12:00:00Z',
    });
    await site.createPost({ post_title: '', post_date: '2026-01-30T12:00:00Z' });
    await site.createPost({ post_title: 'Hidden', active: false });
    const category = await site.admin.post<{ id: number }>('/webapi/api/admin/cat', {
      category_path: 'travel.south-east',
    });
    await site.admin.put(`/webapi/api/admin/cat/${post.id}/${category.body.id}`);
    await site.admin.post(`/webapi/api/tag/${post.id}/sea`);
    const form = new FormData();
    const png = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#00f' } })
      .png()
      .toBuffer();
    form.append('post_id', String(post.id));
    form.append('image', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'sea.png');
    expect((await site.admin.post('/webapi/image', form)).status).toBe(201);
  });
  afterAll(async () => {
    expect(site.errors).toEqual([]);
    await site.dispose();
  });

  const read = (path: string, headers: Record<string, string> = {}) => site.visitor().get(path, { headers });
  const channelOf = async (path = '/feed.xml') => only(parseXml((await read(path)).text), 'channel');
  const titles = (channel: XmlElement) => all(channel, 'item').map((item) => textOf(item, 'title'));

  test('RSS has whole active posts, newest first', async () => {
    const { status, headers, text } = await read('/feed.xml');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
    expect(headers.get('vary')).toContain('accept');
    const rss = parseXml(text);
    expect(rss).toMatchObject({ name: 'rss', attributes: { version: '2.0' } });
    const channel = only(rss, 'channel');
    expect(textOf(channel, 'link')).toBe(`${siteUrl}/`);
    expect(textOf(channel, 'description')).not.toBe('');
    expect(only(channel, atom('link')).attributes).toMatchObject({
      rel: 'self',
      href: `${siteUrl}/feed.xml`,
      type: 'application/rss+xml',
    });
    expect(titles(channel)).toEqual(['Tom & Jerry <script>"]]>"  🙂', 'Untitled']);
    const [item] = all(channel, 'item') as [XmlElement];
    expect(textOf(item, 'link')).toBe(`${siteUrl}/post/${post.post_title_web}`);
    expect(textOf(item, 'pubDate')).toBe('Sat, 31 Jan 2026 12:00:00 GMT');
    expect(all(item, 'category').map(({ text }) => text)).toEqual(['Travel', 'South East', 'sea']);
    expect(textOf(item, content)).toContain('<h2');
    expect(textOf(item, content)).toContain('A &amp; B &lt; C ]]&gt; 🙂');
    const enclosure = only(item, 'enclosure').attributes;
    expect(enclosure).toMatchObject({
      type: 'image/webp',
      url: expect.stringMatching(`^${siteUrl}/images/`),
    });
    const image = await read(enclosure.url?.replace(siteUrl, '') ?? '');
    expect(image.headers.get('content-length')).toBe(enclosure.length);
    expect(image.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(only(item, media).attributes).toMatchObject({ medium: 'image', width: '40', height: '20' });
  });

  test('no URL in the HTML of any feed is relative', async () => {
    const rss = all(await channelOf(), 'item').map((item) => textOf(item, content));
    const entries = all(parseXml((await read('/atom.xml')).text), atom('entry'));
    const json = (await read('/feed.json')).body as JsonFeed;
    const texts = [
      ...rss,
      ...entries.map((entry) => textOf(entry, atom('content'))),
      ...json.items.map((item) => item.content_html),
    ];
    expect(texts).toHaveLength(6);
    const urls = texts.flatMap((text) => [...text.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, url]) => url));
    expect(urls).toHaveLength(12);
    expect(urls.filter((url) => !/^https?:\/\/[a-z.]+\//.test(url ?? ''))).toEqual([]);
    expect(urls).toContain(`${siteUrl}/post/${post.post_title_web}#h-part-one`);
    expect(urls).toContain(`${siteUrl}/filter/travel`);
    expect(urls).toContain('https://example.net/x');
  });

  test('Atom has the elements that its standard requires', async () => {
    const { headers, text } = await read('/atom.xml');
    expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    const feed = parseXml(text);
    expect(feed.name).toBe(atom('feed'));
    expect(textOf(feed, atom('id'))).toBe(`${siteUrl}/`);
    expect(textOf(only(feed, atom('author')), atom('name'))).toBe('Not Terrible');
    const links = all(feed, atom('link')).map(({ attributes }) => [attributes.rel, attributes.href]);
    expect(links).toEqual([
      ['self', `${siteUrl}/atom.xml`],
      ['alternate', `${siteUrl}/`],
    ]);
    const entries = all(feed, atom('entry'));
    expect(entries).toHaveLength(2);
    for (const entry of entries) {
      expect(textOf(entry, atom('id'))).toMatch(/^http:\/\/blog\.example\.org\/post\?name=\d+$/);
      expect(textOf(entry, atom('title'))).not.toBe('');
      expect(new Date(textOf(entry, atom('updated'))).toISOString()).toBe(textOf(entry, atom('updated')));
      expect(only(entry, atom('content')).attributes).toEqual({ type: 'html' });
    }
    const updated = entries.map((entry) => textOf(entry, atom('updated'))).sort();
    expect(textOf(feed, atom('updated'))).toBe(updated.at(-1));
    const ids = entries.map((entry) => textOf(entry, atom('id')));
    expect(new Set(ids).size).toBe(2);
  });

  test('JSON Feed has the fields that its standard requires', async () => {
    const { headers, body } = await read('/feed.json');
    expect(headers.get('content-type')).toBe('application/feed+json; charset=utf-8');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    const feed = body as JsonFeed;
    expect(feed).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      home_page_url: `${siteUrl}/`,
      feed_url: `${siteUrl}/feed.json`,
    });
    expect(feed.items[0]).toMatchObject({
      id: `${siteUrl}/post?name=${post.id}`,
      url: `${siteUrl}/post/${post.post_title_web}`,
      tags: ['Travel', 'South East', 'sea'],
      image: expect.stringMatching(`^${siteUrl}/images/`),
    });
  });

  test('the Host header does not change any URL', async () => {
    const { hostname, port } = new URL(site.url);
    const { request } = await import('node:http');
    const text = await new Promise<string>((resolve, reject) => {
      request({ hostname, port, path: '/feed.xml', headers: { host: 'evil.example.net' } }, (answer) => {
        let body = '';
        answer.setEncoding('utf8').on('data', (chunk) => {
          body += chunk;
        });
        answer.on('end', () => resolve(body));
      })
        .on('error', reject)
        .end();
    });
    expect(text).toContain(siteUrl);
    expect(text).not.toContain('evil');
  });

  describe('of lists', () => {
    test('exist for each tag and category', async () => {
      for (const path of ['/tag/sea', '/filter/travel', '/filter/south-east']) {
        const channel = await channelOf(`${path}/feed.xml`);
        expect(textOf(channel, 'link')).toBe(siteUrl + path);
        expect(only(channel, atom('link')).attributes.href).toBe(`${siteUrl}${path}/feed.xml`);
        expect(titles(channel)).toHaveLength(1);
        expect(all(parseXml((await read(`${path}/atom.xml`)).text), atom('entry'))).toHaveLength(1);
        expect(((await read(`${path}/feed.json`)).body as JsonFeed).items).toHaveLength(1);
      }
      expect(textOf(await channelOf('/filter/south-east/feed.xml'), 'title')).toBe(
        'South East · Not Terrible',
      );
    });

    const formats = ['feed.xml', 'atom.xml', 'feed.json'];
    const browser = 'text/html,application/xhtml+xml,*/*;q=0.8';
    const answers = async (list: string, status: number, location: string | null = null) => {
      const ways = [
        ...formats.map((file) => ({ file, accept: '*/*' })),
        { file: 'feed.xml', accept: browser },
      ];
      for (const { file, accept } of ways) {
        const path = `${list}/${file}`;
        const response = await fetch(site.url + path, { headers: { accept }, redirect: 'manual' });
        await response.arrayBuffer();
        expect([path, response.status, response.headers.get('location')]).toEqual([
          path,
          status,
          location && `${location}/${file}`,
        ]);
      }
      const page = await fetch(site.url + list, { redirect: 'manual' });
      await page.arrayBuffer();
      expect([list, page.status, page.headers.get('location')]).toEqual([list, status, location]);
    };

    test('are empty for a list without posts', async () => {
      await site.admin.post('/webapi/api/admin/cat', { category_path: 'vacant' });
      expect(titles(await channelOf('/filter/vacant/feed.xml'))).toEqual([]);
      const empty = parseXml((await read('/filter/vacant/atom.xml')).text);
      expect(textOf(empty, atom('updated'))).toBe('1970-01-01T00:00:00.000Z');
      await answers('/filter/vacant', 200);
    });

    test('answer as their list does: 404 for a list that does not exist', async () => {
      const draft = await site.createPost({ active: false });
      await site.admin.post(`/webapi/api/tag/${draft.id}/secret`);
      const names = ["%3Cscript%3E'", '..%2F..', '%E6%B5%B7', 'x'.repeat(2000), 'nothing', 'secret'];
      for (const name of names) await answers(`/tag/${name}`, 404);
      await answers('/filter/nowhere', 404);
      for (const name of ['%00', '%E0%A4%A']) expect((await read(`/tag/${name}/feed.xml`)).status).toBe(404);
    });

    test('lead to the feed of the renamed category, until the old name is taken', async () => {
      const { body } = await site.admin.post<{ id: number }>('/webapi/api/admin/cat', {
        category_path: 'harbor',
      });
      const filed = await site.createPost();
      await site.admin.put(`/webapi/api/admin/cat/${filed.id}/${body.id}`);
      await answers('/filter/harbor', 200);
      await site.admin.put(`/webapi/api/admin/cat/${body.id}`, { category_path: 'port' });
      await answers('/filter/harbor', 301, '/filter/port');
      await site.admin.put(`/webapi/api/admin/cat/${body.id}`, { category_path: 'marina' });
      for (const old of ['harbor', 'port']) await answers(`/filter/${old}`, 301, '/filter/marina');
      await site.admin.post('/webapi/api/admin/cat', { category_path: 'harbor' });
      await answers('/filter/harbor', 200);
      await site.admin.delete(`/webapi/api/posts/${filed.id}`);
    });

    test('at old addresses of the owner lead to the feed of what they are redirected to', async () => {
      const typed = (from: string, to: string | null) =>
        site.admin.post('/webapi/api/admin/redirects', { from, to });
      await typed('/blog/label/sea', '/tag/sea');
      await answers('/blog/label/sea', 301, '/tag/sea');
      await typed('/tag/ocean', '/tag/sea');
      await answers('/tag/ocean', 301, '/tag/sea');
      await typed('/tag/withdrawn', null);
      await answers('/tag/withdrawn', 410);
      await typed('/blog', '/');
      for (const file of formats)
        expect(
          (await fetch(`${site.url}/blog/${file}`, { redirect: 'manual' })).headers.get('location'),
        ).toBe(`/${file}`);
    });
  });

  describe('content negotiation and caching', () => {
    const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

    test('a browser gets a page, a feed reader the feed', async () => {
      const page = await read('/feed.xml', { accept: browser });
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(page.headers.get('vary')).toContain('accept');
      for (const accept of [
        '*/*',
        'application/rss+xml, text/html;q=0.5',
        'application/xml',
        'application/rss+xml,application/atom+xml;q=0.8,*/*;q=0.1',
      ])
        expect((await read('/feed.xml', { accept })).headers.get('content-type'), accept).toMatch(/rss/);
      expect((await read('/atom.xml', { accept: browser })).headers.get('content-type')).toMatch(/atom/);
    });

    test('conditional requests are answered with 304 until the feed changes', async () => {
      const first = await read('/tag/sea/feed.xml');
      const [etag, modified] = ['etag', 'last-modified'].map((name) => first.headers.get(name) ?? '');
      expect(new Date(modified ?? '').toUTCString()).toBe(modified);
      const again = await read('/tag/sea/feed.xml', { 'if-none-match': `"x", ${etag}` });
      expect([again.status, again.text]).toEqual([304, '']);
      expect(again.headers.get('etag')).toBe(etag);
      expect((await read('/tag/sea/feed.xml', { 'if-modified-since': modified ?? '' })).status).toBe(304);
      const both = { 'if-none-match': '"other"', 'if-modified-since': modified ?? '' };
      expect((await read('/tag/sea/feed.xml', both)).status).toBe(200);

      await site.admin.post(`/webapi/api/tag/${post.id}/more`);
      expect((await read('/tag/sea/feed.xml', { 'if-none-match': etag ?? '' })).status).toBe(200);
      expect((await read('/tag/sea/feed.xml', { 'if-modified-since': modified ?? '' })).status).toBe(200);
    });

    test('HEAD and compression work, and other methods are answered with 405', async () => {
      const head = await site.visitor().request('HEAD', '/feed.xml');
      expect([head.status, head.text]).toEqual([200, '']);
      const compressed = await read('/feed.xml', { 'accept-encoding': 'gzip' });
      expect(compressed.headers.get('content-encoding')).toBe('gzip');
      expect(titles(only(parseXml(compressed.text), 'channel'))).toHaveLength(2);
      const { status, headers } = await site.visitor().post('/feed.xml', {});
      expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    });
  });

  test('an entry keeps its id when its web title changes', async () => {
    const draft = await site.createPost({ post_title: 'First name', active: false });
    const idsNow = async () =>
      all(await channelOf(), 'item').map((item) => [textOf(item, 'guid'), textOf(item, 'link')]);
    await site.admin.put(`/webapi/api/posts/${draft.id}`, { active: true });
    const before = (await idsNow()).find(([id]) => id?.endsWith(`name=${draft.id}`));
    await site.admin.put(`/webapi/api/posts/${draft.id}`, { post_title_web: 'second-name' });
    const after = (await idsNow()).find(([, link]) => link?.endsWith('/second-name'));
    expect(after?.[0]).toBe(before?.[0]);
    expect(after?.[1]).not.toBe(before?.[1]);
    await site.admin.delete(`/webapi/api/posts/${draft.id}`);
  });

  test('have only the fifty newest posts', async () => {
    const ids: number[] = [];
    for (let number = 0; number < 52; number++)
      ids.push((await site.createPost({ post_title: `Number ${number}` })).id);
    const found = titles(await channelOf());
    expect(found).toHaveLength(50);
    expect(found[0]).toBe('Number 51');
    expect(found.at(-1)).toBe('Number 2');
    for (const id of ids) await site.admin.delete(`/webapi/api/posts/${id}`);
  });
});
