import { sql } from 'kysely';
import type { Migration } from '../migrate.ts';

/** What was posted where. A row without an address is being posted at this moment. */
export const up: Migration = async (db, { date, tableEnd }) => {
  await sql`create table shares (
    post_id integer not null references posts (id) on delete cascade,
    network text not null,
    url text,
    date ${date} not null,
    primary key (post_id, network)
  ) ${tableEnd}`.execute(db);
};
