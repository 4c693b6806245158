import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * The search index: the plain text of each active post, and its folded words in the full-text index of the database. It
 * starts empty; a scheduled job indexes the posts that are missing.
 */
export const up: Migration = async (db, { kind, tableOptions }) => {
  const statements = [
    sql`create table search_texts (
      post_id integer not null primary key references posts (id) on delete cascade,
      body text not null
    ) ${tableOptions}`,
    ...(kind === 'postgres' ? postgresWords : sqliteWords),
  ];
  for (const statement of statements) await statement.execute(db);
};

const sqliteWords = [
  sql`create virtual table search_words using fts5 (
    title, tags, body, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '1 2 3'
  )`,
];

const postgresWords = [
  sql`create table search_words (
    post_id integer not null primary key references posts (id) on delete cascade,
    head tsvector not null,
    words tsvector not null
  )`,
  // Uncompressed, because decompression dominates the time when many posts are ranked.
  sql`alter table search_words alter column words set storage external`,
  // Without the pending list, which every search would scan completely.
  sql`create index search_words_by_head on search_words using gin (head) with (fastupdate = off)`,
  sql`create index search_words_by_word on search_words using gin (words) with (fastupdate = off)`,
  // The planner ignores the size of the vectors and would choose a sequential scan when many posts match.
  sql`create function search_matches (query tsquery) returns table (post_id integer)
    language sql stable set enable_seqscan = off
    as 'select post_id from search_words where words @@ query'`,
];
