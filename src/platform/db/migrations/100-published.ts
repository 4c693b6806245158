import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** The files of the published copy of the site, and the changes that it does not have yet. */
export const up: Migration = async (db, { id, tableOptions }) => {
  const statements = [
    sql`create table published (
      id ${id},
      path text not null unique,
      -- Null: nothing is written for it.
      file text,
      hash text,
      tags text not null default '',
      status integer,
      location text,
      rank integer not null default 0,
      due integer
    ) ${tableOptions}`,
    sql`create index published_due on published (due, rank) where due is not null`,
    sql`create index published_file on published (file)`,
    sql`create table publish_changes (id ${id}, tag text not null) ${tableOptions}`,
  ];
  for (const statement of statements) await statement.execute(db);
};
