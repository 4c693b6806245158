import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Comment } from '../../src/core/comments/api/comments.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import type { Category } from '../../src/core/posts/terms/api/categories.ts';
import type { Menu } from '../../src/core/site/api/menu.ts';
import { Client } from '../support/client.ts';
import { migratedDatabase, onEachDatabase, type TemporaryDatabase } from '../support/databases.ts';
import { startSite, type TestSite } from '../support/site.ts';

const api = '/webapi/api/admin/menu';

/** Two servers with page caches share the data. The owner works on one, readers read both. */
onEachDatabase('the menu on pages', (kind) => {
  let temporary: TemporaryDatabase;
  let servers: TestSite[];
  let owner: Client;
  let post: Post;
  let category: Category;

  beforeAll(async () => {
    temporary = await migratedDatabase(kind);
    const { dataDir, databaseUrl } = temporary.config;
    const env = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
    const first = await startSite({ env });
    servers = [first, await startSite({ env })];
    owner = new Client(first.url);
    await owner.login();
    post = (await create('About', true)).body;
    category = (await owner.post<Category>('/webapi/api/admin/cat', { category_path: 'places.north' })).body;
    await owner.put(`/webapi/api/admin/cat/${post.id}/${category.id}`, { state: true });
    await owner.post(`/webapi/api/tag/${post.id}/water`);
  });
  afterAll(async () => {
    for (const server of servers ?? []) await server.dispose();
    await temporary.dispose();
  });

  const create = (post_title: string, active: boolean) =>
    owner.post<Post>('/webapi/api/posts', { post_title, post_content: '<p>Text</p>', active });
  const save = async (change: Partial<Record<'header' | 'footer' | 'footer_text', unknown>>) => {
    const { version } = (await owner.get<Menu>(api)).body;
    const { status } = await owner.put(api, { version, header: [], footer: [], ...change });
    expect(status).toBe(200);
  };
  const part = (html: string, name: 'header' | 'footer') =>
    new RegExp(`<${name}[\\s\\S]*?</${name}>`).exec(html)?.[0] ?? '';
  const links = (html: string) =>
    [...html.matchAll(/<a href="([^"]*)" dir="auto"[^>]*>([^<]*)/g)].map(
      ([, url, label]) => `${label} ${url}`,
    );
  const read = async (server: TestSite | undefined, path = '/archive') =>
    (await fetch(`${server?.url}${path}`)).text();
  /** Pages of the server that made the change follow at once, those of the other one soon. */
  const expectMenu = async (header: string[]) => {
    expect(links(part(await read(servers[0]), 'header'))).toEqual(header);
    await expect.poll(async () => links(part(await read(servers[1]), 'header'))).toEqual(header);
  };

  test('a fresh site has the menu of the product', async () => {
    const html = await read(servers[0], '/');
    expect(links(part(html, 'header'))).toEqual(['Archive /archive', 'Topics /topics']);
    expect(links(part(html, 'footer')).slice(-2)).toEqual(['feed /feed.xml', 'there /apps/there']);
  });

  test('links follow what they lead to, on every server', async () => {
    await save({
      header: [
        { label: '', target: { kind: 'post', id: post.id } },
        { label: '', target: { kind: 'category', id: category.id } },
        {
          label: 'More <b>',
          target: null,
          children: [
            { label: '', target: { kind: 'tag', name: 'water' } },
            { label: 'Out', target: { kind: 'url', url: 'https://example.org/?a=1&b=2' } },
          ],
        },
      ],
    });
    const out = 'Out https://example.org/?a=1&amp;b=2';
    await expectMenu(['About /post/about', 'North /filter/north', 'water /tag/water', out]);
    expect(part(await read(servers[0]), 'header')).toContain('More &lt;b&gt;</summary>');

    await owner.put(`/webapi/api/posts/${post.id}`, { post_title: 'About us', post_title_web: 'us' });
    await owner.put(`/webapi/api/admin/cat/${category.id}`, { category_path: 'south' });
    await expectMenu(['About us /post/us', 'South /filter/south', 'water /tag/water', out]);

    await owner.put(`/webapi/api/posts/status/${post.id}/0`);
    await expectMenu([out]);
    // While nothing in it is public, the category gets another name.
    await owner.put(`/webapi/api/admin/cat/${category.id}`, { category_path: 'west' });
    await owner.put(`/webapi/api/posts/status/${post.id}/1`);
    await expectMenu(['About us /post/us', 'West /filter/west', 'water /tag/water', out]);

    await owner.delete(`/webapi/api/posts/${post.id}`);
    await expectMenu([out]);
    await owner.post('/webapi/api/admin/bin/restore', { items: [{ kind: 'post', id: post.id }] });
    await expectMenu(['About us /post/us', 'West /filter/west', 'water /tag/water', out]);
  });

  test('the current page is marked', async () => {
    await save({ header: [{ label: '', target: { kind: 'place', place: 'archive' } }] });
    expect(part(await read(servers[0], '/archive?page=1'), 'header')).toContain('aria-current="page"');
    expect(part(await read(servers[0], '/topics'), 'header')).not.toContain('aria-current');
  });

  test('comments on a linked post do not invalidate every page', async () => {
    await save({ header: [{ label: '', target: { kind: 'post', id: post.id } }] });
    const server = servers[0] as TestSite;
    const reader = new Client(server.url);
    await reader.get('/webapi/api/admin/auth');
    const { body: comment } = await reader.post<Comment>(`/webapi/api/posts/comment/${post.id}`, {
      comment_text: 'A word about it.',
    });
    const cached = async () => {
      const text = await (await fetch(`${server.url}/metrics`)).text();
      return Number(/^blog_page_cache_pages(?:\{.*\})? (\d+)$/m.exec(text)?.[1]);
    };
    const pages = ['/archive', '/topics', '/apps/there', '/post/us'];
    const fill = async () => {
      for (const page of pages) await read(server, page);
      return cached();
    };
    // Notifications of earlier changes may still arrive.
    const patiently = { timeout: 10_000 };
    await expect
      .poll(async () => [await fill(), await cached()], patiently)
      .toEqual([pages.length, pages.length]);
    if (kind === 'sqlite') return;
    await owner.put(`/webapi/api/posts/comment/approve/${comment.id}`, { state: true });
    // Only the page of the post shows it.
    await expect.poll(cached, patiently).toBe(pages.length - 1);
  });

  test('the footer shows its text, and nothing for what is empty', async () => {
    await save({ footer_text: '<p>Made by <a href="https://example.org/">me</a></p>' });
    for (const server of servers)
      await expect
        .poll(async () => part(await read(server), 'footer'))
        .toContain('<p>Made by <a href="https://example.org/">me</a></p>');
    await owner.put('/webapi/api/admin/site', { fan_site_url: '', contact_email: '' });
    const footer = part(await read(servers[0]), 'footer');
    expect(footer).not.toContain('mailto:');
    expect(footer).toContain('Thank you for stopping by.');
  });

  test('the announcement is above the header, with links and without markup', async () => {
    const message = 'Read [the plan](/post/us) at https://example.org/x <i>now</i> [x](javascript:alert(1))';
    await owner.put('/webapi/tasks/1', { title: '', message, active: true });
    const html = await read(servers[0]);
    expect(html.indexOf('class="announcement"')).toBeLessThan(html.indexOf('<header'));
    const strip = /<aside class="announcement"[\s\S]*?<\/p>/.exec(html)?.[0];
    expect(strip).toContain(
      'Read <a href="/post/us">the plan</a> at <a href="https://example.org/x">https://example.org/x</a> &lt;i&gt;now&lt;/i&gt; [x](javascript:alert(1))',
    );
    expect((await owner.get<{ message: string }>('/webapi/tasks/1')).body.message).toBe(message);
  });
});
