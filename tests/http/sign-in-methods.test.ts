import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { resetSecondFactor } from '../../src/blog/sign-in/second-factor.ts';
import type { ActivityEntry } from '../../src/contract/activity.ts';
import type { User } from '../../src/contract/owner.ts';
import type { Passkey, SignInMethods } from '../../src/contract/sign-in-methods.ts';
import { type ApiClient, type ApiSite, apiSite, newAddress } from '../support/api-site.ts';
import { Authenticator, type Slip } from '../support/authenticator.ts';
import { onEachDatabase } from '../support/databases.ts';
import { adminPassword } from '../support/server.ts';

const api = '/webapi/api/admin';
const minute = 60_000;
type Options = { challenge: string; rpId: string; rp: { id: string }; user: { id: string } };
type Allowed = Options & { allowCredentials?: { id: string }[]; userVerification: string };

onEachDatabase('ways in', (kind) => {
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
  const readied = async (client = site.visitor()) => {
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
  const prove = (client: ApiClient, passkey: unknown) =>
    client.post<{ status: string }>(`${api}/auth/passkey`, { passkey });
  const newCodes = async (client = site.admin) =>
    (await client.post<{ codes: string[] }>(`${api}/recovery-codes`)).body.codes;
  const secondFactorOn = async () => {
    const { made } = await register();
    const codes = await newCodes();
    expect((await site.admin.put(`${api}/second-factor`, { on: true })).status).toBe(200);
    return { made, codes };
  };
  const passwordGiven = async (client = site.visitor()) => {
    expect((await site.signIn(client)).body).toEqual({ status: 'passkey' });
    return client;
  };

  describe('a passkey', () => {
    test('is made, listed, signs in without a password, and is removed', async () => {
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

      const client = await readied();
      const before = client.cookies.get('visitor');
      const asked = await request(client);
      expect(asked).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
      expect(asked.allowCredentials).toBeUndefined();
      expect((await prove(client, made.get(asked))).body).toEqual({ status: 'success' });
      expect(await status(client)).toBe('auth');
      expect(client.cookies.get('session')).not.toBe(before);
      expect((await signInMethods()).passkeys.map(({ last_used }) => typeof last_used)).toEqual([
        'string',
        'object',
      ]);

      expect((await site.admin.delete(`${api}/passkeys/${passkey.id}`)).body).toEqual({ id: passkey.id });
      expect((await site.admin.delete(`${api}/passkeys/${passkey.id}`)).status).toBe(404);
      const other = await readied();
      expect((await prove(other, made.get(await request(other)))).status).toBe(401);
      expect(await log()).toEqual([
        'Added the passkey "Laptop"',
        'Added the passkey "Passkey"',
        'Signed in with the passkey "Laptop"',
        'Removed the passkey "Laptop"',
        'Failed to sign in with a passkey',
      ]);
    });

    test('is kept as its public half, and challenges under hashes of their cookies', async () => {
      await register();
      const client = await readied();
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
      ['of another kind', { type: 'webauthn.create' }],
      ['without user verification', { verified: false }],
      ['without anybody present', { present: false }],
      ['with another challenge', { challenge: randomBytes(32).toString('base64url') }],
      ['with a counter that does not rise', { counter: 1 }],
      ['with a made up signature', { signature: randomBytes(70) }],
      ['with an empty signature', { signature: Buffer.alloc(0) }],
      ['of somebody else by its handle', { userHandle: randomBytes(32).toString('base64url') }],
      ['that does not say whose it is', { userHandle: null }],
      ['that may be copied all of a sudden', { backupEligible: true }],
      ['that is copied and may not be', { backedUp: true }],
    ];
    test.each(slips)('%s is refused', async (_, slip) => {
      const { made } = await register();
      const client = await readied();
      const asked = await request(client);
      const refused = await prove(client, made.get(asked, slip));
      expect(refused).toMatchObject({ status: 401, body: { status: 'no auth' } });
      expect(client.cookies.has('session')).toBe(false);
      // The control: the same without the slip is let in.
      const again = await request(client);
      expect((await prove(client, made.get(again, { counter: 50 }))).status).toBe(200);
    });

    test('signs a challenge once, soon, and in the browser that was asked', async () => {
      const { made } = await register();
      const client = await readied();
      const proof = made.get(await request(client));
      const stranger = await readied();
      expect((await prove(stranger, proof)).status).toBe(401);
      const answers = await Promise.all([prove(client, proof), prove(client, proof), prove(client, proof)]);
      expect(answers.map((answer) => answer.status).filter((code) => code === 200)).toHaveLength(1);

      const slow = await readied();
      const late = made.get(await request(slow));
      later(5 * minute + 1000);
      expect((await prove(slow, late)).status).toBe(401);
      later(0);
      const fresh = await request(slow);
      const older = made.get(fresh);
      await request(slow);
      expect((await prove(slow, older)).status).toBe(401);
    });

    test('asked for on one process is taken by another', async () => {
      const { made } = await register();
      const client = await readied();
      const asked = await request(client);
      await site.restart();
      expect((await prove(client, made.get(asked))).status).toBe(200);
    });

    test.each([
      ['of another origin', { origin: 'https://evil.example' }],
      ['of another relying party', { rpId: 'evil.example' }],
      ['without user verification', { verified: false }],
      ['with another challenge', { challenge: randomBytes(32).toString('base64url') }],
      ['of another kind', { type: 'webauthn.get' }],
    ] as [string, Slip][])('new, %s, is refused', async (_, slip) => {
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

      // Neither the same credential under another name, nor theirs in place of mine after my password.
      const copy = made.create(await creation());
      expect((await site.admin.post(`${api}/passkeys`, { name: 'Mine', passkey: copy })).status).toBe(409);
      await secondFactorOn();
      const client = await passwordGiven();
      const asked = await request(client);
      expect(asked.allowCredentials).toHaveLength(1);
      made.userHandle = '';
      expect((await prove(client, made.get(asked))).status).toBe(401);
      await site.admin.put(`${api}/second-factor`, { on: false });
      await site.admin.delete(`${api}/users/${user.id}`);
      const { db } = site.blog;
      expect(await db.selectFrom('passkeys').select('name').execute()).toEqual([{ name: 'Laptop' }]);
    });

    test('is one of at most 20', async () => {
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
    test('needs a passkey and recovery codes, and keeps the last passkey', async () => {
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

    test('the password alone opens nothing', async () => {
      const { made } = await secondFactorOn();
      const client = await readied();
      const before = client.cookies.get('visitor');
      await passwordGiven(client);
      expect(client.cookies.has('session')).toBe(false);
      expect(client.cookies.get('visitor')).not.toBe(before);
      expect(await status(client)).toBe('no auth');
      expect((await client.get(`${api}/ways-in`)).status).toBe(401);
      const asked = await request(client);
      expect(asked.allowCredentials).toEqual([
        expect.objectContaining({ id: made.id.toString('base64url') }),
      ]);
      expect((await prove(client, made.get(asked))).body).toEqual({ status: 'success' });
      expect(await status(client)).toBe('auth');
      expect((await log()).slice(-2)).toEqual([
        'Gave the right password, and is asked for a passkey',
        'Signed in with the password and the passkey "Laptop"',
      ]);
    });

    test('a wrong password looks the same as before', async () => {
      await secondFactorOn();
      const client = site.visitor();
      expect(await site.signIn(client, 'admin', 'something wrong')).toMatchObject({
        status: 401,
        body: { status: 'no auth' },
      });
    });

    test('a recovery code stands in for a lost passkey, once, however it is typed', async () => {
      const { codes } = await secondFactorOn();
      const [first = '', second = ''] = codes;
      const use = async (code: string, client?: ApiClient) => {
        const entering = client ?? (await passwordGiven());
        return entering.post<{ status: string }>(`${api}/auth/recovery-code`, { code });
      };
      expect((await use(first, await readied())).status).toBe(401);
      const client = await passwordGiven();
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

    test('one code used twice at once opens one session', async () => {
      const { codes } = await secondFactorOn();
      const clients = await Promise.all([1, 2, 3, 4].map(() => passwordGiven()));
      const answers = await Promise.all(
        clients.map((client) => client.post(`${api}/auth/recovery-code`, { code: codes[0] })),
      );
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401, 401, 401]);
    });

    test('an owner who lost everything gets in again from the machine', async () => {
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

    test('the given password is good for five minutes and not after a change of it', async () => {
      const { made, codes } = await secondFactorOn();
      const client = await passwordGiven();
      later(5 * minute + 1000);
      expect((await client.post(`${api}/auth/recovery-code`, { code: codes[0] })).status).toBe(401);
      later(0);
      const other = await passwordGiven();
      const [me] = (await site.admin.get<User[]>(`${api}/users`)).body;
      await site.admin.put(`${api}/users/${me?.id}`, { password: 'quite another sentence' });
      await site.admin.put(`${api}/users/${me?.id}`, { password: adminPassword });
      expect((await other.post(`${api}/auth/recovery-code`, { code: codes[0] })).status).toBe(401);
      expect(made.counter).toBe(1);
    });

    test('tries are counted with those of the password', async () => {
      const { made, codes } = await secondFactorOn();
      const client = await passwordGiven();
      for (let turn = 0; turn < 4; turn++)
        await client.post(`${api}/auth/recovery-code`, { code: `wrong ${turn}` });
      for (let turn = 0; turn < 5; turn++) {
        const asked = await request(client);
        expect((await prove(client, made.get(asked, { verified: false }))).status).toBe(401);
      }
      const refused = await client.post(`${api}/auth/recovery-code`, { code: codes[0] });
      expect(refused.status).toBe(429);
      expect((await prove(client, made.get(await request(client)))).status).toBe(429);
      // The right password does not clear the count while the passkey is missing.
      expect((await site.signIn(client)).status).toBe(429);
      const elsewhere = await passwordGiven(site.visitor(newAddress()));
      expect((await prove(elsewhere, made.get(await request(elsewhere)))).status).toBe(200);
    });
  });

  describe('changing how one signs in', () => {
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

    test('asks again who is there when that was proved long ago', async () => {
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

    test('a passkey of one’s own confirms as well, one of another does not', async () => {
      const { made } = await register();
      const client = site.visitor();
      await site.signIn(client);
      later(16 * minute);
      const options = async () => (await client.post<Options>(`${api}/confirm/options`)).body;
      const stranger = authenticator();
      expect((await client.post(`${api}/confirm`, { passkey: stranger.get(await options()) })).status).toBe(
        422,
      );
      // A challenge for signing in is none for confirming.
      const asked = await request(client);
      expect((await client.post(`${api}/confirm`, { passkey: made.get(asked) })).status).toBe(422);
      expect((await client.post(`${api}/confirm`, { passkey: made.get(await options()) })).status).toBe(200);
      expect((await client.post(`${api}/recovery-codes`)).status).toBe(200);
    });

    test('guessing there is limited like signing in', async () => {
      const client = site.visitor();
      await site.signIn(client);
      for (let turn = 0; turn < 10; turn++)
        await client.post(`${api}/confirm`, { password: `guess ${turn}` });
      expect((await client.post(`${api}/confirm`, { password: adminPassword })).status).toBe(429);
    });

    test('other sessions end at one’s word', async () => {
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

onEachDatabase('ways in elsewhere', (kind) => {
  test('the host header has no say: SITE_URL names whom passkeys are for', async () => {
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

  test('an address where browsers have no passkeys is told, and nothing else changes', async () => {
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
