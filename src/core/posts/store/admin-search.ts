import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { sql } from 'kysely';
import { dialectOf } from '../../../platform/db/dialect.ts';
import { trigramsOf } from '../../../platform/db/gram-index.ts';
import type { Db } from '../../../platform/db/open.ts';
import { countPosts } from '../lists/store/admin-lists.ts';
import { type AdminFilter, type AdminOrder, type AdminPage, listed } from './admin-posts.ts';

/** The posts of a page. `isExact`: whether `total` counts all posts that match; otherwise there are more. */
type FoundPosts = { ids: number[]; total: number; isExact: boolean };

/** So many texts are read in a few milliseconds, without an index. */
const readilyRead = 1000;
/** Totals above this are not exact on larger sites. */
const counted = 100;
/** More trigrams of a long text rarely exclude a post that these include. */
const maxTrigrams = 20;
const sampleSize = 30;
/** Read on from the sample as long as at least one of so many posts matches. */
const rarest = 5;

/**
 * The posts whose search text contains the needle. A part that is common is found by reading the texts in the
 * order of the list; the index narrows the search for others, so that neither takes longer with more posts.
 */
export async function findPosts(
  db: Db,
  filter: AdminFilter,
  text: string,
  { limit, offset }: AdminPage,
  order: AdminOrder,
): Promise<FoundPosts> {
  const page = (ids: readonly number[], isExact: boolean): FoundPosts => ({
    ids: ids.slice(offset, offset + limit),
    total: ids.length,
    isExact,
  });
  const trigrams = trigramsOf(text).slice(0, maxTrigrams);
  const list: List = { db, filter, order, text, trigrams };
  const length = await countPosts(db, filter);
  if (length <= readilyRead) return page(await findAll(list), true);
  const wanted = Math.max(limit + offset, counted) + 1;
  const common = await findCommon(list, wanted);
  if (common) return page(common, false);
  // The index finds nothing shorter than three characters.
  const few = trigrams.length > 0 ? await findFew(list) : null;
  if (few) return page(few, true);
  const ids = await (trigrams.length > 0 ? findSome : readOn)(list, wanted);
  return page(ids, ids.length < wanted);
}

type List = {
  db: Db;
  filter: AdminFilter;
  order: AdminOrder;
  text: string;
  trigrams: readonly string[];
};

/** All matches, or those among some posts. */
async function findAll({ db, filter, order, text }: List, ids?: readonly number[]): Promise<number[]> {
  const rows = await listed(db, { ...filter, ids, search: text }, order).execute();
  return rows.map(({ id }) => id);
}

/** The matches among the next posts in the order of the list; PostgreSQL might read all texts before it orders them. */
async function readTexts(
  list: List,
  offset: number,
  limit: number,
): Promise<{ hits: number[]; read: number }> {
  const rows = await listed(list.db, list.filter, list.order).limit(limit).offset(offset).execute();
  const ids = rows.map(({ id }) => id);
  return { hits: ids.length > 0 ? await findAll(list, ids) : [], read: ids.length };
}

/** The first matches, if the text is common among the first posts; otherwise null. */
async function findCommon(list: List, wanted: number): Promise<number[] | null> {
  const hits: number[] = [];
  for (let read = 0, next = sampleSize; read < wanted * rarest; ) {
    const part = await readTexts(list, read, next);
    hits.push(...part.hits);
    if (hits.length >= wanted) return hits.slice(0, wanted);
    read += part.read;
    if (part.read < next || hits.length * rarest < read) return null;
    next = Math.ceil(((wanted - hits.length) * read) / hits.length);
  }
  return null;
}

/** Posts that the index finds, and those that it does not contain yet. */
const candidates = ({ db, trigrams }: List) =>
  sql`select post_id from unindexed_posts union all ${dialectOf(db).grams.matches(trigrams)}`;

/** All matches, unless the index finds too many posts that may be some. */
async function findFew(list: List): Promise<number[] | null> {
  const { rows } = await sql<{ post_id: number }>`
    select post_id from (${candidates(list)}) as found limit ${readilyRead + 1} + 0`.execute(list.db);
  if (rows.length === 0) return [];
  if (rows.length > readilyRead) return null;
  const ids = rows.map(({ post_id }) => post_id);
  return findAll(list, ids);
}

/** The first matches. Only texts of posts that the index finds are read; the plus sign keeps the order of the list. */
async function findSome(list: List, wanted: number): Promise<number[]> {
  const rows = await listed(list.db, { ...list.filter, search: list.text }, list.order)
    .where(sql<boolean>`(+p.id in (${candidates(list)})) is true`)
    .limit(wanted)
    .execute();
  return rows.map(({ id }) => id);
}

/** The first matches, found by reading all texts in the order of the list. */
async function readOn(list: List, wanted: number): Promise<number[]> {
  const ids: number[] = [];
  for (let offset = 0; ids.length < wanted; offset += readilyRead) {
    const { hits, read } = await readTexts(list, offset, readilyRead);
    ids.push(...hits);
    if (read < readilyRead) break;
    await yieldToEventLoop();
  }
  return ids.slice(0, wanted);
}
