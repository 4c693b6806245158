import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from './schema.ts';

type Db = Kysely<Schema>;
/** A text that contains the needle has all of `terms`, or the gram `overlong` instead. */
export type GramQuery = { terms: readonly { gram: string; prefix: boolean }[]; overlong: string };

export type PostGrams = { id: number; grams: readonly string[] };

/** The index `post_grams`: FTS5 on SQLite, tsvector on PostgreSQL. Grams consist of characters that both take for letters. */
export type GramIndex = {
  /** So many posts are indexed in one transaction, in several calls of `put` and then one of `finish`. */
  postsPerTransaction: number;
  put(tx: Db, posts: readonly PostGrams[]): Promise<void>;
  finish(tx: Db): Promise<void>;
  /** Selects the `post_id` of the posts whose indexed text may contain the needle of the query. */
  matches(query: GramQuery): RawBuilder<{ post_id: number }>;
};

export const sqliteGrams: GramIndex = {
  // A commit takes longer than a text, and so many texts take a few milliseconds.
  postsPerTransaction: 10,
  async put(db, posts) {
    for (const { id, grams } of posts) {
      await sql`delete from post_grams where rowid = ${id}`.execute(db);
      await sql`insert into post_grams (rowid, grams) values (${id}, ${grams.join(' ')})`.execute(db);
    }
  },
  finish: async () => {},
  matches({ terms, overlong }) {
    const all = terms.map(({ gram, prefix }) => `"${gram}"${prefix ? '*' : ''}`).join(' ');
    return sql`select rowid as post_id from post_grams where post_grams match ${`(${all}) OR "${overlong}"`}`;
  },
};

export const postgresGrams: GramIndex = {
  postsPerTransaction: 100,
  async put(db, posts) {
    const rows = JSON.stringify(posts.map(({ id, grams }) => ({ id, grams: grams.join(' ') })));
    await sql`insert into post_grams (post_id, grams)
      select id, array_to_tsvector(string_to_array(grams, ' '))
      from json_to_recordset(${rows}) as posts (id integer, grams text)
      on conflict (post_id) do update set grams = excluded.grams`.execute(db);
  },
  // From the pending list a gram is entered once for all posts that have it: a twentieth of the time of an entry for each
  // post. Every search reads the whole list, so nothing is left there.
  async finish(db) {
    await sql`select gin_clean_pending_list('post_grams_by_gram')`.execute(db);
  },
  matches({ terms, overlong }) {
    const all = terms.map(({ gram, prefix }) => `'${gram}'${prefix ? ':*' : ''}`).join(' & ');
    return sql`select post_id from post_gram_matches(cast(${`(${all}) | '${overlong}'`} as tsquery))`;
  },
};
