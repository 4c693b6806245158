import { sql } from 'kysely';
import type { Migration } from '../migrate.ts';

/**
 * The search index: for each active post its plain text, and its folded words in the form that the database searches
 * fastest. It starts empty; posts without an entry get one once the blog runs.
 */
export const up: Migration = async (db, { kind, tableEnd }) => {
  const statements = [
    sql`create table search_texts (
      post_id integer not null primary key references posts (id) on delete cascade,
      body text not null
    ) ${tableEnd}`,
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
  // Decompressing is what takes longest when many posts are ranked.
  sql`alter table search_words alter column words set storage external`,
  // Without a list of pending words, which every search would read from beginning to end.
  sql`create index search_words_by_head on search_words using gin (head) with (fastupdate = off)`,
  sql`create index search_words_by_word on search_words using gin (words) with (fastupdate = off)`,
  // The planner takes reading the table for cheap where many posts match, because it does not count the long vectors.
  sql`create function search_matches (query tsquery) returns table (post_id integer)
    language sql stable set enable_seqscan = off
    as 'select post_id from search_words where words @@ query'`,
];
