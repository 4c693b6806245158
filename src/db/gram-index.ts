import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from './schema.ts';

type Db = Kysely<Schema>;
/** A text that contains the needle has all of `terms`, or the gram `overlong` instead. */
export type GramQuery = { terms: readonly { gram: string; prefix: boolean }[]; overlong: string };

/** The index `post_grams`: FTS5 on SQLite, tsvector on PostgreSQL. Grams consist of characters that both take for letters. */
export type GramIndex = {
  put(db: Db, postId: number, grams: readonly string[]): Promise<void>;
  /** Selects the `post_id` of the posts whose indexed text may contain the needle of the query. */
  matches(query: GramQuery): RawBuilder<{ post_id: number }>;
};

export const sqliteGrams: GramIndex = {
  async put(db, postId, grams) {
    await sql`delete from post_grams where rowid = ${postId}`.execute(db);
    await sql`insert into post_grams (rowid, grams) values (${postId}, ${grams.join(' ')})`.execute(db);
  },
  matches({ terms, overlong }) {
    const all = terms.map(({ gram, prefix }) => `"${gram}"${prefix ? '*' : ''}`).join(' ');
    return sql`select rowid as post_id from post_grams where post_grams match ${`(${all}) OR "${overlong}"`}`;
  },
};

export const postgresGrams: GramIndex = {
  async put(db, postId, grams) {
    const vector = sql`array_to_tsvector(string_to_array(${grams.join(' ')}, ' '))`;
    await sql`insert into post_grams (post_id, grams) values (${postId}, ${vector})
      on conflict (post_id) do update set grams = excluded.grams`.execute(db);
  },
  matches({ terms, overlong }) {
    const all = terms.map(({ gram, prefix }) => `'${gram}'${prefix ? ':*' : ''}`).join(' & ');
    return sql`select post_id from post_gram_matches(cast(${`(${all}) | '${overlong}'`} as tsquery))`;
  },
};
