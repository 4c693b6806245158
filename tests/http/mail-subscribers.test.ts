import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ActivityEntry } from '../../src/core/site/api/activity.ts';
import {
  maxSubscriberLines,
  type Subscriber,
  type SubscriberCounts,
  type SubscriberImport,
  type SubscriberImportState,
  type SubscriberSnapshot,
  subscriberFileBytes,
} from '../../src/features/mail/api/subscribers.ts';
import { hashOfAddress, signedId } from '../../src/features/mail/queue/links.ts';
import { unsubscribe } from '../../src/features/mail/subscribers/subscriptions.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';
import { addSubscriber, noServer } from '../support/mail-rows.ts';

const path = '/webapi/api/admin/mail/subscribers';

onEachDatabase('subscribers', (kind) => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite(kind, noServer);
  });
  afterAll(async () => {
    expect(site.errors).toEqual([]);
    await site.dispose();
  });

  const list = async (query = '') => {
    const { body, headers } = await site.admin.get<Subscriber[]>(`${path}?${query}`);
    return { addresses: body.map(({ address }) => address), total: Number(headers.get('x-total-count')) };
  };
  const start = (content: string | Uint8Array<ArrayBuffer>, consent = 'yes') =>
    site.admin.post<{ error: { message: string } }>(
      `${path}/import?consent=${consent}`,
      new Blob([content], { type: 'application/octet-stream' }),
    );
  /** The report of the job. */
  const send = async (content: string | Uint8Array<ArrayBuffer>): Promise<SubscriberImport> => {
    expect((await start(content)).status).toBe(202);
    await site.jobsEnded();
    const { body } = await site.admin.get<SubscriberImportState>(`${path}/import`);
    expect(body).toMatchObject({ isRunning: false, report: expect.any(Object) });
    return body.report as SubscriberImport;
  };
  const clear = async () => {
    await site.blog.db.deleteFrom('subscribers').execute();
    await site.blog.db.deleteFrom('mail_suppressions').execute();
  };

  test('they are listed, counted, searched and filtered', async () => {
    const { body: category } = await site.admin.post<{ id: number }>('/webapi/api/admin/cat', {
      category_path: 'travel.japan',
    });
    const ann = await addSubscriber(site.blog.db, 'Ann@example.org', { frequency: 'weekly', all_posts: 0 });
    await site.blog.db
      .insertInto('subscriber_categories')
      .values({ subscriber_id: ann, category_id: category.id })
      .execute();
    await addSubscriber(site.blog.db, 'bob@example.net', { bounce: '550 5.1.1 No such user' });
    await addSubscriber(site.blog.db, '50%_off@example.net');

    expect(await list()).toEqual({
      addresses: ['50%_off@example.net', 'bob@example.net', 'Ann@example.org'],
      total: 3,
    });
    expect(await list('limit=1&offset=1')).toEqual({ addresses: ['bob@example.net'], total: 3 });
    expect((await list('state=active')).addresses).toEqual(['50%_off@example.net', 'Ann@example.org']);
    expect((await list('state=weekly')).addresses).toEqual(['Ann@example.org']);
    expect((await list('state=bounced')).addresses).toEqual(['bob@example.net']);
    expect(await list('search=ANN')).toEqual({ addresses: ['Ann@example.org'], total: 1 });
    expect((await list('search=example.net')).total).toBe(2);
    expect((await list(`search=${encodeURIComponent('%_')}`)).addresses).toEqual(['50%_off@example.net']);
    expect((await list('search=example.net&state=bounced')).total).toBe(1);
    expect((await site.admin.get<SubscriberCounts>(`${path}/counts`)).body).toEqual({
      all: 3,
      active: 2,
      weekly: 1,
      bounced: 1,
    });
    const { body } = await site.admin.get<Subscriber[]>(`${path}?state=weekly`);
    expect(body).toEqual([
      {
        id: ann,
        address: 'Ann@example.org',
        frequency: 'weekly',
        categories: ['travel.japan'],
        source: 'form',
        date_added: '2026-01-02T03:04:05.000Z',
        date_bounced: null,
        bounce: null,
      },
    ]);
    const { body: snapshot } = await site.admin.get<SubscriberSnapshot>(`${path}/ids?state=weekly`);
    expect(snapshot).toEqual({ ids: [ann], total: 1 });
    await clear();
  });

  test('a list is imported with a report of every line', async () => {
    await addSubscriber(site.blog.db, 'there@example.org');
    const left = await addSubscriber(site.blog.db, 'left@example.org');
    expect(await unsubscribe(site.blog, signedId(site.blog, 'subscriber', left))).toBe(true);
    await site.blog.db
      .insertInto('mail_suppressions')
      .values({
        address_hash: hashOfAddress(site.blog, 'bounced@example.org'),
        reason: 'bounced',
        detail: '',
        date_added: new Date().toISOString(),
      })
      .execute();
    const csv = [
      'Email;Status;Subscribed at;frequency',
      'New@Example.ORG;subscribed;2020-05-06;weekly',
      'new@example.org;subscribed;2021-01-01;',
      'There@example.org;active;;',
      'left@example.org;active;;',
      'BOUNCED@example.org;active;;',
      'gone@example.org;Unsubscribed;;',
      'dead@example.org;cleaned;;',
      'later@example.org;pending;;',
      'nobody;active;;',
      'odd@example.org;perhaps;;',
      'future@example.org;active;2999-01-01;',
    ].join('\r\n');
    const utf16 = new Uint8Array(Buffer.from(`\uFEFF${csv}`, 'utf16le'));
    expect(await send(utf16)).toEqual({
      added: 2,
      existing: 2,
      suppressed: 2,
      unsubscribed: 1,
      bounced: 1,
      unconfirmed: 1,
      invalid: 2,
      invalid_lines: [
        { line: 10, reason: 'This is not an email address.' },
        { line: 11, reason: expect.stringContaining('“perhaps”') },
      ],
      unknown_categories: 0,
      stopped: null,
    });
    const stored = await site.blog.db.selectFrom('subscribers').selectAll().orderBy('id').execute();
    expect(stored.map(({ address }) => address)).toEqual([
      'there@example.org',
      'New@example.org',
      'future@example.org',
    ]);
    expect(stored[1]).toMatchObject({
      source: 'import',
      frequency: 'weekly',
      all_posts: 1,
      date_added: '2020-05-06T00:00:00.000Z',
      date_confirmed: '2020-05-06T00:00:00.000Z',
    });
    expect(Date.parse(stored[2]?.date_added ?? '')).toBeLessThanOrEqual(Date.now());

    const again = await send(csv);
    expect([again.added, again.existing, again.suppressed]).toEqual([0, 4, 2]);
    await clear();
  });

  test('the first 20 lines that cannot be imported are named', async () => {
    const body = await send(`email\n${Array.from({ length: 30 }, (_, n) => `wrong${n}`).join('\n')}`);
    expect([body.invalid, body.invalid_lines.length]).toEqual([30, 20]);
    expect(body.invalid_lines[19]).toMatchObject({ line: 21 });
  });

  test('what cannot be imported changes nothing and says why', async () => {
    const refused = async (content: string, code: number, message: RegExp, consent = 'yes') => {
      const { status, body } = await start(content, consent);
      expect(status).toBe(code);
      expect(body.error.message).toMatch(message);
      expect((await list()).total).toBe(0);
    };
    await refused('email\nann@example.org\n', 422, /Tick that these people asked/, 'no');
    await refused('name,phone\nAnn,1\n', 422, /no column is named Email/);
    await refused('\n\n', 422, /no lines/);
    await refused('a@example.org\n'.repeat(maxSubscriberLines + 1), 422, /more than 100,000 lines/);
    await refused('x'.repeat(subscriberFileBytes + 1), 413, /./);
  });

  test('the export is neutral for spreadsheets, and is read again as it was', async () => {
    const { body: category } = await site.admin.post<{ id: number }>('/webapi/api/admin/cat', {
      category_path: 'food',
    });
    const chosen = await addSubscriber(site.blog.db, '=cmd|a@example.org', {
      all_posts: 0,
      frequency: 'weekly',
    });
    await site.blog.db
      .insertInto('subscriber_categories')
      .values({ subscriber_id: chosen, category_id: category.id })
      .execute();
    await addSubscriber(site.blog.db, "'=quoted@example.org");
    await addSubscriber(site.blog.db, '-minus@example.org', { all_posts: 0 });
    await addSubscriber(site.blog.db, 'bob@example.org', { bounce: '=HYPERLINK("http://x"), said "no"' });
    const file = await site.admin.get(`${path}/file`);
    expect(file.status).toBe(200);
    expect(file.headers.get('content-disposition')).toMatch(
      /^attachment; filename="subscribers-\d{4}-\d\d-\d\d\.csv"$/,
    );
    const date = '2026-01-02T03:04:05.000Z';
    expect(file.text.split('\r\n')).toEqual([
      'email,created_at,subscribed_to_emails,confirmed_at,status,frequency,categories,bounce',
      `'=cmd|a@example.org,${date},true,${date},subscribed,weekly,food,`,
      `''=quoted@example.org,${date},true,${date},subscribed,at-once,,`,
      `'-minus@example.org,${date},true,${date},subscribed,at-once,(none),`,
      `bob@example.org,${date},false,${date},bounced,at-once,,"'=HYPERLINK(""http://x""), said ""no"""`,
      '',
    ]);
    const rows = async () =>
      (await site.admin.get<Subscriber[]>(`${path}?state=active`)).body.map(
        ({ id: _, source: __, ...row }) => row,
      );
    const before = await rows();
    await clear();
    const body = await send(file.text);
    expect([body.added, body.bounced, body.invalid, body.unknown_categories]).toEqual([3, 1, 0, 0]);
    expect(await rows()).toEqual(before);
    await clear();
  });

  test('many are deleted at once, and the log has no address', async () => {
    const ids = [
      await addSubscriber(site.blog.db, 'one@example.org'),
      await addSubscriber(site.blog.db, 'two@example.org'),
    ];
    const { body } = await site.admin.post(`${path}/delete`, { ids: [...ids, 999_999] });
    expect(body).toEqual({ deleted: 2 });
    expect((await list()).total).toBe(0);
    expect((await site.admin.post(`${path}/delete`, { ids })).status).toBe(404);
    const { body: log } = await site.admin.get<ActivityEntry[]>('/webapi/api/admin/activity');
    expect(log[0]?.what).toBe('Deleted 2 subscribers');
    expect(JSON.stringify(log)).not.toContain('@example');
  });
});

test('without mail there are no such calls', async () => {
  const site = await apiSite('sqlite');
  for (const call of [
    path,
    `${path}/counts`,
    `${path}/ids`,
    `${path}/file`,
    '/webapi/api/admin/mail/newsletters',
  ])
    expect((await site.admin.get(call)).status).toBe(404);
  const bytes = new Blob(['a@example.org'], { type: 'application/octet-stream' });
  expect((await site.admin.post(`${path}/import?consent=yes`, bytes)).status).toBe(404);
  expect((await site.admin.post(`${path}/delete`, { ids: [1] })).status).toBe(404);
  await site.dispose();
});
