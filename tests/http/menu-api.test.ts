import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Category } from '../../src/core/posts/terms/api/categories.ts';
import type { Menu } from '../../src/core/site/api/menu.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

const path = '/webapi/api/admin/menu';

onEachDatabase('the menu of the API', (kind) => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite(kind);
  });
  afterAll(() => site.dispose());

  const read = async () => (await site.admin.get<Menu>(path)).body;
  const save = async (change: Record<string, unknown>) => {
    const { version } = await read();
    return site.admin.put<Menu>(path, { version, header: [], footer: [], ...change });
  };
  const post = (id: number, label = '') => ({ label, target: { kind: 'post', id } });

  test('a fresh site links to archive and topics, feed and counter', async () => {
    const { version, header, footer, footer_text } = await read();
    expect(version).toBe(0);
    expect(header.map(({ url }) => url)).toEqual(['/archive', '/topics']);
    expect(footer.map(({ url }) => url)).toEqual(['/feed.xml', '/apps/there']);
    expect(footer_text).toBe('');
  });

  test('a target is stored by id: a new title, path or status shows, and a deleted one stays in the menu', async () => {
    const { id } = await site.createPost({ post_title: 'About me' });
    const category = (
      await site.admin.post<Category>('/webapi/api/admin/cat', { category_path: 'travel.north-sea' })
    ).body;
    await site.admin.put(`/webapi/api/admin/cat/${id}/${category.id}`, { state: true });
    await site.admin.post(`/webapi/api/tag/${id}/water`);
    const { status } = await save({
      header: [
        { label: 'More', target: null, children: [post(id), post(id, 'Me')] },
        { label: '', target: { kind: 'category', id: category.id } },
        { label: '', target: { kind: 'tag', name: 'water' } },
        { label: '', target: { kind: 'url', url: 'https://example.org/a' } },
        { label: '', target: { kind: 'post', id: 2_000_000_000 } },
      ],
    });
    expect(status).toBe(200);
    const states = async () => {
      const { header } = await read();
      return [header[0]?.children[0], ...header.slice(1)].map((one) => [one?.title, one?.url, one?.state]);
    };
    const other = [
      ['example.org/a', 'https://example.org/a', 'public'],
      ['', null, 'deleted'],
    ];
    expect(await states()).toEqual([
      ['About me', '/post/about-me', 'public'],
      ['North Sea', '/filter/north-sea', 'public'],
      ['water', '/tag/water', 'public'],
      ...other,
    ]);

    await site.admin.put(`/webapi/api/posts/${id}`, { post_title: 'About us', post_title_web: 'us' });
    await site.admin.put(`/webapi/api/admin/cat/${category.id}`, { category_path: 'coast' });
    expect((await states()).slice(0, 2)).toEqual([
      ['About us', '/post/us', 'public'],
      ['Coast', '/filter/coast', 'public'],
    ]);

    await site.admin.put(`/webapi/api/posts/status/${id}/0`);
    expect((await states()).slice(0, 3).map(([, , state]) => state)).toEqual(Array(3).fill('not public'));

    await site.admin.delete(`/webapi/api/posts/${id}`);
    expect(await states()).toEqual([
      ['', null, 'deleted'],
      ['Coast', '/filter/coast', 'not public'],
      ['water', null, 'deleted'],
      ...other,
    ]);
    await site.admin.delete(`/webapi/api/admin/cat/${category.id}`);
    expect((await states())[1]).toEqual(['', null, 'deleted']);

    await site.admin.post('/webapi/api/admin/bin/restore', { items: [{ kind: 'post', id }] });
    await site.admin.put(`/webapi/api/posts/status/${id}/1`);
    expect((await states()).map(([, , state]) => state)).toEqual([
      'public',
      'deleted',
      'public',
      'public',
      'deleted',
    ]);
  });

  test('a menu that was changed meanwhile is refused, and of two at once one is saved', async () => {
    const { version } = await read();
    const change = (label: string) =>
      site.admin.put<Menu & { error?: { message: string } }>(path, {
        version,
        header: [],
        footer: [{ label, target: { kind: 'place', place: 'home' } }],
      });
    const answers = await Promise.all([change('one'), change('two')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.error?.message).toContain('changed in another window');
    const saved = answers.find(({ status }) => status === 200)?.body;
    expect(await read()).toEqual(saved);
    expect(saved?.version).toBe(version + 1);
  });

  test('hostile, oversized and nameless entries are refused', async () => {
    const url = (url: string) => ({ header: [{ label: 'x', target: { kind: 'url', url } }] });
    const entry = { label: 'x', target: { kind: 'place', place: 'home' } };
    const wrong: Record<string, unknown>[] = [
      url('javascript:alert(1)'),
      url('JavaScript:alert(1)//https://x'),
      url(' javascript:alert(1)'),
      url('data:text/html,x'),
      url('//example.org'),
      url('/archive'),
      url('https://'),
      url('https://exa mple.org'),
      url('mailto:'),
      url(`https://example.org/${'x'.repeat(2000)}`),
      { header: [{ label: ' ', target: null, children: [entry] }] },
      { header: Array(31).fill(entry) },
      { header: [{ ...entry, children: Array(13).fill(entry) }] },
      { header: [{ ...entry, children: [{ label: 'x', target: null }] }] },
      { header: [{ ...entry, label: 'x'.repeat(101) }] },
      { header: [{ label: 'x', target: { kind: 'place', place: 'nowhere' } }] },
      { header: [{ label: 'x', target: { kind: 'post', id: 'one' } }] },
      { header: 'all' },
      { footer_text: 'x'.repeat(10_001) },
      // Each character becomes five.
      { footer_text: '&'.repeat(9000) },
      { version: -1 },
    ];
    const before = await read();
    for (const body of wrong) expect([body, (await save(body)).status]).toEqual([body, 422]);
    expect(await read()).toEqual(before);
    for (const good of ['https://example.org', 'http://[::1]:8080/', 'mailto:me@example.org?subject=Hi'])
      expect((await save(url(good))).status).toBe(200);
    // One level only: what is below a link of the second level is dropped.
    const { body } = await save({
      header: [{ ...entry, children: [{ ...entry, children: [entry] }, ...Array(11).fill(entry)] }],
    });
    expect(body.header[0]?.children).toHaveLength(12);
    expect(body.header[0]?.children[0]).not.toHaveProperty('children');
  });

  test('the text of the footer is sanitized, here and in the site settings', async () => {
    const html =
      '<h2>Legal</h2><p onclick="x()">By <a href="https://example.org/me" style="x">me</a><script>x()</script></p>' +
      '<ul><li><strong>One</strong></li></ul><img src="https://example.org/x.png"><a href="javascript:x()">no</a>';
    const clean =
      '<p>Legal</p><p>By <a href="https://example.org/me">me</a></p><ul><li><strong>One</strong></li></ul><p>no</p>';
    const { body } = await save({ footer_text: html });
    expect(body.footer_text).toBe(clean);
    await site.admin.put('/webapi/api/admin/site', { footer_text: `<p>Two</p>${html}` });
    expect((await read()).footer_text).toBe(`<p>Two</p>${clean}`);
    // Without the field the text stays.
    expect((await save({})).body.footer_text).toBe(`<p>Two</p>${clean}`);
    expect((await site.admin.put('/webapi/api/admin/site', { footer_text: '&'.repeat(9000) })).status).toBe(
      422,
    );
  });
});
