import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Who received something although they do not follow the blog any more, and who blocks it. */
export const up: Migration = async (db, { date }) => {
  for (const statement of [
    sql`alter table fediverse_actors add column date_unfollowed ${date}`,
    sql`alter table fediverse_actors add column date_blocked ${date}`,
    sql`alter table fediverse_objects add column date_created ${date}`,
    sql`update fediverse_objects set date_created = date_sent`,
  ])
    await statement.execute(db);
};
