import { sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import type { Db } from '../db/open.ts';
import type { ListingKind } from '../db/schema.ts';
import {
  type Comments,
  cardColumns,
  fullColumns,
  postParts,
  type StoredCard,
  type StoredFullPost,
  unpackPost,
} from './parts.ts';

export type Listing = { kind: ListingKind; name: string };

/** The cards of a list, newest first; with a second listing, only posts that stand in both. */
export async function listCards(
  db: Db,
  listings: readonly [Listing, Listing?],
  page: { limit: number; offset: number },
): Promise<StoredCard[]> {
  const [first, second] = listings;
  const picked = db
    .selectFrom('listings as l')
    .select(['l.post_id', 'l.post_date'])
    .where('l.kind', '=', first.kind)
    .where('l.name', '=', first.name)
    .$if(second !== undefined, (query) => query.where(inListing(db, second)))
    .orderBy('l.post_date', 'desc')
    .orderBy('l.post_id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .as('l');
  const rows = await db
    .selectFrom(picked)
    .innerJoin('posts as p', 'p.id', 'l.post_id')
    .select(cardColumns)
    .select(postParts(db, 'approved'))
    .orderBy('l.post_date', 'desc')
    .orderBy('l.post_id', 'desc')
    .execute();
  return rows.map(unpackPost);
}

const inListing = (db: Db, listing: Listing | undefined) =>
  sql<boolean>`exists ${db
    .selectFrom('listings as other')
    .select(sql.lit(1).as('found'))
    .whereRef('other.post_id', '=', sql.ref('l.post_id'))
    .where('other.kind', '=', listing?.kind ?? 'all')
    .where('other.name', '=', listing?.name ?? '')}`;

export async function countListed(db: Db, listings: readonly [Listing, Listing?]): Promise<number> {
  const [first, second] = listings;
  if (second) {
    const counted = await db
      .selectFrom('listings as l')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('l.kind', '=', first.kind)
      .where('l.name', '=', first.name)
      .where(inListing(db, second))
      .executeTakeFirstOrThrow();
    return counted.total;
  }
  const known = await db
    .selectFrom('listing_totals')
    .select('total')
    .where('kind', '=', first.kind)
    .where('name', '=', first.name)
    .executeTakeFirst();
  return known?.total ?? 0;
}

/** Ids of posts of one list from a random place on, in an order that has nothing to do with their dates. */
export async function shuffledIds(db: Db, listing: Listing, from: number, limit: number): Promise<number[]> {
  const part = (comparison: '>=' | '<') =>
    db
      .selectFrom('listings')
      .select('post_id')
      .where('kind', '=', listing.kind)
      .where('name', '=', listing.name)
      .where('shuffle', comparison, from)
      .orderBy('shuffle')
      .limit(limit)
      .as('part');
  const rows = await db
    .selectFrom(part('>='))
    .select('post_id')
    .unionAll(db.selectFrom(part('<')).select('post_id'))
    .limit(limit)
    .execute();
  return rows.map((row) => row.post_id);
}

export async function cardsById(db: Db, ids: readonly number[]): Promise<StoredCard[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('posts as p')
    .select(cardColumns)
    .select(postParts(db, 'approved'))
    .where('p.id', 'in', [...ids])
    .execute();
  return rows.map(unpackPost);
}

const full = (db: Db, comments: Comments) =>
  db.selectFrom('posts as p').select(fullColumns).select(postParts(db, comments));

export async function postById(db: Db, id: number, comments: Comments): Promise<StoredFullPost | undefined> {
  const row = await full(db, comments).where('p.id', '=', id).executeTakeFirst();
  return row && unpackPost(row);
}

export async function postByWebTitle(
  db: Db,
  webTitle: string,
  comments: Comments,
): Promise<StoredFullPost | undefined> {
  const row = await full(db, comments).where('p.post_title_web', '=', webTitle).executeTakeFirst();
  return row && unpackPost(row);
}

/** The few columns that decide whether and where a post may be seen. */
export function postHead(db: Db, id: number) {
  return db
    .selectFrom('posts')
    .select(['id', 'post_title', 'post_title_web', 'active', 'first_active_date', 'vote_count', 'version'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export type PostDerived = {
  shown_html: string | null;
  card_html: string;
  card_truncated: number;
  description: string;
};

export async function insertPost(
  db: Db,
  post: PostDerived & {
    post_title: string;
    post_title_web: string;
    post_content: string;
    search_text: string;
    post_date: string;
    active: number;
    first_active_date: string | null;
    written_date: string;
    written_by: string | null;
    scheduled_date: string | null;
  },
): Promise<number> {
  const { id } = await db.insertInto('posts').values(post).returning('id').executeTakeFirstOrThrow();
  return id;
}

export type PostUpdate = Partial<
  PostDerived & {
    post_title: string;
    post_title_web: string;
    post_content: string;
    search_text: string;
    post_date: string;
    update_date: string;
    active: number;
    first_active_date: string;
    written_date: string;
    written_by: string | null;
    scheduled_date: string | null;
    category_id: number | null;
  }
>;

export async function updatePost(db: Db, id: number, change: PostUpdate): Promise<void> {
  await db
    .updateTable('posts')
    .set(change)
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

const dueAtOnce = 100;

/** Posts whose scheduled time has come, the one that waits longest first. */
export async function dueIds(db: Db, now: string): Promise<number[]> {
  const rows = await db
    .selectFrom('posts')
    .select('id')
    .where('scheduled_date', '<=', now)
    .orderBy('scheduled_date')
    .limit(dueAtOnce)
    .execute();
  return rows.map(({ id }) => id);
}

/** Takes the row for this transaction, so that two changes of one post follow each other. */
export async function lockPost(db: Db, id: number): Promise<boolean> {
  const query = db.selectFrom('posts').select('id').where('id', '=', id);
  const locked = await (dialectOf(db).kind === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
  return locked !== undefined;
}

export async function deletePost(db: Db, id: number): Promise<void> {
  await db.deleteFrom('posts').where('id', '=', id).execute();
}
