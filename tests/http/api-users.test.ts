import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { User } from '../../src/core/accounts/api/owner.ts';
import { hashPassword, passwordMatches } from '../../src/core/accounts/sign-in/passwords.ts';
import { start } from '../../src/server/start.ts';
import { type ApiClient, type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

vi.mock('../../src/core/accounts/sign-in/passwords.ts', { spy: true });

const auth = '/webapi/api/admin/auth';

onEachDatabase('users', (kind) => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite(kind, {}, start);
  });
  afterEach(async () => {
    // Failed attempts of one test would delay the sign-ins of the next.
    await site.blog.db.deleteFrom('attempts').execute();
  });
  afterAll(async () => {
    expect(site.errors).toEqual([]);
    await site.dispose();
  });

  const status = async (client: ApiClient) => (await client.get<{ status: string }>(auth)).body.status;
  const post = (client: ApiClient) => client.post('/webapi/api/posts', { post_title: 'Proof' });

  const users = async () => (await site.admin.get<User[]>('/webapi/api/admin/users')).body;
  const add = (username: unknown, password: unknown = 'twelve chars') =>
    site.admin.post<User>('/webapi/api/admin/users', { username, password });

  test('can be added, listed, given another password and deleted', async () => {
    const [owner] = await users();
    expect(owner).toMatchObject({ username: 'admin', you: true });
    const added = await add('Zoë');
    expect(added.status).toBe(201);
    expect(added.body).toMatchObject({ username: 'Zoë', you: false });
    expect((await users()).map((user) => user.username)).toContain('Zoë');

    const zoe = site.visitor();
    expect((await site.signIn(zoe, 'zoë', 'twelve chars')).status).toBe(200);
    const change = (id: number, password: string, client = site.admin) =>
      client.put<User>(`/webapi/api/admin/users/${id}`, { password });
    expect((await change(added.body.id, 'something longer')).body).toMatchObject({ username: 'Zoë' });
    expect(await status(zoe)).toBe('no auth');
    expect((await site.signIn(zoe, 'zoë', 'twelve chars')).status).toBe(401);
    expect((await site.signIn(zoe, 'zoë', 'something longer')).status).toBe(200);

    // Changing one's own password renews the current session and ends all others.
    const elsewhere = site.visitor();
    await site.signIn(elsewhere, 'zoë', 'something longer');
    const old = zoe.cookies.get('session');
    expect((await change(added.body.id, 'a third password', zoe)).status).toBe(200);
    expect(zoe.cookies.get('session')).not.toBe(old);
    expect([await status(zoe), await status(elsewhere)]).toEqual(['auth', 'no auth']);
    expect((await post(zoe)).status).toBe(201);

    expect((await site.admin.delete(`/webapi/api/admin/users/${added.body.id}`)).body).toEqual({
      id: added.body.id,
    });
    expect(await status(zoe)).toBe('no auth');
    expect((await site.admin.delete(`/webapi/api/admin/users/${added.body.id}`)).status).toBe(404);
    expect((await change(added.body.id, 'no such user')).status).toBe(404);
    expect((await change(9999999999, 'no such user')).status).toBe(404);
  });

  test('need a unique name and a password of 12 characters', async () => {
    const { id } = (await add('Straße')).body;
    expect((await add('Straße')).status).toBe(409);
    expect((await add('STRAßE')).status).toBe(409);
    for (const username of ['', ' ', ' lead', 'trail ', 'x'.repeat(51), 7, null])
      expect((await add(username)).status).toBe(422);
    for (const password of ['elevenchars', '', 'x'.repeat(1001), 123456789012, null])
      expect((await add('Editor', password)).status).toBe(422);
    expect((await site.admin.put(`/webapi/api/admin/users/${id}`, { password: 'short' })).status).toBe(422);
    expect((await site.admin.delete(`/webapi/api/admin/users/${id}`)).status).toBe(200);
  });

  test('cannot sign in with the old password while it is being changed', async () => {
    const { id } = (await add('Racer', 'the first of two')).body;
    const racer = site.visitor();
    vi.mocked(passwordMatches).mockImplementationOnce(async () => {
      await site.admin.put(`/webapi/api/admin/users/${id}`, { password: 'the second of two' });
      return true;
    });
    expect((await site.signIn(racer, 'Racer', 'the first of two')).status).toBe(401);
    expect(await status(racer)).toBe('no auth');
    expect((await site.signIn(racer, 'Racer', 'the second of two')).status).toBe(200);
    expect((await site.admin.delete(`/webapi/api/admin/users/${id}`)).status).toBe(200);
  });

  test('cannot set an easily guessed password, but an existing one still works', async () => {
    const easy = [
      'password1234',
      'P@ssw0rd!2026',
      'qwertyuiop12',
      'dragondragon',
      'notterrible!1',
      'Quentin-2026',
    ];
    for (const password of easy) {
      const refused = await add('Quentin', password);
      expect(refused.status).toBe(422);
      expect(refused.text).toContain('too easy to guess');
    }
    const { id } = (await add('Quentin', 'the ferry is late again')).body;
    const change = await site.admin.put(`/webapi/api/admin/users/${id}`, { password: 'password1234' });
    expect(change.status).toBe(422);
    const hash = await hashPassword('password1234');
    await site.blog.db.updateTable('users').set({ password_hash: hash }).where('id', '=', id).execute();
    expect((await site.signIn(site.visitor(), 'quentin', 'password1234')).status).toBe(200);
    expect((await site.admin.delete(`/webapi/api/admin/users/${id}`)).status).toBe(200);
  });

  test('the last one cannot be deleted, even by concurrent requests', async () => {
    for (const { id, you } of await users())
      if (!you) await site.admin.delete(`/webapi/api/admin/users/${id}`);
    const [owner] = await users();
    expect((await site.admin.delete(`/webapi/api/admin/users/${owner?.id}`)).status).toBe(409);
    const { id } = (await add('Second')).body;
    const second = site.visitor();
    await site.signIn(second, 'Second', 'twelve chars');
    const answers = await Promise.all([
      site.admin.delete(`/webapi/api/admin/users/${id}`),
      second.delete(`/webapi/api/admin/users/${owner?.id}`),
    ]);
    expect(await site.blog.db.selectFrom('users').select('id').execute()).toHaveLength(1);
    expect(answers.map((answer) => answer.status)).toContain(200);
  });
});
