import { StatementSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { MailContent } from '../../src/features/mail/message/content.ts';
import { hashOfAddress } from '../../src/features/mail/queue/links.ts';
import { dialectOf } from '../../src/platform/db/dialect.ts';
import { type ApiClient, type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';
import { addSubscriber, noServer } from '../support/mail-rows.ts';
import { startBuilt } from '../support/site.ts';

/** Another network for each, because networks have a limit. */
let networks = 0;
const newIp = () => `172.${16 + (++networks >> 8)}.${networks & 255}.1`;

type Fields = Record<string, string> | [string, string][];
const form = (fields: Fields) => new URLSearchParams(fields);
const submit = (client: ApiClient, path: string, fields: Fields = {}, headers = {}) =>
  client.post(path, form(fields), { token: false, headers });

onEachDatabase('subscriptions', (kind) => {
  let site: ApiSite;
  let category: number;
  beforeAll(async () => {
    // Jobs in this process would add queries.
    site = await apiSite(kind, noServer, startBuilt);
    const { body } = await site.admin.post<{ id: number }>('/webapi/api/admin/cat', {
      category_path: 'travel',
    });
    category = body.id;
    await site.createPost({ post_title: 'A walk', category_id: category });
  });
  afterAll(() => site.dispose());

  const reader = () => site.visitor(newIp());
  const contents = async (address: string): Promise<MailContent[]> => {
    const rows = await site.blog.db
      .selectFrom('mails')
      .select('content')
      .where('address_key', '=', address.toLowerCase())
      .orderBy('id')
      .execute();
    return rows.map(({ content }) => JSON.parse(content ?? 'null'));
  };
  /** The path of the only link of this kind in the next mail to the address. */
  const linkTo = async (address: string, pattern: RegExp): Promise<string> => {
    await expect.poll(() => contents(address)).not.toEqual([]);
    const text = (await contents(address)).at(-1)?.text ?? '';
    return new URL(pattern.exec(text)?.[0] ?? 'none:').pathname;
  };
  const confirmLink = (address: string) => linkTo(address, /https?:\S+\/subscribe\/confirm\/\S+/);
  const subscriber = (address: string) =>
    site.blog.db
      .selectFrom('subscribers')
      .selectAll()
      .where('address_key', '=', address.toLowerCase())
      .executeTakeFirst();
  /** Subscribes through the pages; returns the path of the page for changes. */
  const subscribe = async (address: string, fields: Record<string, string> = {}): Promise<string> => {
    expect((await submit(reader(), '/subscribe', { address, ...fields })).status).toBe(303);
    const { status, headers } = await submit(reader(), await confirmLink(address));
    expect(status).toBe(303);
    return (headers.get('location') ?? '').replace('?confirmed=1', '');
  };

  test('one form is on every page, which stays cached', async () => {
    const client = reader();
    for (const path of ['/', '/post/a-walk', '/search', '/login']) {
      const { text, headers } = await client.get(path);
      expect(
        text.match(/<form class="subscribe-form[^"]*" action="\/subscribe" method="post">/g),
      ).toHaveLength(1);
      expect(headers.get('cache-control')).toBe('public, no-cache');
      expect(headers.get('set-cookie')).toBeNull();
    }
    const page = await client.get('/subscribe');
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(page.text).not.toContain('subscribe-form');
    expect(page.text).toContain('Travel');
  });

  test('a reader subscribes, changes and unsubscribes without JavaScript', async () => {
    const address = 'Whole.Way@example.org';
    const asked = await submit(reader(), '/subscribe', {
      address: ` ${address} `,
      posts: 'some',
      category: String(category),
      frequency: 'weekly',
    });
    expect([asked.status, asked.headers.get('location')]).toEqual([303, '/subscribe?asked=1']);
    expect((await reader().get('/subscribe?asked=1')).text).toContain('Check your inbox');
    const confirm = await confirmLink(address);
    // Programs that check mails open every link.
    for (const method of ['GET', 'HEAD', 'GET']) {
      const { status, text } = await reader().request(method, confirm);
      expect(status).toBe(200);
      if (method === 'GET') expect(text).toContain('W•••@example.org');
      expect(text).not.toContain('Whole');
    }
    expect(await subscriber(address)).toBeUndefined();
    const confirmed = await submit(reader(), confirm);
    const path = (confirmed.headers.get('location') ?? '').replace('?confirmed=1', '');
    expect([confirmed.status, path]).toEqual([303, expect.stringMatching(/^\/subscribe\/\d+-[\w-]{43}$/)]);
    expect(await subscriber(address)).toMatchObject({ address, frequency: 'weekly', all_posts: 0 });
    expect((await submit(reader(), confirm)).status).toBe(404);
    expect((await reader().get(confirm)).status).toBe(404);

    const page = await reader().get(`${path}?confirmed=1`);
    expect(page.text).toContain('You are subscribed.');
    expect(page.text).toContain('W•••@example.org');
    expect(page.text).not.toContain('Whole');
    const changed = await submit(reader(), path, { posts: 'all', frequency: 'at-once' });
    expect([changed.status, changed.headers.get('location')]).toEqual([303, `${path}?saved=1`]);
    expect(await subscriber(address)).toMatchObject({ frequency: 'at-once', all_posts: 1 });
    expect((await submit(reader(), path, { posts: 'some', frequency: 'weekly' })).status).toBe(422);
    expect(await subscriber(address)).toMatchObject({ frequency: 'at-once', all_posts: 1 });

    for (const method of ['GET', 'HEAD'])
      expect((await reader().request(method, `${path}/stop`)).status).toBe(200);
    expect(await subscriber(address)).toBeDefined();
    expect((await submit(reader(), `${path}/stop`)).text).toContain('You are unsubscribed');
    expect(await subscriber(address)).toBeUndefined();
    expect((await reader().get(path)).status).toBe(404);
    expect((await reader().get(`${path}/stop`)).text).toContain('You are unsubscribed');
  });

  test('pages of links are private, not indexed, and send no referrer to other sites', async () => {
    const path = await subscribe('headers@example.org');
    for (const url of ['/subscribe', '/subscribe?asked=1', path, `${path}/stop`, '/subscribe/confirm/x']) {
      const { headers, text } = await reader().get(url);
      expect(headers.get('cache-control')).toBe('private, no-store');
      expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
      // Forms of the other pages need their origin, which browsers leave out with `no-referrer`.
      expect(headers.get('referrer-policy')).toBe(url.endsWith('/stop') ? 'no-referrer' : 'same-origin');
      expect(headers.get('etag')).toBeNull();
      expect(text).toContain('<meta name="robots" content="noindex"/>');
    }
  });

  test('programs for mail unsubscribe with one POST, by RFC 8058', async () => {
    const oneClick = 'List-Unsubscribe=One-Click';
    const multipart = new FormData();
    multipart.set('List-Unsubscribe', 'One-Click');
    const urlencoded = 'application/x-www-form-urlencoded';
    for (const [index, request] of [
      { body: oneClick, headers: { 'content-type': urlencoded } },
      { body: multipart, headers: {} as Record<string, string> },
      {
        body: oneClick,
        headers: {
          'content-type': urlencoded,
          origin: 'https://mail.example.com',
          'sec-fetch-site': 'cross-site',
        },
      },
      { body: oneClick, headers: { 'content-type': urlencoded, origin: 'null' } },
    ].entries()) {
      const address = `one-click-${index}@example.org`;
      const path = await subscribe(address);
      for (let time = 0; time < 2; time++) {
        const response = await fetch(`${site.url}${path}/stop`, {
          method: 'POST',
          redirect: 'manual',
          ...request,
        });
        expect([response.status, response.headers.get('set-cookie')]).toEqual([200, null]);
        await response.text();
        expect(await subscriber(address)).toBeUndefined();
      }
    }
  });

  test('only this path takes requests of other sites, and only if its id is signed', async () => {
    const address = 'cross-site@example.org';
    const path = await subscribe(address);
    const [id] = path.split('/').at(-1)?.split('-') ?? [];
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const none = { origin: null, 'sec-fetch-site': null };
    for (const headers of [foreign, none]) {
      for (const target of ['/subscribe', path, '/subscribe/confirm/stop', '/subscribe/confirm/x', '/'])
        expect((await submit(reader(), target, { address: 'x@example.org' }, headers)).status).toBe(403);
      for (const forged of [`/subscribe/${id}-${'A'.repeat(43)}/stop`, `/subscribe/${id}/stop`])
        expect((await submit(reader(), forged, {}, headers)).status).toBe(404);
      expect((await submit(reader(), `${path}/stop/x`, {}, headers)).status).toBe(403);
    }
    expect(await subscriber(address)).toBeDefined();
    expect(await contents('x@example.org')).toEqual([]);
  });

  test('the answer and its queries are the same for every address', async () => {
    await subscribe('known@example.org');
    await site.blog.db
      .insertInto('mail_suppressions')
      .values({
        address_hash: hashOfAddress(site.blog, 'bounced@example.org'),
        reason: 'bounced',
        detail: '',
        date_added: new Date().toISOString(),
      })
      .execute();
    await submit(reader(), '/subscribe', { address: 'limited@example.org' });
    await confirmLink('limited@example.org');
    const queries = recordQueries(site);
    const seen = new Map<string, string>();
    for (const name of ['new', 'known', 'bounced', 'limited']) {
      queries.executed.length = 0;
      const { status, headers, text } = await submit(reader(), '/subscribe', {
        address: `${name}@example.org`,
      });
      const lines = [...headers].filter(([header]) => !['date', 'x-request-id'].includes(header));
      // Jobs and scheduled work of the server use other tables.
      const own = queries.executed.filter((query) => /attempts|subscription_requests/.test(query));
      seen.set(name, JSON.stringify([status, lines, text, own]));
      expect(own.filter((query) => query.startsWith('insert'))).toHaveLength(4);
    }
    queries.stop();
    expect(new Set(seen.values()).size).toBe(1);
    await expect.poll(() => contents('new@example.org')).toHaveLength(1);
    await expect
      .poll(() => site.blog.db.selectFrom('subscription_requests').select('id').execute())
      .toEqual([]);
    expect(await contents('bounced@example.org')).toEqual([]);
    expect(await contents('limited@example.org')).toHaveLength(1);
  });

  test('bots that fill in the decoy get the usual answer and cause nothing', async () => {
    const { status, headers } = await submit(reader(), '/subscribe', {
      address: 'decoy@example.org',
      website: 'https://spam.example',
    });
    expect([status, headers.get('location')]).toEqual([303, '/subscribe?asked=1']);
    const requests = await site.blog.db.selectFrom('subscription_requests').selectAll().execute();
    expect(requests.filter(({ address }) => address.startsWith('decoy'))).toEqual([]);
  });

  test('what is no address is refused, shown again as text, and stored nowhere', async () => {
    for (const address of [
      '',
      ' '.repeat(15_000),
      `${' '.repeat(15_000)}@example.org`,
      'reader@example.org\r\nBcc: other@example.org',
      'reader@example.org\nSubject: Buy',
      'reader@example.org,other@example.org',
      '<script>alert(1)</script>@example.org',
      '"><img src=x onerror=alert(1)>@example.org',
      `${'a'.repeat(60_000)}@example.org`,
      'reader@example.org\0',
    ]) {
      const { status, text } = await submit(reader(), '/subscribe', { address });
      expect(status, JSON.stringify(address.slice(0, 60))).toBe(422);
      expect(text).toContain('This is not an email address.');
      expect(text).not.toMatch(/<script>alert|<img src=x/);
      expect(text.length).toBeLessThan(30_000);
    }
    expect((await submit(reader(), '/subscribe', { address: 'a'.repeat(100_000) })).status).toBe(413);
    const json = await reader().post('/subscribe', { address: 'json@example.org' }, { token: false });
    expect(json.status).toBe(415);
    const big = await fetch(`${site.url}/subscribe/1-x/stop`, { method: 'POST', body: 'x'.repeat(100_000) });
    expect(big.status).toBe(413);
  });

  test('odd choices are refused or fall back, and unknown categories are left out', async () => {
    const address = 'choices@example.org';
    const some = (...categories: string[]): [string, string][] => [
      ['address', address],
      ['posts', 'some'],
      ...categories.map((value): [string, string] => ['category', value]),
    ];
    for (const categories of [[], ['x'], ['-1'], ['1.5'], ['1e99'], Array(201).fill(String(category))])
      expect((await submit(reader(), '/subscribe', some(...categories))).status).toBe(422);
    expect((await submit(reader(), '/subscribe', some(String(category), '999999'))).status).toBe(303);
    await submit(reader(), await confirmLink(address));
    const { id } = (await subscriber(address)) ?? { id: 0 };
    expect(
      await site.blog.db
        .selectFrom('subscriber_categories')
        .selectAll()
        .where('subscriber_id', '=', id)
        .execute(),
    ).toEqual([{ subscriber_id: id, category_id: category }]);
  });

  test('a visitor who asks too often gets a message', async () => {
    const client = reader();
    const statuses: number[] = [];
    for (let n = 0; n < 7; n++)
      statuses.push((await submit(client, '/subscribe', { address: `many-${n}@example.org` })).status);
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429, 429]);
  });

  test('deleting a subscriber leaves no trace of the address, and what others get alone', async () => {
    const address = 'traces@example.org';
    const path = await subscribe(address);
    await addSubscriber(site.blog.db, 'neighbor@example.org');
    await site.blog.db
      .insertInto('mails')
      .values(
        (['sent', 'waiting', 'failed'] as const).map((state) => ({
          priority: 1,
          kind: 'newsletter' as const,
          address,
          address_key: address,
          subscriber_id: null,
          newsletter_id: null,
          message_id: `<${state}@traces.example>`,
          content: null,
          state,
          response: `550 <${address}> unknown`,
          next_run: null,
          date_added: new Date().toISOString(),
        })),
      )
      .execute();
    await submit(reader(), `${path}/stop`);
    const { db } = site.blog;
    for (const table of [
      'subscribers',
      'subscription_requests',
      'mail_tokens',
      'mails',
      'mail_suppressions',
      'attempts',
      'jobs',
      'activity',
    ] as const)
      expect(JSON.stringify(await db.selectFrom(table).selectAll().execute()), table).not.toContain(
        'traces@',
      );
    expect(
      await db.selectFrom('mails').select('state').where('message_id', 'like', '%traces.example>').execute(),
    ).toHaveLength(2);
    expect(await subscriber('neighbor@example.org')).toBeDefined();
  });

  test('who is subscribed can change and stop it when the owner takes no new subscribers', async () => {
    const path = await subscribe('closed@example.org');
    const setting = { name: 'mail', value: JSON.stringify({ subscriptions: false }) };
    await site.blog.db.insertInto('settings').values(setting).execute();
    site.blog.changed({ touches: ['site'] });
    for (const url of ['/subscribe', '/subscribe/confirm/x']) {
      expect((await reader().get(url)).status).toBe(404);
      expect((await submit(reader(), url, { address: 'late@example.org' })).status).toBe(404);
    }
    expect((await reader().get('/post/a-walk')).text).not.toContain('subscribe');
    expect((await reader().get(path)).status).toBe(200);
    expect((await submit(reader(), `${path}/stop`)).status).toBe(200);
    await site.blog.db.deleteFrom('settings').where('name', '=', 'mail').execute();
    site.blog.changed({ touches: ['site'] });
    expect((await reader().get('/subscribe')).status).toBe(200);
  });

  test('links with odd characters are not found, and cause no error', async () => {
    for (const path of ['%00', '1-%F0%9F%98%80', '-', '1-', `${'9'.repeat(10)}-${'A'.repeat(43)}`, 'confirm'])
      for (const url of [`/subscribe/${path}`, `/subscribe/${path}/stop`, `/subscribe/confirm/${path}`])
        expect([404, 302], url).toContain((await reader().get(url)).status);
    expect(site.errors).toEqual([]);
  });
});

test('a site without mail has none of it', async () => {
  const site = await apiSite('sqlite', {}, startBuilt);
  try {
    await site.createPost({ post_title: 'A walk' });
    for (const path of ['/', '/post/a-walk'])
      expect((await site.visitor().get(path)).text.toLowerCase()).not.toContain('subscribe');
    const queries = recordQueries(site);
    for (const path of [
      '/subscribe',
      '/subscribe?asked=1',
      '/subscribe/confirm/x',
      '/subscribe/1-x',
      '/subscribe/1-x/stop',
    ]) {
      expect((await site.visitor().get(path)).status, path).toBe(404);
      expect((await submit(site.visitor(), path, { address: 'a@example.org' })).status, path).toBe(404);
    }
    queries.stop();
    // Maintenance, which deletes what is expired, may still run.
    const ofRequests = queries.executed.filter((query) => !query.startsWith('delete '));
    expect(ofRequests.filter((query) => /subscri|mail_/.test(query))).toEqual([]);
  } finally {
    await site.dispose();
  }
});

/** Everything that the server sends to its database, in transactions or not. */
function recordQueries({ blog }: ApiSite): { executed: string[]; stop(): void } {
  const executed: string[] = [];
  if (dialectOf(blog.db).kind === 'sqlite') {
    // Prepared queries do not pass Kysely.
    const spies = (['all', 'run'] as const).map((name) => {
      const run = StatementSync.prototype[name] as (...values: never[]) => never;
      return vi.spyOn(StatementSync.prototype, name).mockImplementation(function (
        this: StatementSync,
        ...values
      ) {
        executed.push(this.sourceSQL);
        return run.apply(this, values as unknown as never[]);
      });
    });
    return { executed, stop: () => spies.forEach((spy) => void spy.mockRestore()) };
  }
  let base = Object.getPrototypeOf(blog.db.getExecutor());
  while (!Object.hasOwn(base, 'executeQuery')) base = Object.getPrototypeOf(base);
  const { executeQuery } = base;
  base.executeQuery = function (query: { sql: string }, ...rest: unknown[]) {
    executed.push(query.sql);
    return executeQuery.call(this, query, ...rest);
  };
  return {
    executed,
    stop: () => {
      base.executeQuery = executeQuery;
    },
  };
}
