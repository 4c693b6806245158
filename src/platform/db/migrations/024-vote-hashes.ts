import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

const batchSize = 1000;

/**
 * Votes were stored with a hash of the IP address alone, so that a copy of the database revealed which votes came from the
 * same visitor. Hashes are now keyed by post; existing ones are hashed again.
 */
export const up: Migration = async (db, { date, tableOptions }) => {
  const stored = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'key:addresses')
    .executeTakeFirst();
  const key = Buffer.from(stored?.value ?? '', 'base64url');
  await sql`create table votes_by_post (
    post_id integer not null references posts (id) on delete cascade,
    address text not null,
    date_added ${date} not null,
    primary key (post_id, address)
  ) ${tableOptions}`.execute(db);
  let last = { post_id: 0, address: '' };
  for (;;) {
    const { rows } = await sql<{ post_id: number; address: string; date_added: string }>`
      select post_id, address, date_added from votes
      where (post_id, address) > (${last.post_id}, ${last.address})
      order by post_id, address limit ${sql.lit(batchSize)}`.execute(db);
    if (rows.length === 0) break;
    const values = rows.map(({ post_id, address, date_added }) => {
      const hash = createHmac('sha256', key).update(`vote ${post_id} ${address}`).digest('base64url');
      return sql`(${post_id}, ${hash}, ${date_added})`;
    });
    await sql`insert into votes_by_post (post_id, address, date_added) values ${sql.join(values)}`.execute(
      db,
    );
    last = rows.at(-1) ?? last;
  }
  await sql`drop table votes`.execute(db);
  await sql`alter table votes_by_post rename to votes`.execute(db);
};
