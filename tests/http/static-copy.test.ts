import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillDemo } from '../../demo/fill.ts';
import { readDemoPosts } from '../../demo/posts.ts';
import { readConfig } from '../../src/config.ts';
import { changePosts } from '../../src/core/posts/change-posts.ts';
import { attachTag } from '../../src/core/posts/terms/store/tags.ts';
import { changePost, createPost, removePost } from '../../src/core/posts/write-posts.ts';
import { importTag } from '../../src/core/taxonomy/imported-terms.ts';
import { insertComments } from '../../src/features/import/store/imported-comments.ts';
import { copySite } from '../../src/features/publish/copy-site.ts';
import { folderTarget } from '../../src/features/publish/targets/folder.ts';
import type { Blog } from '../../src/platform/blog.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { openBlog } from '../../src/server/open-blog.ts';
import { migratedDatabase, onEachDatabase, type TemporaryDatabase } from '../support/databases.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { type StaticServer, serveFolder } from '../support/static-server.ts';

const siteUrl = 'https://blog.example.org';

onEachDatabase('a static copy of the site', (kind) => {
  let temporary: TemporaryDatabase;
  let blog: Blog;
  let live: TestSite;
  let folder: string;
  let served: StaticServer;
  let copied: { missing: string[] };

  beforeAll(async () => {
    temporary = await migratedDatabase(kind);
    const { dataDir, databaseUrl } = temporary.config;
    const env = {
      DATA_DIR: dataDir,
      SITE_URL: siteUrl,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    };
    const log = createLog('warn');
    ({ blog } = await openBlog(readConfig(env), log));
    // A third of them have several pages of lists and several topics.
    const posts = readDemoPosts()
      .filter((_, index) => index % 3 === 0)
      .map((post, index) => ({ ...post, images: post.images.slice(0, index < 2 ? 2 : 0) }));
    await fillDemo(blog, { posts });
    await moveAndDelete();
    live = await startSite({ env });
    folder = path.join(await mkdtemp(path.join(tmpdir(), 'not-terrible-copy-')), 'copy');
    copied = await copySite(blog, folderTarget(folder));
    served = await serveFolder(folder);
  });
  afterAll(async () => {
    served?.close();
    await live?.dispose();
    await blog?.db.destroy();
    if (folder) await rm(path.dirname(folder), { recursive: true, force: true });
    await temporary?.dispose();
  });

  async function moveAndDelete() {
    const moved = await createPost(blog, {
      post_title: 'First name',
      post_content: '<p>x</p>',
      active: true,
    });
    await changePost(blog, moved.id, { post_title_web: 'second-name' });
    const gone = await createPost(blog, { post_title: 'Gone', post_content: '<p>x</p>', active: true });
    await removePost(blog, gone.id);
    await createPost(blog, { post_title: 'Secret', post_content: '<p>secret words</p>', active: false });
    const discussed = await createPost(blog, {
      post_title: 'Discussed',
      post_content: '<p>x</p>',
      active: true,
    });
    const comment = {
      user_name: 'Ada',
      author_url: null,
      source: 'import',
      parent: null,
      user_id: null,
    } as const;
    await changePosts(blog, async (tx) => {
      const comments = Array.from({ length: 130 }, (_, n) => ({
        ...comment,
        post_id: discussed.id,
        comment_text: `comment ${n}`,
        date_added: new Date(Date.UTC(2010, 0, 1) + n * 1000).toISOString(),
        approved: true,
      }));
      return { result: await insertComments(tx, comments), activity: [] };
    });
    await changePosts(blog, async (tx) => {
      const tag = await importTag(tx, { name: '写真のこと' }, { form: 'unicode', language: 'ja' });
      if (tag) await attachTag(tx, moved.id, tag);
      return { result: undefined, activity: [] };
    });
  }

  const pages = () => globSync('**/*.html', { cwd: folder }).sort();
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
  const linksOf = (html: string) =>
    [...html.matchAll(/\s(?:href|src|poster|action)="([^"]+)"|srcset="([^"]+)"/g)].flatMap(([, url, set]) =>
      url === undefined ? (set ?? '').split(',').map((part) => part.trim().split(' ')[0] ?? '') : [url],
    );
  /** The path of a link within the site; null for all others. */
  const internal = (url: string) => {
    const path = url.startsWith(`${siteUrl}/`) ? url.slice(siteUrl.length) : url;
    return path.startsWith('/') && !path.startsWith('//') ? (path.split('#', 1)[0] ?? '') : null;
  };

  test('has no broken link, and nothing was missing', async () => {
    expect(copied.missing).toEqual([]);
    const wanted = new Map<string, string>();
    for (const page of pages())
      for (const url of linksOf(read(page))) {
        const path = internal(url.replaceAll('&amp;', '&'));
        if (path !== null) wanted.set(path, page);
      }
    expect(pages().length).toBeGreaterThan(60);
    expect(wanted.size).toBeGreaterThan(100);
    const broken: string[] = [];
    for (const [path, page] of wanted) {
      const answer = await fetch(served.url + path);
      await answer.arrayBuffer();
      if (!answer.ok) broken.push(`${path} (${answer.status}) on ${page}`);
    }
    expect(broken).toEqual([]);
  });

  test('has no form and nothing that needs the server, and no secret', () => {
    // The counter works in the browser alone.
    for (const page of pages().filter((page) => !page.startsWith('apps/there'))) {
      const html = read(page);
      expect(html, page).not.toMatch(/<form|data-more=|href="\/(?:admin|login|search|webapi)/);
      expect(html, page).not.toContain('secret words');
    }
  });

  test('links each comment on the page that shows it, and takes no replies', () => {
    const all = globSync('post/discussed/**/index.html', { cwd: folder }).map(read).join('');
    expect(all.match(/<div id="comment-\d+/g)).toHaveLength(130);
    expect(all).not.toMatch(/comment-id=|reply=|<textarea/);
    const links = [...all.matchAll(/<a class="u-url" href="([^"#]+)#comment-\d+"/g)].map(
      ([, url = '']) => url,
    );
    expect(Map.groupBy(links, (url) => url).size).toBe(3);
    expect(links.every((url) => existsSync(path.join(folder, url, 'index.html')))).toBe(true);
  });

  /** Without scripts, styles and what a copy has not: header tools, forms, buttons. */
  const words = (html: string) =>
    (/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '')
      .replace(/<(script|style|nav|form|search|button|aside)\b[\s\S]*?<\/\1>/g, ' ')
      .replace(/<div class="(?:actions|island|comment-tools)[\s\S]*?<\/div>/g, ' ')
      .replace(/<[^>]+>/g, ' ')
      .replace(
        /There are no comments\. Be the first\?|\bComments\b|Not Terrible \(\d+\)|Comment \(\d+\)/g,
        ' ',
      )
      .replace(/\bedit\b/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();

  test('shows the same words as the site', async () => {
    const posts = pages().filter((page) => /^post\/[^/]+\/index\.html$/.test(page));
    expect(posts.length).toBeGreaterThan(10);
    for (const page of [...posts, 'archive/index.html', 'topics/index.html', 'about/index.html']) {
      const html = read(page);
      if (html.includes('http-equiv="refresh"')) continue;
      const path = `/${page.slice(0, -'/index.html'.length)}`;
      const original = await (await fetch(live.url + path)).text();
      expect(words(html), page).toBe(words(original));
    }
  });

  test('has every post in numbered pages of its lists', async () => {
    const rows = await blog.db.selectFrom('listings').select('post_id').where('kind', '=', 'all').execute();
    const titles = new Set<string>();
    let next: string | undefined = '';
    for (let count = 0; next !== undefined && count < 20; count++) {
      const html = read(`${next}/index.html`);
      for (const [, url = ''] of html.matchAll(/<h2[^>]*>\s*<a[^>]* href="(\/post\/[^"]+)"/g))
        titles.add(url);
      next = /rel="next" href="([^"]+)"/.exec(html)?.[1];
    }
    expect(next).toBeUndefined();
    expect(titles.size).toBe(rows.length);
  });

  test('has feeds, sitemap, robots, icons, cards, Markdown and the page for unknown paths', () => {
    for (const file of [
      'feed.xml',
      'atom.xml',
      'feed.json',
      'sitemap.xml',
      'robots.txt',
      'manifest.webmanifest',
      'favicon.ico',
      'theme.css',
      '404.html',
      '.nojekyll',
      'post/second-name.md',
      'tag/写真のこと/index.html',
      'tag/写真のこと/feed.xml',
    ])
      expect(existsSync(path.join(folder, file)), file).toBe(true);
    expect(read('feed.xml')).toContain('<rss');
    expect(read('theme.css')).toMatch(/--title-font.*--accent/);
    expect(globSync('card/*.png', { cwd: folder }).length).toBeGreaterThan(0);
    expect(globSync('assets/*.woff2', { cwd: folder }).length).toBeGreaterThan(4);
    expect(globSync('assets/*', { cwd: folder }).join()).not.toContain('admin');
  });

  test('has every script that another one imports', () => {
    const scripts = globSync('assets/*.js', { cwd: folder });
    const imported = scripts.flatMap((script) =>
      [...read(script).matchAll(/["'`]\.\/([^"'`]+\.js)["'`]/g)].map(([, name]) => `assets/${name}`),
    );
    expect(imported.length).toBeGreaterThan(5);
    expect(imported.filter((name) => !scripts.includes(name))).toEqual([]);
  });

  test('leads from former URLs to the present ones', () => {
    const redirects = read('_redirects');
    expect(redirects.startsWith('/post/first-name /post/second-name 301\n/post/gone /404.html 410\n')).toBe(
      true,
    );
    expect(read('post/first-name/index.html')).toContain('content="0; url=/post/second-name"');
    expect(existsSync(path.join(folder, 'post/gone'))).toBe(false);
  });

  test('stops when it is asked to', async () => {
    const stop = new AbortController();
    const other = `${folder}-stopped`;
    const copying = copySite(blog, folderTarget(other), {
      signal: stop.signal,
      progress: (_, done) => void (done === 5 && stop.abort()),
    });
    await expect(copying).rejects.toThrow(/aborted/);
    expect(globSync('**/*', { cwd: other }).length).toBeLessThan(20);
  });
});
