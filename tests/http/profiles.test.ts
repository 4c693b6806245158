import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Profile } from '../../src/core/accounts/api/profiles.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

const password = 'a password of mine';

onEachDatabase('profiles', (kind) => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite(kind);
  });
  afterAll(() => site.dispose());

  const own = async () => (await site.admin.get<Profile>('/webapi/api/admin/profile')).body;
  const change = (body: unknown) => site.admin.put<Profile>('/webapi/api/admin/profile', body);
  const addUser = async (username: string): Promise<number> =>
    (await site.admin.post<{ id: number }>('/webapi/api/admin/users', { username, password })).body.id;

  test('each administrator has a profile, which is empty at first', async () => {
    expect(await own()).toEqual({
      id: 1,
      username: 'admin',
      you: true,
      display_name: '',
      bio: '',
      links: [],
      photo: null,
      version: 1,
      language: '',
    });
    const id = await addUser('second');
    const { body } = await site.admin.get<Profile>(`/webapi/api/admin/users/${id}/profile`);
    expect(body).toMatchObject({ id, username: 'second', you: false, display_name: '' });
    const all = (await site.admin.get<Profile[]>('/webapi/api/admin/profiles')).body;
    expect(all.map(({ username }) => username)).toEqual(['admin', 'second']);
    await site.admin.delete(`/webapi/api/admin/users/${id}`);
  });

  test('a profile can be changed in part', async () => {
    const links = [
      { label: 'Mastodon', url: 'https://social.example.org/@ada' },
      { label: '', url: 'mailto:ada@example.org' },
    ];
    const bio = '<p>I <strong>write</strong> <a href="https://example.org/">here</a>.</p>';
    const { status, body } = await change({ display_name: 'Ada', bio, links });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      display_name: 'Ada',
      bio,
      links: [links[0], { label: 'ada@example.org', url: 'mailto:ada@example.org' }],
    });
    expect((await change({ display_name: 'Ada L.' })).body).toMatchObject({ display_name: 'Ada L.', bio });
    expect(await own()).toMatchObject({ display_name: 'Ada L.', bio });
  });

  test('the admin area is in the language that the person has chosen', async () => {
    const page = async () => (await site.admin.get<string>('/admin')).body;
    expect(await page()).toContain('<html lang="en" dir="ltr"');
    expect((await change({ language: 'ar' })).body.language).toBe('ar');
    expect(await page()).toMatch(
      /<html lang="ar" dir="rtl".*<script type="module" src="\/assets\/ar-[^"]*\.js"/s,
    );
    expect((await change({ language: 'it' })).status).toBe(422);
    await change({ language: '' });
  });

  test('any administrator may change any profile', async () => {
    const id = await addUser('third');
    const path = `/webapi/api/admin/users/${id}/profile`;
    expect((await site.admin.put<Profile>(path, { display_name: 'Third' })).body.display_name).toBe('Third');
    const other = site.visitor();
    await site.signIn(other, 'third', password);
    expect((await other.get<Profile>('/webapi/api/admin/profile')).body).toMatchObject({
      id,
      you: true,
      display_name: 'Third',
    });
    expect((await other.put('/webapi/api/admin/users/1/profile', { bio: '' })).status).toBe(200);
    await site.admin.delete(`/webapi/api/admin/users/${id}`);
    expect((await other.get('/webapi/api/admin/profile')).status).toBe(401);
    expect((await site.admin.put(path, { display_name: 'Gone' })).status).toBe(404);
  });

  test.each([
    ['a name of 101 characters', { display_name: 'x'.repeat(101) }],
    ['15,000 blanks', { display_name: ' '.repeat(15_000) }],
    ['a bio of 1,001 characters', { bio: `<p>${'x'.repeat(1001)}</p>` }],
    ['11 links', { links: Array.from({ length: 11 }, () => ({ label: 'x', url: 'https://example.org' })) }],
    ['a script URL', { links: [{ label: 'x', url: 'javascript:alert(1)' }] }],
    ['a data URL', { links: [{ label: 'x', url: 'data:text/html,x' }] }],
    ['a relative URL', { links: [{ label: 'x', url: '/about' }] }],
    ['a URL with a blank', { links: [{ label: 'x', url: 'https://example.org/ x' }] }],
    ['a URL without a host', { links: [{ label: 'x', url: 'https://' }] }],
    ['an email address without a host', { links: [{ label: 'x', url: 'mailto:me' }] }],
    ['a number', { display_name: 5 }],
  ])('%s is refused, and nothing is changed', async (_what, body) => {
    const before = await own();
    const answer = await change({ bio: '<p>Other</p>', ...body });
    expect(answer.status).toBe(422);
    expect(await own()).toEqual(before);
  });

  test.each([
    ['Ada\u202E\u2066 ecalevoL', 'Ada ecalevoL'],
    [`  Ada ${' '.repeat(50)} L  `, 'Ada L'],
    ['\u200B\u3164', ''],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
    [`👩🏽‍💻 ${'🎉'.repeat(90)}`, `👩🏽‍💻 ${'🎉'.repeat(90)}`],
  ])('the display name %j is stored as %j', async (display_name, expected) => {
    expect((await change({ display_name })).body.display_name).toBe(expected);
  });

  test('a bio is reduced to what it may contain, however it is sent', async () => {
    const bio =
      '<h1>Me</h1><script>alert(1)</script><p onclick="x()">a<img src=x onerror=y> <u>b</u></p><table><tr><td>c';
    expect((await change({ bio })).body.bio).toBe('<p>Me</p><p>a b</p><p>c</p>');
    expect((await change({ bio: '<p>  </p>' })).body.bio).toBe('');
  });

  test('of two changes of the same version one is refused', async () => {
    const { version } = await own();
    const names = ['One', 'Two'];
    const answers = await Promise.all(names.map((display_name) => change({ display_name, version })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(await own()).toMatchObject({ display_name: names[winner], version: version + 1 });
  });
});
