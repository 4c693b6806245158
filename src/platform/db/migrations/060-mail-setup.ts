import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Commenters whose mail bounces, and a notification of changed mail settings, which pages of readers depend on. */
export const up: Migration = async (db, { kind, date }) => {
  await sql`alter table commenters add column date_bounced ${date}`.execute(db);
  await sql`alter table commenters add column bounce text`.execute(db);
  if (kind !== 'postgres') return;
  await sql`create trigger tell_mail after insert or update on settings for each row
    when (new.name = 'mail') execute function tell_site()`.execute(db);
};
