import { type SelectQueryBuilder, sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import type { Db } from '../db/open.ts';
import type { ListingKind, Schema } from '../db/schema.ts';
import {
  parseComments,
  parseImages,
  parseTags,
  type StoredComment,
  type StoredImage,
  type StoredTag,
} from './parts.ts';

export type StoredPost = {
  id: number;
  post_title: string;
  post_title_web: string;
  post_date: string;
  update_date: string | null;
  first_active_date: string | null;
  active: number;
  category_id: number | null;
  cat_path: string | null;
  vote_count: number;
  version: number;
  description: string;
  tags: StoredTag[];
  images: StoredImage[];
  comments: StoredComment[];
};
export type StoredCard = StoredPost & { card_html: string; card_truncated: number };
export type StoredFullPost = StoredPost & { post_content: string; shown_html: string | null };

export type Comments = 'approved' | 'all';
export type Listing = { kind: ListingKind; name: string };

const head = [
  'p.id',
  'p.post_title',
  'p.post_title_web',
  'p.post_date',
  'p.update_date',
  'p.first_active_date',
  'p.active',
  'p.category_id',
  'p.vote_count',
  'p.version',
  'p.description',
] as const;
const cardColumns = [...head, 'p.card_html', 'p.card_truncated'] as const;
const fullColumns = [...head, 'p.post_content', 'p.shown_html'] as const;

/** The post's tags, images and comments ride along as JSON, so that a list is one query whatever its length. */
function parts(db: Db, comments: Comments) {
  const { jsonRows } = dialectOf(db);
  const ref = sql.ref;
  const approvedOnly = comments === 'approved' ? sql`and approved = 1` : sql``;
  return [
    sql<string>`(select category_path from categories where categories.id = p.category_id)`.as('cat_path'),
    jsonRows(
      { id: ref('t.id'), tag_name: ref('t.tag_name') },
      sql`(select post_tags.id, tags.tag_name from post_tags join tags on tags.id = post_tags.tag_id
           where post_tags.post_id = p.id order by tags.tag_name) as t`,
    ).as('tags'),
    jsonRows(
      {
        id: ref('i.id'),
        post_id: ref('i.post_id'),
        hash: ref('i.hash'),
        variants: ref('i.variants'),
        width: ref('i.width'),
        height: ref('i.height'),
        color: ref('i.color'),
        alt: ref('i.alt'),
        main_image: ref('i.main_image'),
        bytes: ref('i.bytes'),
        date_added: ref('i.date_added'),
      },
      sql`(select * from images where images.post_id = p.id order by images.id) as i`,
    ).as('images'),
    jsonRows(
      {
        id: ref('c.id'),
        post_id: ref('c.post_id'),
        user_name: ref('c.user_name'),
        comment_text: ref('c.comment_text'),
        date_added: ref('c.date_added'),
        approved: ref('c.approved'),
      },
      sql`(select * from comments where comments.post_id = p.id ${approvedOnly} order by comments.id) as c`,
    ).as('comments'),
  ] as const;
}

type Row<Columns> = Columns & { cat_path: string | null; tags: string; images: string; comments: string };

const unpack = <Columns>(row: Row<Columns>) => ({
  ...row,
  tags: parseTags(row.tags),
  images: parseImages(row.images),
  comments: parseComments(row.comments),
});

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
    .select(parts(db, 'approved'))
    .orderBy('l.post_date', 'desc')
    .orderBy('l.post_id', 'desc')
    .execute();
  return rows.map(unpack);
}

const inListing = (db: Db, listing: Listing | undefined) =>
  sql<boolean>`exists (${db
    .selectFrom('listings as other')
    .select(sql.lit(1).as('found'))
    .whereRef('other.post_id', '=', sql.ref('l.post_id'))
    .where('other.kind', '=', listing?.kind ?? 'all')
    .where('other.name', '=', listing?.name ?? '')})`;

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
  const after = (comparison: '>=' | '<') =>
    db
      .selectFrom('listings')
      .select('post_id')
      .where('kind', '=', listing.kind)
      .where('name', '=', listing.name)
      .where('shuffle', comparison, from)
      .orderBy('shuffle')
      .limit(limit)
      .execute();
  const rows = await after('>=');
  if (rows.length < limit) rows.push(...(await after('<')));
  return rows.slice(0, limit).map((row) => row.post_id);
}

export async function cardsById(db: Db, ids: readonly number[]): Promise<StoredCard[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('posts as p')
    .select(cardColumns)
    .select(parts(db, 'approved'))
    .where('p.id', 'in', [...ids])
    .execute();
  return rows.map(unpack);
}

const full = (db: Db, comments: Comments) =>
  db.selectFrom('posts as p').select(fullColumns).select(parts(db, comments));

export async function postById(db: Db, id: number, comments: Comments): Promise<StoredFullPost | undefined> {
  const row = await full(db, comments).where('p.id', '=', id).executeTakeFirst();
  return row && unpack(row);
}

export async function postByWebTitle(
  db: Db,
  webTitle: string,
  comments: Comments,
): Promise<StoredFullPost | undefined> {
  const row = await full(db, comments).where('p.post_title_web', '=', webTitle).executeTakeFirst();
  return row && unpack(row);
}

/** The few columns that decide whether and where a post may be seen. */
export function postHead(db: Db, id: number) {
  return db
    .selectFrom('posts')
    .select(['id', 'post_title', 'post_title_web', 'active', 'first_active_date', 'vote_count', 'version'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export type AdminFilter = {
  search?: string | undefined;
  status?: 'active' | 'inactive' | undefined;
  category?: number | undefined;
};
export type AdminOrder = { by: 'date' | 'title' | 'votes'; down: boolean };

const orderColumns = { date: 'p.post_date', title: 'p.post_title', votes: 'p.vote_count' } as const;

export async function adminPosts(
  db: Db,
  filter: AdminFilter,
  page: { limit: number; offset: number } | null,
  order: AdminOrder,
): Promise<StoredFullPost[]> {
  const direction = order.down ? 'desc' : 'asc';
  const picked = narrow(db.selectFrom('posts as p').select('p.id'), filter)
    .orderBy(orderColumns[order.by], direction)
    .orderBy('p.id', direction)
    .$if(page !== null, (query) => query.limit(page?.limit ?? 0).offset(page?.offset ?? 0))
    .as('picked');
  const rows = await db
    .selectFrom(picked)
    .innerJoin('posts as p', 'p.id', 'picked.id')
    .select(fullColumns)
    .select(parts(db, 'all'))
    .orderBy(orderColumns[order.by], direction)
    .orderBy('p.id', direction)
    .execute();
  return rows.map(unpack);
}

export async function countPosts(db: Db, filter: AdminFilter): Promise<number> {
  const query = narrow(
    db.selectFrom('posts as p').select((eb) => eb.fn.countAll<number>().as('total')),
    filter,
  );
  return (await query.executeTakeFirstOrThrow()).total;
}

type PostsQuery<Output> = SelectQueryBuilder<Schema & { p: Schema['posts'] }, 'p', Output>;

function narrow<Output>(query: PostsQuery<Output>, filter: AdminFilter): PostsQuery<Output> {
  let narrowed = query;
  if (filter.status) narrowed = narrowed.where('p.active', '=', filter.status === 'active' ? 1 : 0);
  if (filter.category !== undefined)
    narrowed = narrowed.where('p.category_id', filter.category === 0 ? 'is' : '=', filter.category || null);
  if (filter.search) {
    const pattern = `%${filter.search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
    const contains = (column: string) => sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`;
    narrowed = narrowed.where((eb) =>
      eb.or([contains('p.post_title'), contains('p.post_title_web'), contains('p.post_content')]),
    );
  }
  return narrowed;
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
    post_date: string;
    active: number;
    first_active_date: string | null;
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
    post_date: string;
    update_date: string;
    active: number;
    first_active_date: string;
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

/** Takes the row for this transaction, so that two changes of one post follow each other. */
export async function lockPost(db: Db, id: number): Promise<boolean> {
  const query = db.selectFrom('posts').select('id').where('id', '=', id);
  const locked = await (dialectOf(db).kind === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
  return locked !== undefined;
}

export async function webTitleTaken(db: Db, webTitle: string, exceptId: number): Promise<boolean> {
  const found = await db
    .selectFrom('posts')
    .select('id')
    .where('post_title_web', '=', webTitle)
    .where('id', '<>', exceptId)
    .executeTakeFirst();
  return found !== undefined;
}

export async function deletePost(db: Db, id: number): Promise<void> {
  await db.deleteFrom('posts').where('id', '=', id).execute();
}
