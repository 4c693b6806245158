import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from './schema.ts';

type Db = Kysely<Schema>;

/**
 * The index `post_grams`, which finds the posts whose text may contain a needle by its trigrams: FTS5 with its trigram tokenizer on
 * SQLite, and an array with a GIN index on PostgreSQL, because not every owner may install `pg_trgm`.
 */
export type GramIndex = {
  /** So many posts are indexed in one transaction. */
  postsPerTransaction: number;
  put(tx: Db, posts: readonly { id: number; text: string }[]): Promise<void>;
  /** Selects the `post_id` of the posts that have all of these trigrams. */
  matches(trigrams: readonly string[]): RawBuilder<{ post_id: number }>;
};

/** The distinct runs of three characters of a text. */
export function trigramsOf(text: string): string[] {
  const characters = [...text.toWellFormed()];
  return [...new Set(characters.slice(2).map((last, at) => `${characters[at]}${characters[at + 1]}${last}`))];
}

export const sqliteGrams: GramIndex = {
  // A commit takes longer than a text, and so many texts take a few milliseconds.
  postsPerTransaction: 10,
  async put(db, posts) {
    for (const { id, text } of posts) {
      await sql`delete from post_grams where rowid = ${id}`.execute(db);
      await sql`insert into post_grams (rowid, text) values (${id}, ${text})`.execute(db);
    }
  },
  matches(trigrams) {
    const all = trigrams.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' ');
    return sql`select rowid as post_id from post_grams where post_grams match ${all}`;
  },
};

/** The trigrams of so many texts are computed in a few milliseconds. */
const textsAtOnce = 10;

export const postgresGrams: GramIndex = {
  postsPerTransaction: 100,
  async put(db, posts) {
    for (let from = 0; from < posts.length; from += textsAtOnce) {
      const part = posts.slice(from, from + textsAtOnce);
      const rows = JSON.stringify(part.map(({ id, text }) => ({ id, grams: trigramsOf(text) })));
      await sql`insert into post_grams (post_id, grams)
        select id, array(select json_array_elements_text(grams))
        from json_to_recordset(${rows}) as posts (id integer, grams json)
        on conflict (post_id) do update set grams = excluded.grams`.execute(db);
    }
    // From the pending list a gram is entered once for all posts that have it: a twentieth of the time of an entry for each
    // post. Every search reads the whole list, so nothing is left there.
    await sql`select gin_clean_pending_list('post_grams_by_gram')`.execute(db);
  },
  matches: (trigrams) => sql`select post_id from post_gram_matches(array[${sql.join(trigrams)}]::text[])`,
};
