import { sql } from 'kysely';
import { dialectOf } from '../../../../platform/db/dialect.ts';
import type { BatchSize } from '../../../../platform/db/in-batches.ts';
import type { Db } from '../../../../platform/db/open.ts';
import type { SearchPage, SearchTerm, SearchWords } from '../../../../platform/db/search-index.ts';
import type { PostTransaction } from '../../../site/store/post-transaction.ts';
import { bodyFields, titleFields } from '../../api/post-fields.ts';

/** The index entry of a post: its folded words, and its plain text for excerpts. */
type SearchEntry = SearchWords & { text: string };

/** The fields of a post that are indexed; undefined when it is not public. */
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
    .select(['t.tag_name', 't.display_name'])
    .where('pt.post_id', '=', postId)
    .execute();
  return { ...post, tags: tags.flatMap(searchableNames) };
}

/** Readers may know a tag by either name. */
const searchableNames = ({ tag_name, display_name }: { tag_name: string; display_name: string }): string[] =>
  tag_name === display_name ? [tag_name] : [display_name, tag_name];

/**
 * The next active posts after the id `after` that are missing from the index, and the last id that was checked: null at the
 * end. It checks at most `scan` posts, so that a call takes no longer when nearly all posts are indexed.
 */
export async function unindexedPosts(
  db: Db,
  after: number,
  { limit, scan }: { limit: BatchSize; scan: number },
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

/** Adds the words of a post whose text is indexed already. */
export const putSearchWords = (db: Db, postId: number, words: SearchWords): Promise<void> =>
  dialectOf(db).search.putWords(db, postId, words);

/** The indexed texts with titles and tags, in order of the post ids after `after`. */
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
          .select(['pt.post_id', 't.tag_name', 't.display_name'])
          .where('pt.post_id', 'in', ids)
          .execute();
  const tags = Map.groupBy(tagged, ({ post_id }) => post_id);
  return posts.map((post) => ({ ...post, tags: (tags.get(post.id) ?? []).flatMap(searchableNames) }));
}

/** How many posts have a text and how many have words in the index; the numbers are equal when it is complete. */
export async function indexSize(db: Db): Promise<{ texts: number; words: number }> {
  const { rows } = await sql<{ texts: number; words: number }>`
    select (select count(*) from search_texts) as texts, (select count(*) from search_words) as words`.execute(
    db,
  );
  return rows[0] ?? { texts: 0, words: 0 };
}

/**
 * Whether as many posts have words as are public. Both numbers come from small tables, where looking for missing posts reads
 * every page of the largest ones.
 */
export async function isIndexComplete(db: Db): Promise<boolean> {
  const { rows } = await sql<{ shown: number; words: number }>`
    select (select coalesce(sum(total), 0) from listing_totals where kind in ('all', 'page')) as shown,
      (select count(*) from search_words) as words`.execute(db);
  return rows.every(({ shown, words }) => Number(shown) === Number(words));
}

export async function dropSearchEntry({ db }: PostTransaction, postId: number): Promise<void> {
  await sql`delete from search_texts where post_id = ${postId}`.execute(db);
  await dialectOf(db).search.deleteWords(db, postId);
}

export type SearchResult = { total: number; hits: { post_id: number; body: string }[] };

/**
 * The posts that match all terms: first those that match in title and tags alone, then by rank. Only the newest matches are
 * ranked and the others follow by age, so that a common word takes no longer than a rare one.
 */
export async function searchPosts(
  db: Db,
  terms: readonly SearchTerm[],
  page: SearchPage,
): Promise<SearchResult> {
  const { rows } = await dialectOf(db).search.find(terms, page).execute(db);
  return {
    total: rows[0]?.total ?? 0,
    hits: rows.flatMap(({ post_id, body }) => (post_id === null ? [] : [{ post_id, body: body ?? '' }])),
  };
}
