import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FirstRun } from '../../src/core/accounts/api/first-run.ts';
import type { Profile } from '../../src/core/accounts/api/profiles.ts';
import type { PublicSite } from '../../src/core/site/api/site.ts';
import { deleteSetting, writeSetting } from '../../src/platform/db/settings.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

onEachDatabase('a new site', (kind) => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite(kind, { SITE_URL: 'http://blog.test' });
  });
  afterAll(async () => {
    expect(site.errors).toEqual([]);
    await site.dispose();
  });

  const path = '/webapi/api/admin/first-run';
  const isOpen = async () => (await site.admin.get<FirstRun>(path)).body.open;
  const answer = (body: object) => site.admin.post<FirstRun>(path, body);
  const settings = async () => (await site.visitor().get<PublicSite>('/webapi/api/site')).body;
  const reopen = () => writeSetting(site.blog.db, 'first_run', 'open');
  const published = [
    '/',
    '/login',
    '/feed.xml',
    '/atom.xml',
    '/feed.json',
    '/manifest.webmanifest',
    '/opensearch.xml',
  ];

  test('shows visitors the empty list and publishes no placeholders', async () => {
    const home = await site.visitor().get('/');
    expect(home.status).toBe(200);
    expect(home.text).toContain('There are current no posts for public view.');
    expect(home.text).not.toContain('mailto:');
    for (const url of [...published, '/webapi/api/site', '/webapi/getposts'])
      expect((await site.visitor().get(url)).text, url).not.toContain('example.org');
    expect((await site.visitor().get('/.well-known/security.txt')).status).toBe(404);
  });

  test('says on /login how to regain access', async () => {
    const { text } = await site.visitor().get('/login');
    expect(text.replace(/<!--.*?-->/g, '')).toContain(
      'Lost your password? Run <code>npm run admin</code> on the server.',
    );
  });

  test('asks once, and the answers show on the next load', async () => {
    expect(await isOpen()).toBe(true);
    await site.visitor().get('/');
    const { status, body } = await answer({
      site_name: 'Salt & Ink',
      theme_color: '#0a7d55',
      contact_email: 'hello@salt.example',
      display_name: 'Ada Byron',
    });
    expect([status, body]).toEqual([200, { open: false }]);
    expect(await settings()).toMatchObject({
      site_name: 'Salt & Ink',
      theme_color: '#0a7d55',
      contact_email: 'hello@salt.example',
      fan_site_url: '',
    });
    expect((await site.admin.get<Profile>('/webapi/api/admin/profile')).body.display_name).toBe('Ada Byron');
    const home = (await site.visitor().get('/')).text;
    expect(home).toContain('Salt &amp; Ink');
    expect(home).toContain('mailto:hello@salt.example');
    expect(await isOpen()).toBe(false);
    await site.restart();
    await site.signIn(site.admin);
    expect(await isOpen()).toBe(false);
  });

  test('a second answer, as of another tab, changes nothing and says so', async () => {
    const before = await settings();
    const late = await answer({ site_name: 'Too late' });
    expect([late.status, late.text]).toEqual([409, expect.stringContaining('were answered already')]);
    expect(await settings()).toEqual(before);
    await reopen();
    const both = await Promise.all([answer({ site_name: 'One' }), answer({ site_name: 'Two' })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await settings()).site_name).toBe(both[0]?.status === 200 ? 'One' : 'Two');
  });

  test('wrong answers are refused, and the questions stay', async () => {
    await reopen();
    for (const body of [
      { site_name: ' ' },
      { theme_color: 'red' },
      { contact_email: 'x' },
      { display_name: 5 },
    ])
      expect((await answer(body)).status, JSON.stringify(body)).toBe(422);
    expect(await isOpen()).toBe(true);
  });

  test('skipping stores nothing', async () => {
    await reopen();
    const before = await settings();
    expect((await answer({})).status).toBe(200);
    expect(await settings()).toEqual(before);
    expect(await isOpen()).toBe(false);
  });

  test('a site with posts is not asked', async () => {
    await reopen();
    const { id } = await site.createPost({ active: false });
    expect(await isOpen()).toBe(false);
    await site.admin.delete(`/webapi/api/posts/${id}`);
  });

  test('a site from before there were questions is not asked and shows no placeholders', async () => {
    await deleteSetting(site.blog.db, 'first_run');
    await deleteSetting(site.blog.db, 'site');
    await writeSetting(site.blog.db, 'welcomed', '1-0.5');
    await site.restart();
    await site.signIn(site.admin);
    expect(await isOpen()).toBe(false);
    for (const url of published)
      expect((await site.visitor().get(url)).text, url).not.toContain('example.org');
    // What was saved stays, whatever it is.
    await writeSetting(site.blog.db, 'site', JSON.stringify({ fan_site_url: 'https://example.org/fans' }));
    await site.restart();
    expect((await site.visitor().get('/')).text).toContain('https://example.org/fans');
  });
});
