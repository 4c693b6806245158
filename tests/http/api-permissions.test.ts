import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { table } from '../../src/http/api/table.ts';
import { writeSetting } from '../../src/store/settings.ts';
import { type ApiClient, type ApiSite, apiSite } from '../support/api-site.ts';
import { type DatabaseKind, onEachDatabase } from '../support/databases.ts';
import { noServer } from '../support/mail-rows.ts';
import type { Request } from './permissions/prepare.ts';
import { rows } from './permissions/rows.ts';

const routes = table.map(({ method, path }) => `${method} ${path}`);

test('every route has a row, and every row a route', () => {
  expect(Object.keys(rows).sort()).toEqual(routes.toSorted());
});

test('the route table has the access of the row', () => {
  for (const { method, path, access } of table)
    expect(`${path} ${access}`).toBe(
      `${path} ${rows[`${method} ${path}`]?.who === 'all' ? 'public' : 'admin'}`,
    );
});

const tables = [
  'posts',
  'comments',
  'votes',
  'images',
  'post_tags',
  'categories',
  'users',
  'sessions',
  'settings',
  'revisions',
  'previews',
  'drafts',
  'activity',
  'passkeys',
  'recovery_codes',
  'sign_in_steps',
  'subscribers',
  'newsletters',
] as const;
const databaseContent = async ({ blog: { db } }: ApiSite) =>
  JSON.stringify([
    ...(await Promise.all(tables.map((name) => db.selectFrom(name).selectAll().execute()))),
    // The job that sends writes the other columns, at any time.
    await db.selectFrom('mails').select(['id', 'address', 'message_id', 'content']).execute(),
  ]);

const month = 31 * 24 * 60 * 60 * 1000;

onEachDatabase('permissions', (kind: DatabaseKind) => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite(kind, noServer);
    // Otherwise jobs add mails of the posts that the calls need, at any time.
    await writeSetting(site.blog.db, 'mail', JSON.stringify({ newsletter_default: false }));
  });
  afterAll(() => site.dispose());

  const withCsrfToken = async (client: ApiClient) => {
    await client.get('/webapi/api/admin/auth');
    return client;
  };
  /** A copy of the administrator's client: its cookies may change while `site.admin` keeps its own. */
  const signedIn = async () => {
    const client = site.visitor();
    for (const [name, value] of site.admin.cookies) client.cookies.set(name, value);
    return client;
  };

  describe.each(Object.entries(rows))('%s', (name, { who, status, prepare }) => {
    const [method = ''] = name.split(' ');
    const writes = method !== 'GET';
    const call = (client: ApiClient, { path, body }: Request, options = {}) =>
      client.request(method, `/webapi${path}`, body, options);
    const refused = async (work: (request: Request) => Promise<{ status: number }>, expected: number) => {
      const request = await prepare(site);
      const before = await databaseContent(site);
      expect((await work(request)).status).toBe(expected);
      expect(await databaseContent(site)).toBe(before);
    };

    test('as a visitor', async () => {
      const client = await withCsrfToken(site.visitor());
      if (who === 'admin') return refused((request) => call(client, request), 401);
      expect((await call(client, await prepare(site))).status).toBe(status);
    });

    test('as an administrator', async () => {
      if (name === 'DELETE /api/admin/auth') {
        const leaving = site.visitor();
        await site.signIn(leaving);
        expect((await call(leaving, await prepare(site))).status).toBe(status);
        return;
      }
      expect((await call(await signedIn(), await prepare(site))).status).toBe(status);
    });

    test('with an expired session', async () => {
      const client = await signedIn();
      const { now } = site.blog;
      const later = async (request: Request) => {
        site.blog.now = () => new Date(Date.now() + month);
        try {
          return await call(client, request);
        } finally {
          site.blog.now = now;
        }
      };
      if (who === 'admin') return refused(later, 401);
      if (writes) return refused(later, 403);
      expect((await later(await prepare(site))).status).toBe(status);
    });

    test('as an administrator without a CSRF token', async () => {
      const client = await signedIn();
      if (writes) return refused((request) => call(client, request, { token: false }), 403);
      expect((await call(client, await prepare(site), { token: false })).status).toBe(status);
    });

    test.each([{ Origin: 'https://evil.example' }, { Origin: null, 'Sec-Fetch-Site': 'cross-site' }])(
      'from a foreign origin: %j',
      async (headers) => {
        const client = await signedIn();
        if (writes) return refused((request) => call(client, request, { headers }), 403);
        expect((await call(client, await prepare(site), { headers })).status).toBe(status);
      },
    );
  });

  test('no request caused a server error', () => {
    expect(site.errors).toEqual([]);
  });
});
