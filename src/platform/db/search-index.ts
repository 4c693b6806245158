import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from './schema.ts';

type Db = Kysely<Schema>;

/** The folded words of a post, by the field that holds them. */
export type SearchWords = { title: readonly string[]; tags: readonly string[]; body: readonly string[] };
/** A word, or with `prefix` the beginning of one; letters and digits only. */
export type SearchTerm = { word: string; prefix: boolean };
export type SearchPage = { limit: number; offset: number };
type SearchRow = { total: number; post_id: number | null; body: string | null };

/** The full-text index `search_words`: FTS5 on SQLite, tsvector on PostgreSQL. */
export type SearchIndex = {
  putWords(db: Db, postId: number, words: SearchWords): Promise<void>;
  deleteWords(db: Db, postId: number): Promise<void>;
  /** One row per hit; without hits, one row that carries the total. */
  find(terms: readonly SearchTerm[], page: SearchPage): RawBuilder<SearchRow>;
};

/** How many of the newest matches are ranked; ranking all of them would make a common word slow. */
const maxRanked = 100;

/**
 * The last part of both queries: the best of the `ranked` posts, then the `newest` ones. Limits are sums for SQLite's query
 * planner (see `sqlite.ts`).
 */
const selectPage = ({ limit, offset }: SearchPage) => sql`
  hits as (
    select post_id, min(tier) as tier, max(score) as score
    from (select * from ranked union all select post_id, 3 as tier, 0 as score from newest) as found
    group by post_id
    order by min(tier), max(score) desc, post_id desc
    limit ${limit} + 0 offset ${offset}
  )
  select counted.total, hits.post_id, t.body
  from counted
  left join hits on true
  left join search_texts as t on t.post_id = hits.post_id
  order by hits.tier, hits.score desc, hits.post_id desc`;

/** Enough rows to fill the page even if every ranked post comes before it. */
const newestNeeded = ({ limit, offset }: SearchPage): number => limit + offset + 2 * maxRanked;

export const sqliteSearch: SearchIndex = {
  async putWords(db, postId, { title, tags, body }) {
    await sql`insert into search_words (rowid, title, tags, body)
      values (${postId}, ${title.join(' ')}, ${tags.join(' ')}, ${body.join(' ')})`.execute(db);
  },
  async deleteWords(db, postId) {
    await sql`delete from search_words where rowid = ${postId}`.execute(db);
  },
  find(terms, page) {
    const query = terms.map(({ word, prefix }) => `"${word}"${prefix ? '*' : ''}`).join(' ');
    const best = (tier: number, match: string) => sql`select * from (
      select rowid as post_id, ${sql.lit(tier)} as tier, -bm25(search_words, 10.0, 5.0, 1.0) as score
      from search_words where search_words match ${match} order by rowid desc limit ${sql.lit(maxRanked)}
    )`;
    return sql`with
      counted as (select count(*) as total from search_words where search_words match ${query}),
      newest as (
        select rowid as post_id from search_words where search_words match ${query}
        order by rowid desc limit ${newestNeeded(page)} + 0
      ),
      ranked as (${best(1, `{title tags} : (${query})`)} union all ${best(2, query)}),
      ${selectPage(page)}`;
  },
};

export const postgresSearch: SearchIndex = {
  async putWords(db, postId, { title, tags, body }) {
    await sql`insert into search_words (post_id, head, words) values (
      ${postId}, ${tsvector({ title, tags, body: [] })}::tsvector, ${tsvector({ title, tags, body })}::tsvector
    )`.execute(db);
  },
  async deleteWords(db, postId) {
    await sql`delete from search_words where post_id = ${postId}`.execute(db);
  },
  find(terms, page) {
    const text = terms.map(({ word, prefix }) => `'${word}'${prefix ? ':*' : ''}`).join(' & ');
    const query = sql`cast(${text} as tsquery)`;
    const best = (tier: number, from: RawBuilder<unknown>) => sql`(
      select post_id, ${sql.lit(tier)} as tier, ts_rank('{0.1, 0.1, 0.5, 1}', words, ${query}, 1) as score
      from search_words where post_id in (select post_id from ${from} order by post_id desc limit ${maxRanked})
    )`;
    return sql`with
      matches as materialized (select post_id from search_matches(${query})),
      counted as (select count(*) as total from matches),
      newest as materialized (select post_id from matches order by post_id desc limit ${newestNeeded(page)}),
      heads as materialized (select post_id from search_words where head @@ ${query}),
      ranked as (${best(1, sql`heads`)} union all ${best(2, sql`newest`)}),
      ${selectPage(page)}`;
  },
};

/** Limits of a tsvector: the highest position, and the number of positions per word. */
const maxPosition = 16_383;
const maxPositions = 255;

/** The text form of a tsvector: each word once, with its positions and their weights. */
function tsvector({ title, tags, body }: SearchWords): string {
  const positions = new Map<string, string[]>();
  let position = 0;
  const add = (words: readonly string[], weight: string) => {
    for (const word of words) {
      position = Math.min(position + 1, maxPosition);
      const known = positions.getOrInsertComputed(word, () => []);
      if (known.length < maxPositions) known.push(position + weight);
    }
  };
  add(title, 'A');
  add(tags, 'B');
  add(body, '');
  return Array.from(positions, ([word, at]) => `'${word}':${at.join(',')}`).join(' ');
}
