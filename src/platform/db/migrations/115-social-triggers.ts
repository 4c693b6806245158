import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** SQLite: replies and answers that jobs store are on no page, so they no longer clear the page caches of other processes. */
export const up: Migration = async (db, { kind }) => {
  if (kind !== 'sqlite') return;
  for (const table of ['social_answers', 'social_replies'])
    for (const event of ['insert', 'update', 'delete'])
      await sql`drop trigger if exists ${sql.ref(`content_${event}_${table}`)}`.execute(db);
};
