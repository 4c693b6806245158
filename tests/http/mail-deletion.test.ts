import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordBounce } from '../../src/features/mail/bounces/suppressions.ts';
import { hashOfToken, newToken, signedId } from '../../src/features/mail/queue/links.ts';
import { insertToken } from '../../src/features/mail/store/tokens.ts';
import { unsubscribe } from '../../src/features/mail/subscribers/subscriptions.ts';
import { siteTables } from '../../src/platform/db/catalog.ts';
import { dialectOf } from '../../src/platform/db/dialect.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';
import { addMailOf, addNewsletter, noServer } from '../support/mail-rows.ts';

const path_ = '/webapi/api/admin/mail/subscribers';

onEachDatabase('deleting a subscriber', (kind) => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite(kind, noServer);
  });
  afterAll(async () => {
    expect(site.errors).toEqual([]);
    await site.dispose();
  });

  /** The columns of all tables, in any letter case, that contain the text. */
  async function placesOf(text: string): Promise<string[]> {
    const { db } = site.blog;
    const places: string[] = [];
    for (const table of await siteTables(db, dialectOf(db)))
      for (const { name } of table.columns) {
        const column = sql<string>`lower(cast(${sql.ref(name)} as text))`;
        const { rows } = await sql<{ found: number }>`select 1 as found from ${sql.table(table.name)}
          where ${dialectOf(db).contains(column, text.toLowerCase())} limit 1`.execute(db);
        if (rows.length > 0) places.push(`${table.name}.${name}`);
      }
    return places.sort();
  }

  /** Someone who left traces wherever a subscriber can: requests, links, mails in every state, bounces, categories. */
  async function subscriberWithTraces(address: string): Promise<number> {
    const { db } = site.blog;
    const list = new Blob([`email,created_at\n${address},2024-01-02\n`], {
      type: 'application/octet-stream',
    });
    expect((await site.admin.post(`${path_}/import?consent=yes`, list)).status).toBe(202);
    await site.jobsEnded();
    const { id } = await db
      .selectFrom('subscribers')
      .select('id')
      .where('address', '=', address)
      .executeTakeFirstOrThrow();
    const { body: category } = await site.admin.post<{ id: number }>('/webapi/api/admin/cat', {
      category_path: address.split('@')[0]?.toLowerCase(),
    });
    await db
      .insertInto('subscriber_categories')
      .values({ subscriber_id: id, category_id: category.id })
      .execute();
    const now = new Date().toISOString();
    await insertToken(db, {
      token_hash: hashOfToken(newToken()),
      purpose: 'subscribe',
      content: JSON.stringify({ address, address_key: address.toLowerCase() }),
      address_key: address.toLowerCase(),
      date_added: now,
      expires: '2999-01-01T00:00:00.000Z',
    });
    for (const state of ['waiting', 'handed-over', 'sent', 'failed', 'suppressed', 'unconfirmed'] as const)
      await addMailOf(db, await addNewsletter(db), address, state, {
        subscriber_id: id,
        response: `550 5.1.1 <${address}>: no such user`,
      });
    await recordBounce(site.blog, db, address, `550 5.1.1 <${address.toUpperCase()}>: no such user`);
    return id;
  }

  const traces = async (address: string) => {
    const found = await placesOf(address);
    expect(found).toEqual(
      expect.arrayContaining([
        'mail_tokens.content',
        'mails.address',
        'mails.response',
        'subscribers.address',
      ]),
    );
  };

  test('by the owner leaves the address in no column of any table', async () => {
    const address = 'Deleted.Reader@example.org';
    const id = await subscriberWithTraces(address);
    await traces(address);
    expect((await site.admin.post(`${path_}/delete`, { ids: [id] })).body).toEqual({ deleted: 1 });
    expect(await placesOf(address)).toEqual([]);
    // The numbers of newsletters stay.
    const mails = await site.blog.db.selectFrom('mails').select('state').orderBy('state').execute();
    expect(mails.map(({ state }) => state)).toEqual([
      'failed',
      'handed-over',
      'sent',
      'suppressed',
      'unconfirmed',
    ]);
  });

  test('by unsubscribing, too', async () => {
    const address = 'Leaving.Reader@example.org';
    const id = await subscriberWithTraces(address);
    await traces(address);
    expect(await unsubscribe(site.blog, signedId(site.blog, 'subscriber', id))).toBe(true);
    expect(await placesOf(address)).toEqual([]);
    // And an old list does not bring them back.
    const list = new Blob([address], { type: 'application/octet-stream' });
    await site.admin.post(`${path_}/import?consent=yes`, list);
    await site.jobsEnded();
    const { body } = await site.admin.get(`${path_}/import`);
    expect(body).toMatchObject({ report: { added: 0, suppressed: 1 } });
    expect(await placesOf(address)).toEqual([]);
  });

  if (kind === 'sqlite')
    test('the write-ahead log has it no longer after a checkpoint', async () => {
      await sql`pragma wal_checkpoint(truncate)`.execute(site.blog.db);
      const wal = await readFile(path.join(site.blog.dataFolder, 'blog.sqlite-wal'));
      expect(wal.toString('latin1').toLowerCase()).not.toContain('reader@example.org');
    });
});
