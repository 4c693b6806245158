import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { admin, type MemoryBlog, memoryBlog } from '../../../tests/support/memory-blog.ts';
import { type OtherSite, otherSite } from '../../../tests/support/other-site.ts';
import { changePost } from '../../core/posts/write-posts.ts';
import { jobKinds } from '../../modules/jobs.ts';
import { runDueJobs } from '../../platform/jobs/run-jobs.ts';
import {
  createSiteImport,
  importItems,
  importOf,
  repeatImport,
  samplesOf,
  setChoices,
  startImport,
} from './imports.ts';
import { parseRobots } from './sources/robots.ts';

const never = new AbortController().signal;

async function blogBeside(): Promise<{ blog: MemoryBlog; site: OtherSite }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'not-terrible-site-'));
  const site = await otherSite();
  onTestFinished(async () => {
    await site.close();
    await rm(folder, { recursive: true });
  });
  const blog = { ...(await memoryBlog()), dataFolder: folder, outgoingStrangers: ['127.0.0.1'] };
  return { blog, site };
}

const run = (blog: MemoryBlog) => runDueJobs(blog, never, jobKinds);
const report = async (blog: MemoryBlog, id: number) =>
  (await importItems(blog, id, {}, { limit: 100, offset: 0 })).items;
const stored = (blog: MemoryBlog) => blog.db.selectFrom('posts').selectAll().orderBy('id').execute();

const page = (body: string, head = '') =>
  `<!doctype html><html lang="en"><head><title>Old blog</title>${head}</head><body>${body}</body></html>`;
const entry = (site: OtherSite, name: string, text: string) =>
  page(
    `<nav><a href="/">Home</a></nav><main><article class="h-entry"><h1 class="p-name">${name}</h1>
    <a class="p-author h-card" href="/">Ada</a><a class="u-url" href="${site.url}/${name}/"><time class="dt-published" datetime="2020-01-0${name.length}T10:00:00Z">then</time></a>
    <div class="e-content"><p>${text}</p></div><a class="p-category" rel="tag" href="/tag/tea">Tea</a>
    <ol><li class="u-comment h-cite" id="c1"><span class="p-author h-card"><span class="p-name">Bo</span></span><time class="dt-published" datetime="2020-02-01T10:00:00Z"></time><div class="e-content">Well said</div></li></ol>
    </article></main>`,
  );

function blogWithSitemap(site: OtherSite): void {
  const loc = (name: string, date: string) =>
    `<url><loc>${site.url}/${name}</loc><lastmod>${date}</lastmod></url>`;
  site.pages.set('/robots.txt', `User-agent: *\nDisallow: /private/\nSitemap: ${site.url}/map.xml`);
  site.pages.set(
    '/map.xml',
    `<urlset>${['one/', 'two/', 'about/', 'private/x/', 'gone/', ''].map((name) => loc(name, '2020-03-01')).join('')}</urlset>`,
  );
  site.pages.set('/', page('<main><article><a href="/one/">one</a></article><article>two</article></main>'));
  site.pages.set('/one/', entry(site, 'one', 'First words'));
  site.pages.set('/two/', entry(site, 'two', 'See <a href="/one/">one</a>'));
  site.pages.set(
    '/about/',
    page('<main><header><h1>About</h1></header><p>Who we are</p><footer>©</footer></main>'),
  );
}

test('a site with a sitemap and microformats is copied politely and imported, and later only what changed', async () => {
  const { blog, site } = await blogBeside();
  blogWithSitemap(site);
  const { id } = await createSiteImport(blog, admin, site.url, false);
  await run(blog);
  const record = await importOf(blog, id);
  expect(record).toMatchObject({ state: 'done', problems: [], can_repeat: true, url: `${site.url}/` });
  expect(site.requests).not.toContain('/private/x/');
  const [one, two, about] = await stored(blog);
  expect([one, two, about]).toMatchObject([
    {
      kind: 'post',
      post_title: 'one',
      post_title_web: 'one',
      post_date: '2020-01-03T10:00:00.000Z',
      active: 1,
    },
    { post_title: 'two', post_content: '<p>See <a href="/post/one">one</a></p>' },
    { kind: 'page', post_title: 'About', post_title_web: '/about', post_content: '<p>Who we are</p>' },
  ]);
  const redirects = await blog.db.selectFrom('redirects').select(['from_path', 'post_id']).execute();
  expect(redirects).toContainEqual({ from_path: '/one', post_id: one?.id });
  const comments = await blog.db.selectFrom('comments').select(['user_name', 'comment_text']).execute();
  expect(comments).toEqual([
    { user_name: 'Bo', comment_text: 'Well said' },
    { user_name: 'Bo', comment_text: 'Well said' },
  ]);
  const leftOut = (await report(blog, id)).filter(({ outcome }) => outcome === 'left-out');
  expect(leftOut.map(({ label, reasons }) => [label.replace(site.url, ''), reasons[0]])).toEqual([
    ['/gone/', expect.stringContaining('It could not be fetched: ')],
    ['/', 'It is a list, or has no text of its own.'],
  ]);

  await changePost(blog, two?.id ?? 0, { post_content: '<p>Mine</p>' });
  site.pages.set('/one/', entry(site, 'one', 'Better words'));
  site.pages.set('/two/', entry(site, 'two', 'Other words'));
  site.pages.set(
    '/map.xml',
    String(site.pages.get('/map.xml')).replaceAll(
      /(one|two)\/<\/loc><lastmod>2020/g,
      '$1/</loc><lastmod>2030',
    ),
  );
  site.requests.length = 0;
  const again = await repeatImport(blog, admin, id, false);
  await run(blog);
  expect(site.requests).not.toContain('/about/');
  expect((await stored(blog)).map(({ post_content }) => post_content)).toEqual([
    '<p>Better words</p>',
    '<p>Mine</p>',
    '<p>Who we are</p>',
  ]);
  const reasons = (await report(blog, again.id)).flatMap((item) => item.reasons).join();
  expect(reasons).toContain('but also here');
});

test('an interrupted copy continues with what is missing', async () => {
  const { blog, site } = await blogBeside();
  blogWithSitemap(site);
  const stop = new AbortController();
  const two = String(site.pages.get('/two/'));
  site.pages.set('/two/', (response) => {
    stop.abort();
    response.end(two);
  });
  const { id } = await createSiteImport(blog, admin, site.url, false);
  await runDueJobs(blog, stop.signal, jobKinds);
  expect(await stored(blog)).toEqual([]);
  site.pages.set('/two/', two);
  site.requests.length = 0;
  blog.wait(60 * 60 * 1000);
  await run(blog);
  expect((await importOf(blog, id)).state).toBe('done');
  expect(site.requests).not.toContain('/one/');
  expect(await stored(blog)).toHaveLength(3);
  expect(await readdir(path.join(blog.dataFolder, 'imports'))).toHaveLength(1);
});

test('a robots.txt that forbids the site is respected', async () => {
  const { blog, site } = await blogBeside();
  site.pages.set('/robots.txt', 'User-agent: NotTerrible\nDisallow: /');
  site.pages.set('/', page('<main>Words</main>'));
  const { id } = await createSiteImport(blog, admin, site.url, true);
  await run(blog);
  expect((await importOf(blog, id)).error).toContain('forbids programs to read it');
  expect(site.requests).toEqual(['/robots.txt']);
});

test('rules of robots.txt', () => {
  const { allows, delayMs, sitemaps } = parseRobots(
    'User-agent: a\nUser-agent: notterrible\nDisallow: /x*y\nAllow: /x/y$\nCrawl-delay: 2\n\nUser-agent: *\nDisallow: /\nSitemap: /s.xml',
  );
  const at = (target: string) => allows(new URL(target, 'https://example.org'));
  expect([at('/'), at('/x/z'), at('/x/zy'), at('/x/y'), at('/x/y/')]).toEqual([
    true,
    true,
    false,
    true,
    false,
  ]);
  expect([delayMs, sitemaps]).toEqual([2000, ['/s.xml']]);
});

test('a site of WordPress is read by its API', async () => {
  const { blog, site } = await blogBeside();
  const json =
    (value: unknown, total = 1) =>
    (response: ServerResponse) =>
      response
        .setHeader('content-type', 'application/json')
        .setHeader('x-wp-total', String(total))
        .end(JSON.stringify(value));
  const api = '/wp-json/wp/v2';
  site.pages.set('/', page('', `<link rel="https://api.w.org/" href="${site.url}/wp-json/">`));
  site.pages.set(
    '/wp-json/',
    json({ name: 'Tea &amp; more', description: 'Hot', home: site.url, timezone_string: 'Europe/Vienna' }),
  );
  site.pages.set(
    `${api}/users`,
    json([{ id: 1, name: 'Ada', description: '', url: '', link: `${site.url}/author/ada/` }]),
  );
  site.pages.set(
    `${api}/categories`,
    json([{ id: 2, name: 'Drinks', slug: 'drinks', parent: 0, link: `${site.url}/category/drinks/` }]),
  );
  site.pages.set(`${api}/tags`, json([], 0));
  const post = {
    type: 'post',
    slug: 'tea',
    link: `${site.url}/2020/tea/`,
    date_gmt: '2020-01-02T03:04:05',
    author: 1,
    categories: [2],
    tags: [],
    comment_status: 'open',
  };
  site.pages.set(
    `${api}/posts`,
    json([
      {
        ...post,
        id: 7,
        title: { rendered: 'Tea &#8217;s' },
        content: { rendered: '<p>Words <script>x</script></p>' },
      },
    ]),
  );
  site.pages.set(`${api}/pages`, json([], 0));
  site.pages.set(
    `${api}/comments`,
    json([
      {
        id: 9,
        post: 7,
        parent: 0,
        author: 0,
        author_name: 'Bo',
        author_url: '',
        date_gmt: '2020-01-03T00:00:00',
        content: { rendered: '<p>Yes</p>' },
        type: 'comment',
      },
    ]),
  );
  const { id } = await createSiteImport(blog, admin, site.url, true);
  await run(blog);
  expect(await importOf(blog, id)).toMatchObject({ state: 'done', problems: [], error: null });
  expect(await samplesOf(blog, id)).toMatchObject({
    kinds: [{ source_kind: 'post', kind: 'post', count: 1 }],
    authors: ['Ada'],
    categories: ['Drinks'],
    posts: [{ label: 'Tea ’s', url: `${site.url}/2020/tea/`, source: [{ text: 'Words', isMissing: false }] }],
  });
  await setChoices(blog, id, {
    kinds: { post: 'page' },
    language: 'de',
    time_zone: '',
    me: '',
    tags: ['Drinks'],
  });
  await run(blog);
  expect((await importOf(blog, id)).written).toContainEqual({ kind: 'page', count: 1 });
  await setChoices(blog, id, { kinds: {}, language: 'de', time_zone: '', me: '', tags: ['Drinks'] });
  await run(blog);
  await startImport(blog, id);
  await run(blog);
  expect(await stored(blog)).toMatchObject([{ post_title: 'Tea ’s', language: 'de', category_id: null }]);
  expect(await blog.db.selectFrom('tags').select('display_name').execute()).toEqual([
    { display_name: 'Drinks' },
  ]);
  expect(await blog.db.selectFrom('comments').select('comment_text').execute()).toEqual([
    { comment_text: 'Yes' },
  ]);
});
