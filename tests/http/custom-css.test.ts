import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CustomCss } from '../../src/core/site/api/custom-css.ts';
import { Client } from '../support/client.ts';
import { databases } from '../support/databases.ts';
import { freshMigratedDatabase } from '../support/postgres.ts';
import { startSite, type TestSite } from '../support/site.ts';

describe.each(databases)('custom CSS and appearance (%s)', (database) => {
  let server: TestSite;
  let owner: Client;
  let postgres: Awaited<ReturnType<typeof freshMigratedDatabase>> | null;
  const page = async (path: string) => (await fetch(server.url + path)).text();
  const sheetOf = (html: string) => /href="(\/custom-[0-9a-f]{16}\.css)"/.exec(html)?.[1];
  const save = (source: string) => owner.put<CustomCss>('/webapi/api/admin/custom-css', { source });

  beforeAll(async () => {
    postgres = database === 'postgres' ? await freshMigratedDatabase() : null;
    server = await startSite(postgres ? { env: { DATABASE_URL: postgres.url } } : {});
    owner = new Client(server.url);
    await owner.login();
  });
  afterAll(async () => {
    await server?.dispose();
    await postgres?.drop();
  });

  test('a change of accent and type shows on the next load of a cached page, in the admin area and at /login', async () => {
    await page('/');
    expect(await page('/')).toContain('/theme.css?accent=c8102e');
    expect(await page('/')).toMatch(/\/assets\/serif-[^"]+\.css/);
    await owner.put('/webapi/api/admin/site', { theme_color: '#0052CC', type_pairing: 'mono' });
    for (const path of ['/', '/login', '/apps/there']) {
      const html = await page(path);
      expect(html).toContain('/theme.css?accent=0052cc');
      expect(html).toMatch(/\/assets\/mono-[^"]+\.css/);
    }
    const { text } = await owner.request('GET', '/admin');
    expect(text).toContain('/theme.css?accent=0052cc');
    const sheet = await page('/theme.css?accent=0052cc');
    expect(sheet).toContain('--accent:light-dark(#0052cc,');
    for (const other of ['', '?accent=red', '?accent=0052cc}a{', '?accent=0052CC'])
      expect(await page(`/theme.css${other}`)).not.toContain('--accent');
    await owner.put('/webapi/api/admin/site', { type_pairing: 'system' });
    expect(await page('/')).not.toMatch(/\/assets\/(?:serif|humanist|mono)-/);
  });

  test('a look adds its style sheet to public pages, before the custom CSS', async () => {
    const lookOf = (html: string) => /\/assets\/look-[^"]+\.css/.exec(html)?.[0];
    expect(lookOf(await page('/'))).toBeUndefined();
    await owner.put('/webapi/api/admin/site', { look: 'essay' });
    const url = lookOf(await page('/')) ?? '';
    expect(await page(url)).toContain('@layer look');
    expect(lookOf(await page('/login'))).toBe(url);
    expect(lookOf((await owner.request('GET', '/admin')).text)).toBeUndefined();
    expect((await owner.put('/webapi/api/admin/site', { look: 'geocities' })).status).toBe(422);
    await owner.put('/webapi/api/admin/site', { look: 'journal' });
    expect(lookOf(await page('/'))).toBeUndefined();
  });

  test('reaches public pages as a file of its own, and never the login page or the admin area', async () => {
    expect(sheetOf(await page('/'))).toBeUndefined();
    const { body } = await save('h1 { color: red }\n@import "https://evil.example";\n/* note */');
    expect(body.problems).toEqual([{ line: 2, message: expect.stringContaining('@import') }]);
    const html = await page('/');
    const url = sheetOf(html) ?? '';
    expect(url).toBeTruthy();
    // After the sheets of the site, so that it wins.
    expect(html.indexOf(url)).toBeGreaterThan(html.indexOf('/theme.css'));
    const sheet = await fetch(server.url + url);
    expect(await sheet.text()).toBe('h1{color:red}');
    expect(sheet.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(sheet.headers.get('cache-control')).toMatch(/max-age=31536000/);
    expect(sheetOf(await page('/login'))).toBeUndefined();
    expect(sheetOf((await owner.request('GET', '/admin/settings')).text)).toBeUndefined();
    // The source stays as it was written.
    const stored = await owner.get<CustomCss>('/webapi/api/admin/custom-css');
    expect(stored.body.source).toContain('/* note */');

    await save('h2 { color: blue }');
    const changed = sheetOf(await page('/')) ?? '';
    expect(changed).not.toBe(url);
    const outdated = await fetch(server.url + url, { redirect: 'manual' });
    expect([outdated.status, outdated.headers.get('location')]).toEqual([302, changed]);
    expect(outdated.headers.get('cache-control')).toBe('no-store');
  });

  test('parts of the appearance that are not sent stay as another tab left them', async () => {
    await owner.put('/webapi/api/admin/site', { type_pairing: 'mono' });
    await owner.put('/webapi/api/admin/custom-css', {
      source: 'h3 { color: red }',
      appearance: { layout: 'index' },
    });
    expect((await owner.get('/webapi/api/admin/site')).body).toMatchObject({
      type_pairing: 'mono',
      layout: 'index',
    });
    await owner.put('/webapi/api/admin/site', { type_pairing: 'serif', layout: 'journal' });
  });

  test('?css=off leaves it out without touching the cached page', async () => {
    await save('body { display: none }');
    expect(sheetOf(await page('/'))).toBeTruthy();
    const off = await fetch(`${server.url}/?css=off`);
    const html = await off.text();
    expect(sheetOf(html)).toBeUndefined();
    expect(html).toContain(`<link rel="canonical" href="${server.url}/"/>`);
    expect(off.headers.get('cache-control')).toMatch(/private/);
    expect(sheetOf(await page('/'))).toBeTruthy();
    expect(sheetOf(await page('/apps/there?css=off'))).toBeUndefined();
  });

  test('is checked without saving, limited, and removed when it is empty', async () => {
    const before = sheetOf(await page('/'));
    const checked = await owner.post<CustomCss>('/webapi/api/admin/custom-css/check', {
      source: 'p{color:}',
    });
    expect(checked.status).toBe(200);
    expect(sheetOf(await page('/'))).toBe(before);
    expect((await save(`a{color:red}/*${'x'.repeat(50 * 1024)}*/`)).status).toBe(422);
    expect((await save('  ')).status).toBe(200);
    expect(sheetOf(await page('/'))).toBeUndefined();
    expect((await fetch(`${server.url}/custom-0123456789abcdef.css`)).status).toBe(404);
  });
});
