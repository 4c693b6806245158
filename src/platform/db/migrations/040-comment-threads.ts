import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Comments may reply to an earlier one of the same post, and come from elsewhere. A parent has a smaller id, so there are no
 * cycles, and copies in the order of ids find each parent before its replies. Imported comments have old dates, so lists
 * are in the order of dates; the index by post contains all that the order of threads needs.
 */
export const up: Migration = async (db) => {
  const statements = [
    sql`alter table comments add column parent_id integer check (parent_id < id)
      references comments (id) on delete set null`,
    sql`alter table comments add column author_url text`,
    sql`alter table comments add column source text not null default 'local' check (source <> '')`,
    sql`create index comments_by_parent on comments (parent_id) where parent_id is not null`,
    sql`drop index comments_by_post`,
    sql`create index comments_by_post on comments (post_id, approved, date_added, id, parent_id, source)`,
    sql`drop index comments_by_state`,
    sql`create index comments_by_state on comments (approved, date_added, id)`,
    sql`drop index comments_by_verdict`,
    sql`create index comments_by_verdict on comments (approved, verdict, date_added, id)`,
    sql`create index comments_by_date on comments (date_added, id)`,
  ];
  for (const statement of statements) await statement.execute(db);
};
