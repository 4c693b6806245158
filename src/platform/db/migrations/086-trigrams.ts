import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * The search of the admin area finds posts by their trigrams, which SQLite's own tokenizer makes. The index starts empty, and the
 * scheduled job indexes all posts again.
 */
export const up: Migration = async (db, { kind }) => {
  const statements = [
    ...(kind === 'postgres' ? postgresGrams : sqliteGrams),
    sql`delete from unindexed_posts`,
    sql`insert into unindexed_posts (post_id) select id from posts`,
  ];
  for (const statement of statements) await statement.execute(db);
};

const sqliteGrams = [
  sql`drop table post_grams`,
  sql`create virtual table post_grams using fts5 (
    text, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1', detail = none
  )`,
];

const postgresGrams = [
  sql`drop function post_gram_matches (tsquery)`,
  sql`drop table post_grams`,
  sql`create table post_grams (post_id integer not null primary key, grams text[] not null)`,
  sql`create index post_grams_by_gram on post_grams using gin (grams)`,
  // The planner ignores the size of the arrays and would choose a sequential scan when many posts match.
  sql`create function post_gram_matches (wanted text[]) returns table (post_id integer)
    language sql stable set enable_seqscan = off
    as 'select post_id from post_grams where grams @> wanted'`,
];
