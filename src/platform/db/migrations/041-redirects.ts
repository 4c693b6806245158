import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

const targets = ['post_id', 'tag', 'category_id', 'image', 'to_path'];

/**
 * Addresses of an earlier blog and where they lead now. Posts, tags, categories and images are stored as such, so that a
 * redirect follows when they are renamed; without any target the address is gone. None of them is a reference: what a
 * redirect leads to can be deleted and restored.
 */
export const up: Migration = async (db, { kind, id, date, tableOptions }) => {
  const given = sql.join(
    targets.map((name) => sql`case when ${sql.ref(name)} is null then 0 else 1 end`),
    sql` + `,
  );
  const statements = [
    sql`create table redirects (
      id ${id},
      from_path text not null unique,
      post_id integer,
      tag text,
      category_id integer,
      image text,
      to_path text,
      import_id integer,
      hits integer not null default 0,
      date_added ${date} not null,
      check (${given} <= 1)
    ) ${tableOptions}`,
    sql`create index redirects_by_hits on redirects (hits, id)`,
    sql`create index redirects_by_import on redirects (import_id) where import_id is not null`,
    // Paths that readers asked for and that lead nowhere.
    sql`create table unknown_paths (
      path text primary key,
      hits integer not null,
      date_asked ${date} not null
    ) ${tableOptions}`,
  ];
  for (const statement of statements) await statement.execute(db);
  if (kind !== 'postgres') return;
  await sql`create function tell_redirects() returns trigger language plpgsql as $$
    begin
      perform tell_change('redirects');
      return null;
    end
  $$`.execute(db);
  // Not when hits are counted: processes only remember whether there are redirects at all.
  await sql`create trigger tell_redirects after insert or delete or truncate on redirects
    for each statement execute function tell_redirects()`.execute(db);
};
