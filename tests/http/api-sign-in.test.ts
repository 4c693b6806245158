import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { hashPassword, passwordMatches, unknownUserHash } from '../../src/core/accounts/sign-in/passwords.ts';
import { clearAttempts, countAttempt } from '../../src/core/accounts/sign-in/rate-limits.ts';
import { deleteExpired } from '../../src/core/accounts/sign-in/sign-in.ts';
import { start } from '../../src/server/start.ts';
import { type ApiClient, type ApiSite, apiSite, newAddress } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';
import { adminPassword } from '../support/server.ts';

vi.mock('../../src/core/accounts/sign-in/passwords.ts', { spy: true });

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
    expect(line).toMatch(/^session=[\w-]{59}; Path=\/; SameSite=Lax; Max-Age=2592000; HttpOnly$/);
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
