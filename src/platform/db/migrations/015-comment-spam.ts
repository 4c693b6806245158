import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Word counts of the spam filter, trained by the owner's approvals and deletions, and the filter's verdict on each comment. */
export const up: Migration = async (db, { tableOptions }) => {
  const statements = [
    sql`create table spam_words (
      word text not null primary key,
      fine integer not null,
      spam integer not null,
      round integer not null
    ) ${tableOptions}`,
    sql`create table spam_totals (
      id integer not null primary key check (id = 1),
      fine integer not null,
      spam integer not null,
      round integer not null
    ) ${tableOptions}`,
    sql`insert into spam_totals (id, fine, spam, round) values (1, 0, 0, 0)`,
    sql`alter table comments add column text_hash text`,
    sql`alter table comments add column signs text not null default '{}'`,
    sql`alter table comments add column verdict integer not null default 0`,
    sql`alter table comments add column reasons text not null default '[]'`,
    sql`alter table comments add column taught text`,
    sql`alter table comments add column scored_round integer not null default 0`,
    sql`create index comments_by_text on comments (text_hash, date_added)`,
    sql`create index comments_by_verdict on comments (approved, verdict, id)`,
    sql`create index comments_by_round on comments (approved, scored_round, id)`,
  ];
  for (const statement of statements) await statement.execute(db);
};
