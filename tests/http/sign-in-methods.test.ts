import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { User } from '../../src/core/accounts/api/owner.ts';
import type { Passkey, SignInMethods } from '../../src/core/accounts/api/sign-in-methods.ts';
import { resetSecondFactor } from '../../src/core/accounts/sign-in/second-factor.ts';
import type { ActivityEntry } from '../../src/core/site/api/activity.ts';
import { type ApiClient, type ApiSite, apiSite, newAddress } from '../support/api-site.ts';
import { Authenticator, type Slip } from '../support/authenticator.ts';
import { onEachDatabase } from '../support/databases.ts';
import { adminPassword } from '../support/server.ts';

const api = '/webapi/api/admin';
const minute = 60_000;
type Options = { challenge: string; rpId: string; rp: { id: string }; user: { id: string } };
type Allowed = Options & { allowCredentials?: { id: string }[]; userVerification: string };

onEachDatabase('sign-in methods', (kind) => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite(kind);
  });
  beforeEach(async () => {
    const { db } = site.blog;
    for (const table of ['passkeys', 'recovery_codes', 'sign_in_steps', 'attempts', 'activity'] as const)
      await db.deleteFrom(table).execute();
    await db.updateTable('users').set({ second_factor: 0 }).execute();
  });
  afterEach(() => {
    site.blog.now = () => new Date();
  });
  afterAll(async () => {
    expect(site.errors).toEqual([]);
    await site.dispose();
  });

  const later = (ms: number) => {
    site.blog.now = () => new Date(Date.now() + ms);
  };
  const status = async (client: ApiClient) =>
    (await client.get<{ status: string }>(`${api}/auth`)).body.status;
  const withCsrfToken = async (client = site.visitor()) => {
    await client.get(`${api}/auth`);
    return client;
  };
  const signInMethods = async (client = site.admin) =>
    (await client.get<SignInMethods>(`${api}/ways-in`)).body;
  const log = async () =>
    (await site.admin.get<ActivityEntry[]>(`${api}/activity`)).body.map(({ what }) => what).reverse();

  const authenticator = () => new Authenticator(site.blog.siteUrl());
  const creation = async (client = site.admin) =>
    (await client.post<Options>(`${api}/passkeys/new/options`)).body;
  const register = async (name = 'Laptop', client = site.admin, slip: Slip = {}) => {
    const made = authenticator();
    const passkey = made.create(await creation(client), slip);
    const answer = await client.post<Passkey>(`${api}/passkeys`, { name, passkey });
    expect(answer.status).toBe(201);
    return { made, passkey: answer.body };
  };
  const request = async (client: ApiClient) =>
    (await client.post<Allowed>(`${api}/auth/passkey/options`)).body;
  const signInWith = (client: ApiClient, passkey: unknown) =>
    client.post<{ status: string }>(`${api}/auth/passkey`, { passkey });
  const newCodes = async (client = site.admin) =>
    (await client.post<{ codes: string[] }>(`${api}/recovery-codes`)).body.codes;
  const secondFactorOn = async () => {
    const { made } = await register();
    const codes = await newCodes();
    expect((await site.admin.put(`${api}/second-factor`, { on: true })).status).toBe(200);
    return { made, codes };
  };
  const afterPassword = async (client = site.visitor()) => {
    expect((await site.signIn(client)).body).toEqual({ status: 'passkey' });
    return client;
  };

  describe('a passkey', () => {
    test('can be added, listed, used to sign in without a password, and removed', async () => {
      const options = await creation();
      expect(options).toMatchObject({
        rp: { id: 'localhost', name: 'Not Terrible' },
        user: { name: 'admin' },
        attestation: 'none',
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(32);
      const { made, passkey } = await register('  Laptop ');
      expect(passkey).toEqual({
        id: expect.any(Number),
        name: 'Laptop',
        date_added: expect.any(String),
        last_used: null,
        synced: false,
      });
      const second = await register('', site.admin, { backupEligible: true, backedUp: true });
      expect(second.passkey).toMatchObject({ name: 'Passkey', synced: true });
      expect(await creation()).toMatchObject({ excludeCredentials: [{}, {}] });

      const client = await withCsrfToken();
      const before = client.cookies.get('visitor');
      const asked = await request(client);
      expect(asked).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
      expect(asked.allowCredentials).toBeUndefined();
      expect((await signInWith(client, made.get(asked))).body).toEqual({ status: 'success' });
      expect(await status(client)).toBe('auth');
      expect(client.cookies.get('session')).not.toBe(before);
      expect((await signInMethods()).passkeys.map(({ last_used }) => typeof last_used)).toEqual([
        'string',
        'object',
      ]);

      expect((await site.admin.delete(`${api}/passkeys/${passkey.id}`)).body).toEqual({ id: passkey.id });
      expect((await site.admin.delete(`${api}/passkeys/${passkey.id}`)).status).toBe(404);
      const other = await withCsrfToken();
      expect((await signInWith(other, made.get(await request(other)))).status).toBe(401);
      expect(await log()).toEqual([
        'Added the passkey "Laptop"',
        'Added the passkey "Passkey"',
        'Signed in with the passkey "Laptop"',
        'Removed the passkey "Laptop"',
        'Failed to sign in with a passkey',
      ]);
    });

    test('is stored without secrets, and challenges under hashes of their cookies', async () => {
      await register();
      const client = await withCsrfToken();
      await request(client);
      const { db } = site.blog;
      const stored = JSON.stringify([
        await db.selectFrom('passkeys').selectAll().execute(),
        await db.selectFrom('sign_in_steps').selectAll().execute(),
      ]);
      for (const secret of [client.cookies.get('visitor'), site.admin.cookies.get('session')])
        expect(stored).not.toContain(secret);
    });

    const slips: [string, Slip][] = [
      ['of another origin', { origin: 'https://evil.example' }],
      ['of the same host under another port', { origin: 'http://localhost:1' }],
      ['of another relying party', { rpId: 'evil.example' }],
      ['of another ceremony', { type: 'webauthn.create' }],
      ['without user verification', { verified: false }],
      ['without user presence', { present: false }],
      ['with another challenge', { challenge: randomBytes(32).toString('base64url') }],
      ['with a counter that does not rise', { counter: 1 }],
      ['with a forged signature', { signature: randomBytes(70) }],
      ['with an empty signature', { signature: Buffer.alloc(0) }],
      ['with the handle of another user', { userHandle: randomBytes(32).toString('base64url') }],
      ['without a user handle', { userHandle: null }],
      ['that has become backup eligible', { backupEligible: true }],
      ['that is backed up but not backup eligible', { backedUp: true }],
    ];
    test.each(slips)('%s is rejected', async (_, slip) => {
      const { made } = await register();
      const client = await withCsrfToken();
      const asked = await request(client);
      const refused = await signInWith(client, made.get(asked, slip));
      expect(refused).toMatchObject({ status: 401, body: { status: 'no auth' } });
      expect(client.cookies.has('session')).toBe(false);
      // Control: without the slip it is accepted.
      const again = await request(client);
      expect((await signInWith(client, made.get(again, { counter: 50 }))).status).toBe(200);
    });

    test('is accepted once per challenge, within five minutes, and only from the same browser', async () => {
      const { made } = await register();
      const client = await withCsrfToken();
      const proof = made.get(await request(client));
      const stranger = await withCsrfToken();
      expect((await signInWith(stranger, proof)).status).toBe(401);
      const answers = await Promise.all([
        signInWith(client, proof),
        signInWith(client, proof),
        signInWith(client, proof),
      ]);
      expect(answers.map((answer) => answer.status).filter((code) => code === 200)).toHaveLength(1);

      const slow = await withCsrfToken();
      const late = made.get(await request(slow));
      later(5 * minute + 1000);
      expect((await signInWith(slow, late)).status).toBe(401);
      later(0);
      const fresh = await request(slow);
      const older = made.get(fresh);
      await request(slow);
      expect((await signInWith(slow, older)).status).toBe(401);
    });

    test('is accepted by another process than the one that made the challenge', async () => {
      const { made } = await register();
      const client = await withCsrfToken();
      const asked = await request(client);
      await site.restart();
      expect((await signInWith(client, made.get(asked))).status).toBe(200);
    });

    test.each([
      ['of another origin', { origin: 'https://evil.example' }],
      ['of another relying party', { rpId: 'evil.example' }],
      ['without user verification', { verified: false }],
      ['with another challenge', { challenge: randomBytes(32).toString('base64url') }],
      ['of another ceremony', { type: 'webauthn.get' }],
    ] as [string, Slip][])('cannot be added if it is %s', async (_, slip) => {
      const made = authenticator();
      const options = await creation();
      const refused = await site.admin.post(`${api}/passkeys`, {
        name: 'X',
        passkey: made.create(options, slip),
      });
      expect(refused.status).toBe(422);
      const replayed = await site.admin.post(`${api}/passkeys`, { name: 'X', passkey: made.create(options) });
      expect(replayed.status).toBe(422);
      expect((await signInMethods()).passkeys).toEqual([]);
    });

    test('belongs to one administrator', async () => {
      const password = 'the second of the two';
      const { body: user } = await site.admin.post<User>(`${api}/users`, { username: 'Second', password });
      const second = site.visitor();
      await site.signIn(second, 'Second', password);
      const { made, passkey } = await register('Theirs', second);
      expect((await signInMethods()).passkeys).toEqual([]);
      expect((await site.admin.delete(`${api}/passkeys/${passkey.id}`)).status).toBe(404);

      // The same credential cannot be added to another user, nor be the second factor of another user.
      const copy = made.create(await creation());
      expect((await site.admin.post(`${api}/passkeys`, { name: 'Mine', passkey: copy })).status).toBe(409);
      await secondFactorOn();
      const client = await afterPassword();
      const asked = await request(client);
      expect(asked.allowCredentials).toHaveLength(1);
      made.userHandle = '';
      expect((await signInWith(client, made.get(asked))).status).toBe(401);
      await site.admin.put(`${api}/second-factor`, { on: false });
      await site.admin.delete(`${api}/users/${user.id}`);
      const { db } = site.blog;
      expect(await db.selectFrom('passkeys').select('name').execute()).toEqual([{ name: 'Laptop' }]);
    });

    test('cannot be added if there are 20', async () => {
      const row = { public_key: '', counter: 0, transports: '[]', can_sync: 0, synced: 0, name: 'x' };
      const [user] = await site.blog.db.selectFrom('users').select('id').execute();
      await site.blog.db
        .insertInto('passkeys')
        .values(
          Array.from({ length: 20 }, (_, index) => ({
            ...row,
            user_id: user?.id ?? 0,
            credential_id: String(index),
            date_added: new Date().toISOString(),
          })),
        )
        .execute();
      const passkey = authenticator().create(await creation());
      expect((await site.admin.post(`${api}/passkeys`, { name: 'X', passkey })).status).toBe(409);
    });
  });

  describe('as a second factor', () => {
    test('needs a passkey and recovery codes, and the last passkey cannot be removed', async () => {
      const turn = (on: boolean) => site.admin.put<SignInMethods>(`${api}/second-factor`, { on });
      expect((await turn(true)).status).toBe(409);
      const { passkey } = await register();
      expect((await turn(true)).status).toBe(409);
      expect(await newCodes()).toHaveLength(10);
      expect((await turn(true)).body).toMatchObject({ second_factor: true, recovery_codes_left: 10 });
      expect((await site.admin.delete(`${api}/passkeys/${passkey.id}`)).status).toBe(409);
      expect((await signInMethods()).passkeys).toHaveLength(1);
      expect((await turn(false)).body.second_factor).toBe(false);
      expect((await site.admin.delete(`${api}/passkeys/${passkey.id}`)).status).toBe(200);
    });

    test('the password alone does not sign in', async () => {
      const { made } = await secondFactorOn();
      const client = await withCsrfToken();
      const before = client.cookies.get('visitor');
      await afterPassword(client);
      expect(client.cookies.has('session')).toBe(false);
      expect(client.cookies.get('visitor')).not.toBe(before);
      expect(await status(client)).toBe('no auth');
      expect((await client.get(`${api}/ways-in`)).status).toBe(401);
      const asked = await request(client);
      expect(asked.allowCredentials).toEqual([
        expect.objectContaining({ id: made.id.toString('base64url') }),
      ]);
      expect((await signInWith(client, made.get(asked))).body).toEqual({ status: 'success' });
      expect(await status(client)).toBe('auth');
      expect((await log()).slice(-2)).toEqual([
        'Entered the correct password; a passkey is still required',
        'Signed in with the password and the passkey "Laptop"',
      ]);
    });

    test('a wrong password gets the same response as without a second factor', async () => {
      await secondFactorOn();
      const client = site.visitor();
      expect(await site.signIn(client, 'admin', 'something wrong')).toMatchObject({
        status: 401,
        body: { status: 'no auth' },
      });
    });

    test('a recovery code replaces the passkey once, in any case and spacing', async () => {
      const { codes } = await secondFactorOn();
      const [first = '', second = ''] = codes;
      const use = async (code: string, client?: ApiClient) => {
        const signingIn = client ?? (await afterPassword());
        return signingIn.post<{ status: string }>(`${api}/auth/recovery-code`, { code });
      };
      expect((await use(first, await withCsrfToken())).status).toBe(401);
      const client = await afterPassword();
      expect((await use('0000-0000-0000-0000', client)).status).toBe(401);
      expect((await use(` ${first.toUpperCase().replaceAll('-', ' ')}`, client)).status).toBe(200);
      expect(await status(client)).toBe('auth');
      expect((await signInMethods()).recovery_codes_left).toBe(9);
      expect((await use(first)).status).toBe(401);
      expect((await use(second)).status).toBe(200);

      const stored = JSON.stringify(await site.blog.db.selectFrom('recovery_codes').selectAll().execute());
      for (const code of codes) expect(stored).not.toContain(code.replaceAll('-', ''));
      const fresh = await newCodes();
      expect(new Set([...codes, ...fresh]).size).toBe(20);
      expect((await signInMethods()).recovery_codes_left).toBe(10);
      expect((await use(codes[5] ?? '')).status).toBe(401);
      expect((await log()).join()).not.toContain(first);
    });

    test('concurrent uses of one recovery code start one session', async () => {
      const { codes } = await secondFactorOn();
      const clients = await Promise.all([1, 2, 3, 4].map(() => afterPassword()));
      const answers = await Promise.all(
        clients.map((client) => client.post(`${api}/auth/recovery-code`, { code: codes[0] })),
      );
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401, 401, 401]);
    });

    test('an administrator without passkey and codes can be reset from the command line', async () => {
      await secondFactorOn();
      const client = site.visitor();
      expect(await resetSecondFactor(site.blog, 'nobody')).toBe(false);
      expect(await resetSecondFactor(site.blog, 'ADMIN')).toBe(true);
      expect(await status(site.admin)).toBe('no auth');
      expect((await site.signIn(client)).body).toEqual({ status: 'success' });
      expect(await signInMethods(client)).toMatchObject({
        passkeys: [],
        second_factor: false,
        recovery_codes_left: 0,
      });
      await site.signIn(site.admin);
    });

    test('the password step expires after five minutes and with a password change', async () => {
      const { made, codes } = await secondFactorOn();
      const client = await afterPassword();
      later(5 * minute + 1000);
      expect((await client.post(`${api}/auth/recovery-code`, { code: codes[0] })).status).toBe(401);
      later(0);
      const other = await afterPassword();
      const [me] = (await site.admin.get<User[]>(`${api}/users`)).body;
      await site.admin.put(`${api}/users/${me?.id}`, { password: 'quite another sentence' });
      await site.admin.put(`${api}/users/${me?.id}`, { password: adminPassword });
      expect((await other.post(`${api}/auth/recovery-code`, { code: codes[0] })).status).toBe(401);
      expect(made.counter).toBe(1);
    });

    test('attempts share the rate limit of the password', async () => {
      const { made, codes } = await secondFactorOn();
      const client = await afterPassword();
      for (let turn = 0; turn < 4; turn++)
        await client.post(`${api}/auth/recovery-code`, { code: `wrong ${turn}` });
      for (let turn = 0; turn < 5; turn++) {
        const asked = await request(client);
        expect((await signInWith(client, made.get(asked, { verified: false }))).status).toBe(401);
      }
      const refused = await client.post(`${api}/auth/recovery-code`, { code: codes[0] });
      expect(refused.status).toBe(429);
      expect((await signInWith(client, made.get(await request(client)))).status).toBe(429);
      // The correct password does not reset the count before the passkey step.
      expect((await site.signIn(client)).status).toBe(429);
      const elsewhere = await afterPassword(site.visitor(newAddress()));
      expect((await signInWith(elsewhere, made.get(await request(elsewhere)))).status).toBe(200);
    });
  });

  describe('changing sign-in methods', () => {
    const sensitive = (id: number): [string, string, unknown?][] => [
      ['POST', '/passkeys/new/options'],
      ['POST', '/passkeys', { name: 'X', passkey: authenticator().create(dummy) }],
      ['DELETE', '/passkeys/1'],
      ['PUT', '/second-factor', { on: false }],
      ['POST', '/recovery-codes'],
      ['POST', '/users', { username: 'New', password: 'a long sentence of it' }],
      ['PUT', `/users/${id}`, { password: 'a long sentence of it' }],
      ['DELETE', `/users/${id}`],
    ];
    const dummy = { challenge: 'x', rp: { id: 'localhost' }, user: { id: 'x' }, rpId: 'localhost' };

    test('needs re-authentication after 15 minutes', async () => {
      const client = site.visitor();
      await site.signIn(client);
      later(16 * minute);
      const [me] = (await client.get<User[]>(`${api}/users`)).body;
      for (const [method, path, body] of sensitive(me?.id ?? 0)) {
        const refused = await client.request(method, api + path, body);
        expect(refused).toMatchObject({ status: 403, body: { error: { code: 'confirm' } } });
      }
      expect((await client.put('/webapi/api/admin/site', { site_name: 'Other' })).status).toBe(200);

      const confirm = (proof: object) => client.post(`${api}/confirm`, proof);
      for (const proof of [{}, { password: 'x', passkey: authenticator().get(dummy) }])
        expect((await confirm(proof)).status).toBe(422);
      expect((await confirm({ password: 'not it at all' })).status).toBe(422);
      expect((await client.post(`${api}/recovery-codes`)).status).toBe(403);
      expect((await confirm({ password: adminPassword })).body).toEqual({ status: 'success' });
      expect((await client.post(`${api}/recovery-codes`)).status).toBe(200);
      later(32 * minute);
      expect((await client.post(`${api}/recovery-codes`)).status).toBe(403);
      expect(await log()).toContain('Failed to confirm with a wrong password');
    });

    test('accepts only a passkey of the same user as re-authentication', async () => {
      const { made } = await register();
      const client = site.visitor();
      await site.signIn(client);
      later(16 * minute);
      const options = async () => (await client.post<Options>(`${api}/confirm/options`)).body;
      const stranger = authenticator();
      expect((await client.post(`${api}/confirm`, { passkey: stranger.get(await options()) })).status).toBe(
        422,
      );
      // A challenge for signing in is not valid for re-authentication.
      const asked = await request(client);
      expect((await client.post(`${api}/confirm`, { passkey: made.get(asked) })).status).toBe(422);
      expect((await client.post(`${api}/confirm`, { passkey: made.get(await options()) })).status).toBe(200);
      expect((await client.post(`${api}/recovery-codes`)).status).toBe(200);
    });

    test('re-authentication has the rate limit of signing in', async () => {
      const client = site.visitor();
      await site.signIn(client);
      for (let turn = 0; turn < 10; turn++)
        await client.post(`${api}/confirm`, { password: `guess ${turn}` });
      expect((await client.post(`${api}/confirm`, { password: adminPassword })).status).toBe(429);
    });

    test('can end all other sessions', async () => {
      const [one, two] = [site.visitor(), site.visitor()];
      await site.signIn(one);
      await site.signIn(two);
      const answer = await one.delete<{ ended: number }>(`${api}/sessions`);
      expect(answer.body.ended).toBeGreaterThanOrEqual(1);
      expect([await status(one), await status(two), await status(site.admin)]).toEqual([
        'auth',
        'no auth',
        'no auth',
      ]);
      await site.signIn(site.admin);
    });
  });
});

onEachDatabase('sign-in methods by SITE_URL', (kind) => {
  test('the relying party of passkeys is SITE_URL, not the host header', async () => {
    const site = await apiSite(kind, { SITE_URL: 'https://blog.example.org' });
    try {
      const headers = { 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example' };
      const options = await site.admin.post<Options>(`${api}/passkeys/new/options`, undefined, { headers });
      expect(options.body.rp.id).toBe('blog.example.org');
      const made = new Authenticator('https://blog.example.org');
      const passkey = made.create(options.body);
      expect((await site.admin.post(`${api}/passkeys`, { name: 'X', passkey })).status).toBe(201);
      const client = site.visitor();
      await client.get(`${api}/auth`);
      const asked = await client.post<Options>(`${api}/auth/passkey/options`, undefined, { headers });
      expect(asked.body.rpId).toBe('blog.example.org');
      const here = new URL(site.url).origin;
      expect(
        (await client.post(`${api}/auth/passkey`, { passkey: made.get(asked.body, { origin: here }) }))
          .status,
      ).toBe(401);
    } finally {
      await site.dispose();
    }
  });

  test('a URL without passkey support is reported, and passkey routes answer 409', async () => {
    const site = await apiSite(kind, { SITE_URL: 'http://192.0.2.1' });
    try {
      const { body } = await site.admin.get<SignInMethods>(`${api}/ways-in`);
      expect(body.passkeys_problem).toMatch(/SITE_URL/);
      expect((await site.admin.post(`${api}/passkeys/new/options`)).status).toBe(409);
      const client = site.visitor();
      await client.get(`${api}/auth`);
      expect((await client.post(`${api}/auth/passkey/options`)).status).toBe(409);
    } finally {
      await site.dispose();
    }
  });
});
