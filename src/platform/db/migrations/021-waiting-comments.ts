import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Unapproved comments are on no page, so their frequent re-scoring must not invalidate any. */
export const up: Migration = async (db, { kind }) => {
  if (kind !== 'postgres') return;
  const statements = [
    sql`drop trigger tell_10 on comments`,
    sql`create trigger tell_10 after update on comments for each row
      when (old.approved = 1 or new.approved = 1) execute function tell_post_of()`,
    sql`create trigger tell_10_gone after delete on comments for each row
      when (old.approved = 1) execute function tell_post_of()`,
  ];
  for (const statement of statements) await statement.execute(db);
};
