import { type RawBuilder, sql } from 'kysely';
import { bodyFields, titleFields } from '../contract/post-fields.ts';
import { dialectOf } from '../db/dialect.ts';
import type { Db } from '../db/open.ts';
import type { PostTransaction } from './post-transaction.ts';

/** What of a post can be found: its folded words by where they stand, and the text for excerpts. */
export type SearchEntry = {
  title: readonly string[];
  tags: readonly string[];
  body: readonly string[];
  text: string;
};

type Words = Omit<SearchEntry, 'text'>;

/** A post as the index needs it; undefined when it is not public. */
export async function searchablePost(db: Db, postId: number) {
  const post = await db
    .selectFrom('posts')
    .select([...titleFields, ...bodyFields])
    .where('id', '=', postId)
    .where('active', '=', 1)
    .executeTakeFirst();
  if (!post) return undefined;
  const tags = await db
    .selectFrom('post_tags as pt')
    .innerJoin('tags as t', 't.id', 'pt.tag_id')
    .select('t.tag_name')
    .where('pt.post_id', '=', postId)
    .execute();
  return { ...post, tags: tags.map((tag) => tag.tag_name) };
}

/**
 * The next active posts behind `after` that are not in the index, and how far the search for them got: null at the end. It
 * reads `scan` posts at most, so that it takes no longer when all of many posts are in the index.
 */
export async function unindexedPosts(
  db: Db,
  after: number,
  { limit, scan }: { limit: number; scan: number },
): Promise<{ ids: number[]; last: number | null }> {
  const rows = await db
    .selectFrom('posts as p')
    .leftJoin('search_texts as s', 's.post_id', 'p.id')
    .select(['p.id', 'p.active', 's.post_id as indexed'])
    .where('p.id', '>', after)
    .orderBy('p.id')
    .limit(scan)
    .execute();
  const missing = rows.filter(({ active, indexed }) => active === 1 && indexed === null).map(({ id }) => id);
  const ids = missing.slice(0, limit);
  if (missing.length > limit) return { ids, last: ids.at(-1) ?? after };
  return { ids, last: rows.length < scan ? null : (rows.at(-1)?.id ?? null) };
}

export async function putSearchEntry(tx: PostTransaction, postId: number, entry: SearchEntry): Promise<void> {
  const { db } = tx;
  await dropSearchEntry(tx, postId);
  await sql`insert into search_texts (post_id, body) values (${postId}, ${entry.text})`.execute(db);
  await putSearchWords(db, postId, entry);
}

/** The words alone, of a post whose text is in the index already. */
export async function putSearchWords(db: Db, postId: number, entry: Words): Promise<void> {
  await searchOf(db).putWords(db, postId, entry);
}

/** What is in the index, by post, behind the post `after`. */
export async function indexedTexts(db: Db, after: number, limit: number) {
  const posts = await db
    .selectFrom('search_texts as s')
    .innerJoin('posts as p', 'p.id', 's.post_id')
    .select(['p.id', 's.body', ...titleFields.map((name) => `p.${name}` as const)])
    .where('s.post_id', '>', after)
    .orderBy('s.post_id')
    .limit(limit)
    .execute();
  const ids = posts.map(({ id }) => id);
  const tagged =
    ids.length === 0
      ? []
      : await db
          .selectFrom('post_tags as pt')
          .innerJoin('tags as t', 't.id', 'pt.tag_id')
          .select(['pt.post_id', 't.tag_name'])
          .where('pt.post_id', 'in', ids)
          .execute();
  const tags = Map.groupBy(tagged, ({ post_id }) => post_id);
  return posts.map((post) => ({ ...post, tags: (tags.get(post.id) ?? []).map(({ tag_name }) => tag_name) }));
}

/** How many posts have a text in the index, and how many have words there; the same number when it is whole. */
export async function indexSize(db: Db): Promise<{ texts: number; words: number }> {
  const { rows } = await sql<{ texts: number; words: number }>`
    select (select count(*) from search_texts) as texts, (select count(*) from search_words) as words`.execute(
    db,
  );
  return rows[0] ?? { texts: 0, words: 0 };
}

export async function dropSearchEntry({ db }: PostTransaction, postId: number): Promise<void> {
  await searchOf(db).drop(db, postId);
}

/** A beginning of words, or with `prefix` false a whole word; letters and digits only. */
type SearchTerm = { word: string; prefix: boolean };
type Page = { limit: number; offset: number };
export type SearchResult = { total: number; hits: { post_id: number; body: string }[] };

/**
 * The posts that have all of these words. Those that have them all in title and tags come first, then the best;
 * of many, only the newest are compared and the others follow by age, so that a common word takes no longer than a rare one.
 */
export async function searchPosts(db: Db, wanted: readonly SearchTerm[], page: Page): Promise<SearchResult> {
  const { rows } = await searchOf(db).find(wanted, page).execute(db);
  return {
    total: rows[0]?.total ?? 0,
    hits: rows.flatMap(({ post_id, body }) => (post_id === null ? [] : [{ post_id, body: body ?? '' }])),
  };
}

const compared = 100;

type Row = { total: number; post_id: number | null; body: string | null };
type Search = {
  putWords(db: Db, postId: number, entry: Words): Promise<void>;
  drop(db: Db, postId: number): Promise<void>;
  /** A row for each hit; without any, one row for the total. */
  find(wanted: readonly SearchTerm[], page: Page): RawBuilder<Row>;
};

/**
 * The best of a query's `ranked` posts and then its `newest` ones: both databases end the same way. Limits are sums, as
 * everywhere on SQLite (`src/db/sqlite.ts`).
 */
const paged = ({ limit, offset }: Page) => sql`
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

/** So many that a page can be filled even if all compared posts stand before it. */
const reach = ({ limit, offset }: Page): number => limit + offset + 2 * compared;

const sqliteSearch: Search = {
  async putWords(db, postId, { title, tags, body }) {
    await sql`insert into search_words (rowid, title, tags, body)
      values (${postId}, ${title.join(' ')}, ${tags.join(' ')}, ${body.join(' ')})`.execute(db);
  },
  async drop(db, postId) {
    await sql`delete from search_texts where post_id = ${postId}`.execute(db);
    await sql`delete from search_words where rowid = ${postId}`.execute(db);
  },
  find(wanted, page) {
    const query = wanted.map(({ word, prefix }) => `"${word}"${prefix ? '*' : ''}`).join(' ');
    const best = (tier: number, match: string) => sql`select * from (
      select rowid as post_id, ${sql.lit(tier)} as tier, -bm25(search_words, 10.0, 5.0, 1.0) as score
      from search_words where search_words match ${match} order by rowid desc limit ${sql.lit(compared)}
    )`;
    return sql`with
      counted as (select count(*) as total from search_words where search_words match ${query}),
      newest as (
        select rowid as post_id from search_words where search_words match ${query}
        order by rowid desc limit ${reach(page)} + 0
      ),
      ranked as (${best(1, `{title tags} : (${query})`)} union all ${best(2, query)}),
      ${paged(page)}`;
  },
};

const postgresSearch: Search = {
  async putWords(db, postId, { title, tags, body }) {
    await sql`insert into search_words (post_id, head, words) values (
      ${postId}, ${textVector({ title, tags, body: [] })}::tsvector, ${textVector({ title, tags, body })}::tsvector
    )`.execute(db);
  },
  async drop(db, postId) {
    await sql`delete from search_texts where post_id = ${postId}`.execute(db);
    await sql`delete from search_words where post_id = ${postId}`.execute(db);
  },
  find(wanted, page) {
    const text = wanted.map(({ word, prefix }) => `'${word}'${prefix ? ':*' : ''}`).join(' & ');
    const query = sql`cast(${text} as tsquery)`;
    const best = (tier: number, from: RawBuilder<unknown>) => sql`(
      select post_id, ${sql.lit(tier)} as tier, ts_rank('{0.1, 0.1, 0.5, 1}', words, ${query}, 1) as score
      from search_words where post_id in (select post_id from ${from} order by post_id desc limit ${compared})
    )`;
    return sql`with
      matches as materialized (select post_id from search_matches(${query})),
      counted as (select count(*) as total from matches),
      newest as materialized (select post_id from matches order by post_id desc limit ${reach(page)}),
      heads as materialized (select post_id from search_words where head @@ ${query}),
      ranked as (${best(1, sql`heads`)} union all ${best(2, sql`newest`)}),
      ${paged(page)}`;
  },
};

const searchOf = (db: Db): Search => (dialectOf(db).kind === 'postgres' ? postgresSearch : sqliteSearch);

const lastPosition = 16_383;
const mostPositions = 255;

/** A tsvector as PostgreSQL writes it: each word once, with its places and how much each place weighs. */
function textVector({ title, tags, body }: Words): string {
  const places = new Map<string, string[]>();
  let position = 0;
  const add = (words: readonly string[], weight: string) => {
    for (const word of words) {
      position = Math.min(position + 1, lastPosition);
      const known = places.get(word) ?? [];
      if (known.length === 0) places.set(word, known);
      if (known.length < mostPositions) known.push(position + weight);
    }
  };
  add(title, 'A');
  add(tags, 'B');
  add(body, '');
  return Array.from(places, ([word, at]) => `'${word}':${at.join(',')}`).join(' ');
}
