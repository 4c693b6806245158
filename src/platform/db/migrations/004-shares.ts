import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Posts shared to social networks. A row without a URL is being shared at this moment. */
export const up: Migration = async (db, { date, tableOptions }) => {
  await sql`create table shares (
    post_id integer not null references posts (id) on delete cascade,
    network text not null,
    url text,
    date ${date} not null,
    primary key (post_id, network)
  ) ${tableOptions}`.execute(db);
};
