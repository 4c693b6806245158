import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { modules } from '../../src/modules.ts';
import { routesOf } from '../../src/platform/module.ts';
import { type ApiClient, type ApiSite, apiSite } from '../support/api-site.ts';
import { type DatabaseKind, isDeep, onEachDatabase } from '../support/databases.ts';
import { noServer } from '../support/mail-rows.ts';
import { startBuilt } from '../support/site.ts';
import type { Request } from './permissions/prepare.ts';
import { rows } from './permissions/rows.ts';

const table = routesOf(modules);

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
  'revisions',
  'previews',
  'drafts',
  'cuts',
  'remarks',
  'activity',
  'passkeys',
  'recovery_codes',
  'sign_in_steps',
  'subscribers',
  'newsletters',
  'settings',
  'mails',
  'connections',
] as const;
const databaseContent = async ({ blog: { db } }: ApiSite): Promise<Record<string, string>> => {
  const rows = await Promise.all(tables.map((name) => db.selectFrom(name).selectAll().execute()));
  return Object.fromEntries(tables.map((name, index) => [name, JSON.stringify(rows[index])]));
};

/** Names the rows that were added or removed, in whatever order they are returned. */
const differences = (before: Record<string, string>, after: Record<string, string>): string[] =>
  Object.keys(after)
    .filter((name) => before[name] !== after[name])
    .flatMap((name) => {
      const [old, now] = [rowsOf(before[name]), rowsOf(after[name])];
      const added = [...now.difference(old)].map((row) => `${name}: added ${row}`);
      return [...added, ...[...old.difference(now)].map((row) => `${name}: removed ${row}`)];
    });

const rowsOf = (json = '[]'): Set<string> =>
  new Set((JSON.parse(json) as object[]).map((row) => JSON.stringify(row)));

const month = 31 * 24 * 60 * 60 * 1000;

onEachDatabase('permissions', (kind: DatabaseKind) => {
  let site: ApiSite;
  beforeAll(async () => {
    // A worker starts no process for jobs, which would write at any time, for example the mails of comments.
    site = await apiSite(kind, noServer, (config, log) => startBuilt(config, log, { role: 'worker' }));
  });
  afterAll(() => site.dispose());

  const withCsrfToken = async (client: ApiClient) => {
    await client.get('/webapi/api/admin/auth');
    return client;
  };
  /** Not by a clock that is ahead, which would make scheduled jobs publish posts and delete sessions meanwhile. */
  const whileSessionsAreExpired = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const { db } = site.blog;
    const sessions = await db.selectFrom('sessions').select(['id', 'last_seen']).execute();
    await db
      .updateTable('sessions')
      .set({ last_seen: new Date(Date.now() - month).toISOString() })
      .execute();
    try {
      return await work();
    } finally {
      for (const { id, last_seen } of sessions)
        await db.updateTable('sessions').set({ last_seen }).where('id', '=', id).execute();
    }
  };
  /** A copy of the administrator's client: its cookies may change while `site.admin` keeps its own. */
  const signedIn = () => {
    const client = site.visitor();
    for (const [name, value] of site.admin.cookies) client.cookies.set(name, value);
    return client;
  };

  describe.each(Object.entries(rows))('%s', (name, { who, status, prepare }) => {
    const [method = ''] = name.split(' ');
    const writes = method !== 'GET';
    const call = (client: ApiClient, { path, body }: Request, options = {}) =>
      client.request(method, `/webapi${path}`, body, options);
    let prepared: Promise<Request> | undefined;
    /** For calls that change nothing: what each of them needs would make the tables long that `refused` reads. */
    const preparedOnce = () => {
      prepared ??= Promise.resolve(prepare(site));
      return prepared;
    };
    const refused = async (work: (request: Request) => Promise<{ status: number }>, expected: number) => {
      const request = await preparedOnce();
      const before = await databaseContent(site);
      expect((await work(request)).status).toBe(expected);
      const changed = differences(before, await databaseContent(site));
      expect(changed, changed.join('\n')).toEqual([]);
    };
    const accepted = async (work: (request: Request) => Promise<{ status: number }>) =>
      expect((await work(await (writes ? prepare(site) : preparedOnce()))).status).toBe(status);

    const asVisitor = async () => {
      const client = await withCsrfToken(site.visitor());
      if (who === 'admin') return refused((request) => call(client, request), 401);
      await accepted((request) => call(client, request));
    };
    const asAdministrator = async () => {
      if (name === 'DELETE /api/admin/auth') {
        const leaving = site.visitor();
        await site.signIn(leaving);
        return accepted((request) => call(leaving, request));
      }
      const client = signedIn();
      await accepted((request) => call(client, request));
    };
    const withoutToken = async () => {
      const client = signedIn();
      if (writes) return refused((request) => call(client, request, { token: false }), 403);
      await accepted((request) => call(client, request, { token: false }));
    };

    if (!isDeep) {
      test('as a visitor, without a CSRF token, as an administrator', async () => {
        await asVisitor();
        await withoutToken();
        await asAdministrator();
      });
      return;
    }

    test('as a visitor', asVisitor);
    test('as an administrator', asAdministrator);
    test('as an administrator without a CSRF token', withoutToken);

    test('with an expired session', async () => {
      const client = signedIn();
      const later = (request: Request) => whileSessionsAreExpired(() => call(client, request));
      if (who === 'admin') return refused(later, 401);
      if (writes) return refused(later, 403);
      await accepted(later);
    });

    test.each([{ Origin: 'https://evil.example' }, { Origin: null, 'Sec-Fetch-Site': 'cross-site' }])(
      'from a foreign origin: %j',
      async (headers) => {
        const client = signedIn();
        if (writes) return refused((request) => call(client, request, { headers }), 403);
        await accepted((request) => call(client, request, { headers }));
      },
    );
  });

  test('no request caused a server error', () => {
    expect(site.errors).toEqual([]);
  });
});
