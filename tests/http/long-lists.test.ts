import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { openBlog } from '../../src/server/open-blog.ts';
import { seed } from '../../tools/seed.ts';
import { migratedDatabase, type TemporaryDatabase } from '../support/databases.ts';
import { startSite, type TestSite } from '../support/site.ts';

let temporary: TemporaryDatabase;
let server: TestSite;

beforeAll(async () => {
  temporary = await migratedDatabase('sqlite');
  const { dataDir } = temporary.config;
  const { blog } = await openBlog(readConfig({ DATA_DIR: dataDir, DATABASE_URL: '' }), createLog('silent'));
  await seed(blog.db, { posts: 220, comments: 0 });
  await blog.db.destroy();
  server = await startSite({ env: { DATA_DIR: dataDir } });
});
afterAll(async () => {
  await server.dispose();
  await temporary.dispose();
});

const read = async (path: string) => (await fetch(server.url + path)).text();
const postsOn = (html: string) => [
  ...new Set([...html.matchAll(/<a[^>]*href="\/post\/([a-z0-9-]+)"/g)].map(([, title]) => title ?? '')),
];

/** The URL that the button leads to without JavaScript, from the fields of its form. */
function more(html: string): string | null {
  const [, action, fields] =
    /<form class="load-more"[^>]* action="([^"]*)"[^>]*>(.*?)<\/form>/s.exec(html) ?? [];
  if (!action || !fields) return null;
  const query = new URLSearchParams();
  for (const [tag] of fields.matchAll(/<(?:input|button)[^>]*>/g)) {
    const of = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
    query.set(of('name') ?? '', of('value') ?? '');
  }
  return `${action}?${query}`;
}

test('every post can be reached without JavaScript', async () => {
  const every = (await (await fetch(`${server.url}/webapi/getposts`)).json()) as Post[];
  expect(every.length).toBeGreaterThan(200);
  const seen: string[] = [];
  for (let from = 0; from < every.length; from += 50) {
    const html = await read(`/?view=compact&show=500&from=${from}`);
    const shown = postsOn(html);
    expect(shown.length).toBe(Math.min(50, every.length - from));
    seen.push(...shown);
    const next = more(html);
    if (from + 50 >= every.length) expect(next).toBeNull();
    else {
      // The page is full, so the button starts the next one in the same layout.
      const url = new URL(next ?? '', server.url);
      expect(Object.fromEntries(url.searchParams)).toEqual({
        view: 'compact',
        from: String(from + 50),
        show: '5',
      });
      const first = await read(url.pathname + url.search);
      expect(postsOn(first)).toEqual(every.slice(from + 50, from + 55).map((post) => post.post_title_web));
      expect(more(first)).toBe(`/?view=compact&from=${from + 50}&show=10`);
    }
  }
  expect(seen).toEqual(every.map((post) => post.post_title_web));
});

test('a page past the end is an empty list', async () => {
  expect(await read('/?from=900000')).toContain('There are current no posts for public view.');
  expect(postsOn(await read('/?from=-5'))).toHaveLength(5);
});

test('a script continues on the next page as well, once this one is full', async () => {
  const added = async (offset: number) =>
    (
      await fetch(`${server.url}/webapi/api/posts/5/${offset}/!null/!null`, {
        headers: { accept: 'text/html' },
      })
    ).text();
  expect(await added(40)).toContain('data-more="/webapi/api/posts/5/45/!null/!null?view=full"');
  const last = await added(45);
  expect(last).not.toContain('data-more');
  expect(more(last)).toBe('/?from=50&show=5');
});
