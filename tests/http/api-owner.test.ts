import { createHash } from 'node:crypto';
import { request as rawRequest } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { hashPassword, passwordMatches, unknownUserHash } from '../../src/blog/sign-in/passwords.ts';
import { clearAttempts, countAttempt } from '../../src/blog/sign-in/rate-limits.ts';
import { deleteExpired } from '../../src/blog/sign-in/sign-in.ts';
import type { User } from '../../src/contract/owner.ts';
import { start } from '../../src/server/start.ts';
import { type ApiClient, type ApiSite, apiSite, newAddress } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';
import { adminPassword } from '../support/server.ts';

vi.mock('../../src/blog/sign-in/passwords.ts', { spy: true });

const auth = '/webapi/api/admin/auth';
const day = 24 * 60 * 60 * 1000;
const minute = 60_000;

onEachDatabase('signing in', (kind) => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite(kind, {}, start);
  });
  afterEach(async () => {
    site.blog.now = () => new Date();
    // Failed attempts of one test would delay the sign-ins of the next.
    await site.blog.db.deleteFrom('attempts').execute();
  });
  afterAll(async () => {
    expect(site.errors).toEqual([]);
    await site.dispose();
  });

  const status = async (client: ApiClient) => (await client.get<{ status: string }>(auth)).body.status;
  const cookieOf = (headers: Headers, name: string) =>
    headers.getSetCookie().find((line) => line.startsWith(`${name}=`)) ?? '';
  const later = (ms: number) => {
    site.blog.now = () => new Date(Date.now() + ms);
  };
  const post = (client: ApiClient) => client.post('/webapi/api/posts', { post_title: 'Proof' });

  test('the session check reports the status and sets the cookies', async () => {
    const client = site.visitor();
    const answer = await client.get(auth);
    expect(answer).toMatchObject({ status: 200, body: { status: 'no auth' } });
    const token = cookieOf(answer.headers, 'XSRF-TOKEN');
    expect(token).toMatch(/; Path=\/; SameSite=Lax; Max-Age=\d+$/);
    expect(token).not.toMatch(/HttpOnly|Secure/);
    expect(cookieOf(answer.headers, 'visitor')).toMatch(/; HttpOnly$/);
    expect(cookieOf(answer.headers, 'session')).toBe('');
    expect(await status(site.admin)).toBe('auth');
  });

  test('the correct password starts a session, which is stored only as a hash', async () => {
    const client = site.visitor();
    const { status: code, headers, body } = await site.signIn(client);
    expect([code, body]).toEqual([200, { status: 'success' }]);
    const line = cookieOf(headers, 'session');
    expect(line).toMatch(/^session=[\w-]{43}; Path=\/; SameSite=Lax; Max-Age=2592000; HttpOnly$/);
    const sessions = await site.blog.db.selectFrom('sessions').selectAll().execute();
    expect(JSON.stringify(sessions)).not.toContain(client.cookies.get('session'));
    const users = await site.blog.db.selectFrom('users').selectAll().execute();
    expect(users[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await status(client)).toBe('auth');
  });

  test('the username is case-insensitive, the password is not', async () => {
    expect((await site.signIn(site.visitor(), 'ADMIN')).status).toBe(200);
    expect((await site.signIn(site.visitor(), 'admin', adminPassword.toUpperCase())).status).toBe(401);
  });

  test.each([
    ['admin', 'wrong'],
    ['nobody', adminPassword],
    ['', ''],
    ["' or 1=1 --", 'x'],
    ['admin\u0000', 'x\u0000'],
    ['\ud800', '\udfff'],
  ])('username %j with password %j is answered with 401', async (username, password) => {
    const client = site.visitor();
    const answer = await site.signIn(client, username, password);
    expect(answer).toMatchObject({ status: 401, body: { status: 'no auth' } });
    expect(client.cookies.has('session')).toBe(false);
  });

  test('a malformed sign-in request is answered with 422', async () => {
    const client = site.visitor();
    await client.get(auth);
    for (const body of [
      {},
      { username: 'admin' },
      { username: 1, password: 2 },
      { username: 'a'.repeat(500), password: '' },
    ])
      expect((await client.post(auth, body)).status).toBe(422);
  });

  test.each([
    ['/24', (host: number) => `198.51.100.${host}`],
    ['/48', (host: number) => `2001:db8:5:${host}::1`],
  ])('the IP addresses of a %s share a rate limit, except one that signed in before', async (_, address) => {
    await clearAttempts(site.blog, { address: address(201), browser: null });
    const count = (host: number) => countAttempt(site.blog, { address: address(host), browser: null });
    for (let host = 1; host <= 100; host++) expect(await count(host)).toBe('stranger');
    await expect(count(200)).rejects.toMatchObject({ code: 'too_many' });
    expect(await count(201)).toBe('known');
  });

  describe('a browser that signed in before', () => {
    const cookie = 'known-browser';
    const checked = vi.mocked(passwordMatches);
    /** The same browser at an IP address that the site has never seen. */
    const atNewAddress = (from: ApiClient) => {
      const client = site.visitor();
      client.cookies.set(cookie, from.cookies.get(cookie) ?? '');
      return client;
    };
    const askerOf = async (client: ApiClient, password = 'guess') => {
      checked.mockClear();
      await site.signIn(client, 'admin', password);
      return checked.mock.calls[0]?.[2];
    };
    const signedIn = async () => {
      const client = site.visitor();
      const { headers } = await site.signIn(client);
      return { client, line: cookieOf(headers, cookie) };
    };

    test('is recognized at another IP address for 180 days, even after a sign-out', async () => {
      const { client, line } = await signedIn();
      expect(line).toMatch(/^known-browser=[\w-]+; Path=\/; SameSite=Lax; Max-Age=15552000; HttpOnly$/);
      await client.delete(auth);
      expect(await askerOf(atNewAddress(client))).toBe('known');
      expect(await askerOf(site.visitor())).toBe('stranger');
      later(181 * day);
      expect(await askerOf(atNewAddress(client))).toBe('stranger');
    });

    test('is not signed in by being recognized', async () => {
      const { client } = await signedIn();
      const moved = atNewAddress(client);
      expect(await status(moved)).toBe('no auth');
      expect((await post(moved)).status).toBe(401);
    });

    test('gets its cookie only by signing in, and forged cookies are ignored', async () => {
      const failed = site.visitor();
      await site.signIn(failed, 'admin', 'guess');
      expect(failed.cookies.has(cookie)).toBe(false);
      const { client } = await signedIn();
      const value = client.cookies.get(cookie) ?? '';
      const visitor = site.visitor();
      await visitor.get(auth);
      for (const forged of [
        'a'.repeat(62),
        visitor.cookies.get('visitor') ?? '',
        `${value[0] === '0' ? '1' : '0'}${value.slice(1)}`,
      ]) {
        client.cookies.set(cookie, forged);
        expect(await askerOf(atNewAddress(client))).toBe('stranger');
      }
    });

    test('is exempt from the rate limit of its network', async () => {
      const { client } = await signedIn();
      const around = (host: number) => `203.0.113.${host}`;
      for (let host = 1; host <= 100; host++)
        await countAttempt(site.blog, { address: around(host), browser: null });
      const stranger = site.visitor(around(200));
      expect((await site.signIn(stranger)).status).toBe(429);
      const moved = site.visitor(around(201));
      moved.cookies.set(cookie, client.cookies.get(cookie) ?? '');
      expect((await site.signIn(moved)).status).toBe(200);
    });

    test('is not recognized after ten failures at any IP addresses, until it signs in', async () => {
      const { client } = await signedIn();
      const value = client.cookies.get(cookie) ?? '';
      const [browser] = value.split('-');
      const asked = await Promise.all(
        Array.from({ length: 15 }, () =>
          countAttempt(site.blog, { address: newAddress(), browser: browser ?? null }),
        ),
      );
      expect(asked.filter((asker) => asker === 'known')).toHaveLength(10);
      expect(await askerOf(atNewAddress(client))).toBe('stranger');
      expect(await askerOf(atNewAddress(client), adminPassword)).toBe('stranger');
      expect(await askerOf(atNewAddress(client))).toBe('known');
    });

    test('is rate limited at an IP address with ten failures', async () => {
      const { client } = await signedIn();
      const moved = atNewAddress(client);
      for (let turn = 0; turn < 10; turn++)
        await countAttempt(site.blog, { address: moved.address, browser: null });
      expect((await site.signIn(moved)).status).toBe(429);
    });
  });

  test('an unknown username costs the same password check as a known one', async () => {
    const checked = vi.mocked(passwordMatches);
    checked.mockClear();
    await site.signIn(site.visitor(), 'nobody', 'guess');
    await site.signIn(site.visitor(), 'admin', 'guess');
    const [unknown, known] = checked.mock.calls;
    expect(unknown).toEqual(['guess', unknownUserHash, 'stranger']);
    expect(known?.[1]).not.toBe(unknownUserHash);
    const cost = (stored: string | undefined) => stored?.split('$').slice(1, 4);
    expect(cost(unknownUserHash)).toEqual(cost(known?.[1]));
    expect(cost(unknownUserHash)).toEqual(cost(await hashPassword('any')));
  });

  test('ten failures in 15 minutes block the IP address and no other', async () => {
    const attacker = site.visitor();
    for (let turn = 0; turn < 10; turn++)
      expect((await site.signIn(attacker, 'admin', `guess ${turn}`)).status).toBe(401);
    const refused = await site.signIn(attacker);
    expect(refused.status).toBe(429);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(14 * 60);
    expect(wait).toBeLessThanOrEqual(15 * 60);
    expect((await site.signIn()).status).toBe(200);
    later(15 * minute + 1000);
    expect((await site.signIn(attacker)).status).toBe(200);
  });

  test('concurrent attempts are all counted, and a success resets the count', async () => {
    const attacker = site.visitor();
    await attacker.get(auth);
    const attempts = await Promise.all(
      Array.from({ length: 15 }, () => attacker.post(auth, { username: 'nobody', password: 'x' })),
    );
    expect(attempts.filter((answer) => answer.status === 401)).toHaveLength(10);
    expect(attempts.filter((answer) => answer.status === 429)).toHaveLength(5);

    const forgetful = site.visitor();
    for (let turn = 0; turn < 9; turn++) await site.signIn(forgetful, 'somebody', 'wrong');
    expect((await site.signIn(forgetful)).status).toBe(200);
    const again = site.visitor(forgetful.address);
    expect((await site.signIn(again, 'somebody', 'wrong')).status).toBe(401);
    expect((await site.signIn(again)).status).toBe(200);
  });

  test('failed attempts from many IP addresses delay the next sign-in but do not block it', async () => {
    for (let turn = 0; turn < 13; turn++) await site.signIn(site.visitor(), 'admin', 'guess');
    const begin = performance.now();
    expect((await site.signIn()).status).toBe(200);
    expect(performance.now() - begin).toBeGreaterThan(400);
  });

  describe('a session', () => {
    const fresh = async () => {
      later(0);
      const client = site.visitor();
      await site.signIn(client);
      return client;
    };

    test('ends with the sign-out, and so does its CSRF token', async () => {
      const client = await fresh();
      const before = new Map(client.cookies);
      const answer = await client.delete(auth);
      expect(answer).toMatchObject({ status: 200, body: { status: 'no auth' } });
      expect(cookieOf(answer.headers, 'session')).toMatch(/^session=; .*Max-Age=0/);
      expect(client.cookies.has('session')).toBe(false);
      for (const [name, value] of before) client.cookies.set(name, value);
      expect((await post(client)).status).toBe(401);
      expect(await status(client)).toBe('no auth');
      expect(await status(site.admin)).toBe('auth');
    });

    test('ends after 30 days without use', async () => {
      const client = await fresh();
      later(29 * day);
      expect(await status(client)).toBe('auth');
      later(58 * day);
      expect(await status(client)).toBe('auth');
      later(89 * day);
      expect((await post(client)).status).toBe(401);
      expect(await status(client)).toBe('no auth');
      expect(client.cookies.has('session')).toBe(false);
    });

    test('ends 90 days after signing in, even if it is used', async () => {
      const client = await fresh();
      for (let days = 20; days < 90; days += 23) {
        later(days * day);
        expect(await status(client)).toBe('auth');
      }
      later(91 * day);
      expect((await post(client)).status).toBe(401);
      expect(await status(client)).toBe('no auth');
    });

    test('is deleted from the database after 90 days', async () => {
      const id = createHash('sha256')
        .update((await fresh()).cookies.get('session') ?? '')
        .digest('base64url');
      const date_added = new Date(Date.now() - 91 * day).toISOString();
      await site.blog.db.updateTable('sessions').set({ date_added }).where('id', '=', id).execute();
      await deleteExpired(site.blog);
      const left = await site.blog.db.selectFrom('sessions').select('id').where('id', '=', id).execute();
      expect(left).toEqual([]);
      expect(await status(site.admin)).toBe('auth');
    });

    test('survives a restart', async () => {
      const client = await fresh();
      await site.restart();
      expect(await status(client)).toBe('auth');
      expect((await post(client)).status).toBe(201);
    });

    test('is replaced by a new sign-in', async () => {
      const client = await fresh();
      const old = client.cookies.get('session') ?? '';
      await site.signIn(client);
      expect(client.cookies.get('session')).not.toBe(old);
      client.cookies.set('session', old);
      expect(await status(client)).toBe('no auth');
    });

    test('is not started by a forged cookie', async () => {
      for (const session of ['x', 'a'.repeat(43), '', '%00', '"', 'null', `${'é'.repeat(43)}`]) {
        const client = site.visitor();
        client.cookies.set('session', session);
        expect(await status(client)).toBe('no auth');
      }
    });
  });

  describe('the CSRF token', () => {
    test('is bound to its session and renewed at sign-in', async () => {
      const client = site.visitor();
      await client.get(auth);
      const anonymous = client.cookies.get('XSRF-TOKEN') ?? '';
      await site.signIn(client);
      const own = client.cookies.get('XSRF-TOKEN') ?? '';
      expect(own).not.toBe(anonymous);
      const other = site.visitor();
      await site.signIn(other);
      const withToken = (token: string) =>
        client.post('/webapi/api/posts', { post_title: 'Proof' }, { headers: { 'X-XSRF-TOKEN': token } });
      for (const wrong of [
        anonymous,
        other.cookies.get('XSRF-TOKEN') ?? '',
        '',
        'x',
        `${own}x`,
        own.toUpperCase(),
      ]) {
        const refused = await withToken(wrong);
        expect(refused.status).toBe(403);
        expect(refused.body).toMatchObject({ error: { code: 'csrf' } });
      }
      expect((await withToken(own)).status).toBe(201);
    });

    test('is rejected without the visitor cookie', async () => {
      const { id } = await site.createPost();
      const client = site.visitor();
      await client.get(auth);
      const vote = () => client.post(`/webapi/api/vote/${id}`, { voteVal: 1 });
      client.cookies.delete('visitor');
      expect((await vote()).status).toBe(403);
      client.cookies.set('visitor', '');
      expect((await vote()).status).toBe(403);
      await client.get(auth);
      expect((await vote()).status).toBe(200);
    });

    test('of an anonymous visitor stays the same over several session checks', async () => {
      const client = site.visitor();
      await client.get(auth);
      const first = client.cookies.get('XSRF-TOKEN');
      await client.get(auth);
      expect(client.cookies.get('XSRF-TOKEN')).toBe(first);
    });
  });

  describe('the origin of a write', () => {
    const host = () => new URL(site.url).host;
    const cases: [Record<string, string | null>, number][] = [
      [{ Origin: null }, 201],
      [{ 'Sec-Fetch-Site': 'same-origin' }, 201],
      [{ 'Sec-Fetch-Site': 'none', Origin: null }, 201],
      [{ Origin: 'HOST' }, 201],
      [{ Origin: 'SITE' }, 201],
      // A proxy changed the host, but the browser reports the request as same-origin.
      [{ Origin: 'https://blog.example.org', 'Sec-Fetch-Site': 'same-origin' }, 201],
      [{ Origin: 'https://evil.example' }, 403],
      [{ Origin: 'null' }, 403],
      [{ Origin: '' }, 403],
      [{ Origin: 'http://localhost:1' }, 403],
      [{ Origin: 'not an address' }, 403],
      [{ 'Sec-Fetch-Site': 'same-site' }, 403],
      [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
      [{ 'Sec-Fetch-Site': 'something-new' }, 403],
    ];
    const filled = (headers: Record<string, string | null>) =>
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name,
          value === 'HOST' ? `http://${host()}` : value === 'SITE' ? site.blog.siteUrl() : value,
        ]),
      );

    test.each(cases)('an API call with %j is answered with %i', async (headers, expected) => {
      const answer = await site.admin.post(
        '/webapi/api/posts',
        { post_title: 'From' },
        { headers: filled(headers) },
      );
      expect(answer.status).toBe(expected);
      if (expected === 403) expect(answer.body).toMatchObject({ error: { code: 'forbidden' } });
    });

    test.each(cases)(
      'a form without JavaScript with %j follows the same rules',
      async (headers, expected) => {
        const { post_title_web } = await site.createPost();
        const answer = await new Promise<number>((resolve, reject) => {
          const { Origin = site.url, ...others } = filled(headers);
          const request = rawRequest(
            `${site.url}/post/${post_title_web}`,
            {
              method: 'POST',
              headers: {
                'content-type': 'application/x-www-form-urlencoded',
                ...(Origin === null ? {} : { origin: Origin }),
                ...(others as Record<string, string>),
              },
            },
            (response) => {
              response.resume();
              resolve(response.statusCode ?? 0);
            },
          );
          request.on('error', reject);
          request.end('intent=vote');
        });
        // Unlike an API call, a form without any origin header is rejected.
        const noOrigin = headers.Origin === null && headers['Sec-Fetch-Site'] === undefined;
        expect(answer).toBe(expected === 403 || noOrigin ? 403 : 303);
      },
    );

    test('does not matter for a GET request, which sets no CORS header and no cookie', async () => {
      const headers = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
      expect((await site.visitor().get('/webapi/getposts', { headers })).status).toBe(200);
      const page = await fetch(`${site.url}/`, { headers: { Origin: 'https://evil.example' } });
      expect(page.status).toBe(200);
      expect(page.headers.get('access-control-allow-origin')).toBeNull();
      expect(page.headers.getSetCookie()).toEqual([]);
    });
  });

  describe('users', () => {
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
      expect((await change(added.body.id, 'nobody to change')).status).toBe(404);
      expect((await change(9999999999, 'nobody to change')).status).toBe(404);
    });

    test('need a unique name and a password of 12 characters', async () => {
      const { id } = (await add('Straße')).body;
      expect((await add('Straße')).status).toBe(409);
      expect((await add('STRAßE')).status).toBe(409);
      for (const username of ['', ' ', ' lead', 'trail ', 'x'.repeat(51), 7, null])
        expect((await add(username)).status).toBe(422);
      for (const password of ['elevenchars', '', 'x'.repeat(1001), 123456789012, null])
        expect((await add('Somebody', password)).status).toBe(422);
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
});

onEachDatabase('signing in over HTTPS', (kind) => {
  test('cookies are Secure and have the __Host- prefix, also in the OpenAPI document', async () => {
    const site = await apiSite(kind, { SITE_URL: 'https://blog.example.org' });
    try {
      const client = site.visitor(newAddress());
      const anonymous = await client.get(auth);
      const signedIn = await site.signIn(client);
      for (const line of [...anonymous.headers.getSetCookie(), ...signedIn.headers.getSetCookie()])
        expect(line).toMatch(/; Secure\b/);
      expect([...client.cookies.keys()].sort()).toEqual([
        'XSRF-TOKEN',
        '__Host-known-browser',
        '__Host-session',
        '__Host-visitor',
      ]);
      expect(signedIn.headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}/);
      const headers = { Origin: 'https://blog.example.org' };
      expect((await client.post('/webapi/api/posts', {}, { headers })).status).toBe(201);
      const { body } = await client.get<{ components: { securitySchemes: { session: { name: string } } } }>(
        '/webapi/openapi.json',
      );
      expect(body.components.securitySchemes.session.name).toBe('__Host-session');
    } finally {
      await site.dispose();
    }
  });
});
