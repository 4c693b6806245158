import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * An index for the search of the admin area, which finds any part of a text. It starts empty: triggers list each post whose
 * text is not indexed, whichever program wrote it, and a scheduled job indexes it later.
 */
export const up: Migration = async (db, { kind, tableOptions }) => {
  const statements = [
    sql`create table unindexed_posts (post_id integer not null primary key) ${tableOptions}`,
    sql`insert into unindexed_posts (post_id) select id from posts`,
    ...(kind === 'postgres' ? postgresGrams : sqliteGrams),
  ];
  for (const statement of statements) await statement.execute(db);
};

const sqliteGrams = [
  sql`create virtual table post_grams using fts5 (
    grams, content = '', contentless_delete = 1, tokenize = 'ascii', detail = none
  )`,
  sql`create trigger unindexed_insert after insert on posts
    begin insert or ignore into unindexed_posts (post_id) values (new.id); end`,
  sql`create trigger unindexed_update after update of search_text on posts
    when old.search_text <> new.search_text
    begin insert or ignore into unindexed_posts (post_id) values (new.id); end`,
  sql`create trigger unindexed_delete after delete on posts
    begin
      delete from unindexed_posts where post_id = old.id;
      delete from post_grams where rowid = old.id;
    end`,
];

// Without references to posts: checking them would lock the post while its entry here is locked, and a deletion does so in
// the opposite order.
const postgresGrams = [
  sql`create table post_grams (post_id integer not null primary key, grams tsvector not null)`,
  // Without the pending list, which every search would scan completely.
  sql`create index post_grams_by_gram on post_grams using gin (grams) with (fastupdate = off)`,
  // The planner ignores the size of the vectors and would choose a sequential scan when many posts match.
  sql`create function post_gram_matches (query tsquery) returns table (post_id integer)
    language sql stable set enable_seqscan = off
    as 'select post_id from post_grams where grams @@ query'`,
  // The update locks an entry that exists, so that the job that deletes it waits and reads the new text.
  sql`create function index_post_later() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        delete from unindexed_posts where post_id = old.id;
        delete from post_grams where post_id = old.id;
      else
        insert into unindexed_posts as u (post_id) values (new.id)
        on conflict (post_id) do update set post_id = excluded.post_id;
      end if;
      return null;
    end
  $$`,
  sql`create trigger unindexed_row after insert or delete on posts
    for each row execute function index_post_later()`,
  sql`create trigger unindexed_text after update of search_text on posts
    for each row when (old.search_text <> new.search_text) execute function index_post_later()`,
];
