import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * While a category that very many posts use is renamed, its posts are in the lists of both paths: `moving_to` is the other
 * one. Changes of path and titles notify of everything (035, 039), so notifying of each post as well is superfluous.
 */
export const up: Migration = async (db, { kind }) => {
  await sql`alter table categories add column moving_to text`.execute(db);
  if (kind !== 'postgres') return;
  await sql`drop trigger tell_8 on categories`.execute(db);
  await sql`drop function tell_posts_in()`.execute(db);
};
