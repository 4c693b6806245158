import { type Selectable, sql } from 'kysely';
import type { Table } from '../../../platform/db/catalog.ts';
import { dialectOf } from '../../../platform/db/dialect.ts';
import type { Db } from '../../../platform/db/open.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import type { ListingKind, PostKind, Schema } from '../../../platform/db/schema.ts';
import { relatedSize } from '../../../platform/http/api/limits.ts';
import { expectHidden, expectMoved } from '../../images/store/hidden-files.ts';
import { imagesOf, indexImageTexts } from '../../images/store/images.ts';
import { hashesNamedBy, indexTextImages } from '../../images/store/text-images.ts';
import type { PostTransaction } from '../../site/store/post-transaction.ts';
import { bodyFields, fieldNames, type PostText, revisedFields, titleFields } from '../api/post-fields.ts';
import { copyNamesToBin, copyToBin, insertEntry } from '../bin/store/bin.ts';
import { binImage, type Deletion } from '../bin/store/delete-image.ts';
import { unlist } from '../lists/store/listings.ts';
import { dropSearchEntry } from '../search/store/search.ts';
import { dropFurtherCategory } from '../terms/store/categories.ts';
import { untagAll } from '../terms/store/tags.ts';
import {
  type Comments,
  cardColumns,
  fullColumns,
  postParts,
  reactionCounts,
  type StoredCard,
  type StoredFullPost,
  unpackPost,
} from './post-rows.ts';
import { keepRevision } from './revisions.ts';
import { followGroup } from './translations.ts';
import { keepAddress } from './web-titles.ts';

export type Listing = { kind: ListingKind; name: string };

/** The cards of a list, newest first; with a second list, only posts that are in both. The first is the smaller one. */
export async function listCards(
  db: Db,
  [first, second]: readonly [Listing, Listing?],
  { limit, offset, hasComments = true }: { limit: number; offset: number; hasComments?: boolean },
): Promise<StoredCard[]> {
  const { kind, name } = first;
  const rows = second
    ? await cardsOfBoth(db, kind, name, second.kind, second.name, limit, offset)
    : await (hasComments ? cardsOfOne : cardsWithoutComments)(db, kind, name, limit, offset);
  return rows.map(unpackPost);
}

const listed = (db: Db, kind: ListingKind, name: string) =>
  db
    .selectFrom('listings as l')
    .select(['l.post_id', 'l.post_date'])
    .where('l.kind', '=', kind)
    .where('l.name', '=', name);

const cardsOf = (
  db: Db,
  picked: ReturnType<typeof listed>,
  limit: number,
  offset: number,
  comments: Comments = 'approved',
) =>
  db
    .selectFrom(
      picked.orderBy('l.post_date', 'desc').orderBy('l.post_id', 'desc').limit(limit).offset(offset).as('l'),
    )
    .innerJoin('posts as p', 'p.id', 'l.post_id')
    .select(cardColumns)
    .select(postParts(db, comments))
    .orderBy('l.post_date', 'desc')
    .orderBy('l.post_id', 'desc');

const cardsOfOne = prepared((db, kind: ListingKind, name: string, limit: number, offset: number) =>
  cardsOf(db, listed(db, kind, name), limit, offset),
);

const cardsWithoutComments = prepared((db, kind: ListingKind, name: string, limit: number, offset: number) =>
  cardsOf(db, listed(db, kind, name), limit, offset, 'none'),
);

/** The cards of all posts that come after one in the list, or the first ones. */
export async function cardsAfter(
  db: Db,
  last: Pick<StoredCard, 'post_date' | 'id'> | undefined,
  limit: number,
): Promise<StoredCard[]> {
  const rows = last
    ? await cardsOlderThan(db, last.post_date, last.id, limit)
    : await cardsOfOne(db, 'all', '', limit, 0);
  return rows.map(unpackPost);
}

const cardsOlderThan = prepared((db, date: string, id: number, limit: number) =>
  cardsOf(
    db,
    listed(db, 'all', '').where(sql<boolean>`(l.post_date, l.post_id) < (${date}, ${id})`),
    limit,
    0,
  ),
);

const cardsOfBoth = prepared(
  (
    db,
    kind: ListingKind,
    name: string,
    otherKind: ListingKind,
    otherName: string,
    limit: number,
    offset: number,
  ) =>
    cardsOf(
      db,
      listed(db, kind, name).where(inListing(db, { kind: otherKind, name: otherName })),
      limit,
      offset,
    ),
);

/** With all columns of the primary key: SQLite would read the whole other list for each post if it did not know the date. */
const inListing = (db: Db, listing: Listing) =>
  sql<boolean>`exists ${db
    .selectFrom('listings as other')
    .select(sql.lit(1).as('found'))
    .whereRef('other.post_date', '=', sql.ref('l.post_date'))
    .whereRef('other.post_id', '=', sql.ref('l.post_id'))
    .where('other.kind', '=', listing.kind)
    .where('other.name', '=', listing.name)}`;

export async function countListed(db: Db, [first, second]: readonly [Listing, Listing?]): Promise<number> {
  if (!second) return (await totalOf(db, first.kind, first.name))[0]?.total ?? 0;
  const counted = await db
    .selectFrom('listings as l')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('l.kind', '=', first.kind)
    .where('l.name', '=', first.name)
    .where(inListing(db, second))
    .executeTakeFirstOrThrow();
  return counted.total;
}

/** Posts of the smaller list are looked up in the other one. */
export async function smallerFirst(
  db: Db,
  [one, other]: readonly [Listing, Listing?],
): Promise<[Listing, Listing?]> {
  if (!other) return [one];
  const totals = await totalsOf(db, one.kind, one.name, other.kind, other.name);
  const of = ({ kind, name }: Listing) =>
    totals.find((row) => row.kind === kind && row.name === name)?.total ?? 0;
  return of(one) <= of(other) ? [one, other] : [other, one];
}

const totalsOf = prepared((db, kind: ListingKind, name: string, otherKind: ListingKind, otherName: string) =>
  db
    .selectFrom('listing_totals')
    .select(['kind', 'name', 'total'])
    .where((eb) => eb.or([eb.and({ kind, name }), eb.and({ kind: otherKind, name: otherName })])),
);

const totalOf = prepared((db, kind: ListingKind, name: string) =>
  db.selectFrom('listing_totals').select('total').where('kind', '=', kind).where('name', '=', name),
);

/** Ids of posts of a topic, in random order from a random position. */
export async function shuffledIds(db: Db, topic: string, from: number, limit: number): Promise<number[]> {
  const rows = await shuffledFrom(db, topic, from, limit);
  if (rows.length < limit) rows.push(...(await shuffledBefore(db, topic, from, limit - rows.length)));
  return rows.map((row) => row.post_id);
}

const shuffled = (comparison: '>=' | '<') =>
  prepared((db, topic: string, from: number, limit: number) =>
    db
      .selectFrom('listings')
      .select('post_id')
      // The condition of the index, which only has topics.
      .where(sql<boolean>`kind || '' = 'topic'`)
      .where('name', '=', topic)
      .where('shuffle', comparison, from)
      .orderBy('shuffle')
      .limit(limit),
  );
const shuffledFrom = shuffled('>=');
const shuffledBefore = shuffled('<');

const links = prepared((db, ...ids: number[]) =>
  db.selectFrom('posts').select(['id', 'post_title', 'post_title_web', 'post_date']).where('id', 'in', ids),
);

/** The columns that a link needs; the prepared query takes at most `relatedSize` ids. */
export const headsById = (db: Db, ids: readonly number[]) =>
  links(db, ...Array.from({ length: relatedSize }, (_, index) => ids[index] ?? 0));

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
  db.selectFrom('posts as p').select(fullColumns).select(reactionCounts).select(postParts(db, comments));

const withComments = <Argument>(
  where: (query: ReturnType<typeof full>, value: Argument) => ReturnType<typeof full>,
) => {
  const by = (comments: Comments) => prepared((db, value: Argument) => where(full(db, comments), value));
  const queries = { approved: by('approved'), all: by('all'), first: by('first'), page: by('page') };
  return async (
    db: Db,
    value: Argument,
    comments: keyof typeof queries,
  ): Promise<StoredFullPost | undefined> => {
    const [row] = await queries[comments](db, value);
    return row && unpackPost(row);
  };
};

export const postById = withComments((query, id: number) => query.where('p.id', '=', id));

export const postByWebTitle = withComments((query, webTitle: string) =>
  query.where('p.post_title_web', '=', webTitle),
);

const head = prepared((db, id: number) =>
  db
    .selectFrom('posts')
    .select(['id', 'kind', 'post_title', 'post_title_web', 'active', 'first_active_date', 'vote_count'])
    .select(['version', 'comments_open', 'post_date', 'scheduled_date'])
    .where('id', '=', id),
);

export async function postHead(db: Db, id: number) {
  const [post] = await head(db, id);
  return post;
}

export type PostDerived = Pick<
  Selectable<Schema['posts']>,
  'shown_html' | 'card_html' | 'card_truncated' | 'description' | 'renderer_version' | 'reading_minutes'
>;

type Written = { written_date: string; written_by: string | null };

const firstVersion = 1;

export async function insertPost(
  tx: PostTransaction,
  post: PostText &
    PostDerived &
    Written & {
      kind: PostKind;
      post_title_web: string;
      search_text: string;
      post_date: string;
      date_given: number;
      active: number;
      first_active_date: string | null;
      scheduled_date: string | null;
    } & Pick<
      PostUpdate,
      'category_id' | 'language' | 'comments_open' | 'author_id' | 'update_date' | 'series' | 'hero'
    >,
): Promise<number> {
  const { id } = await tx.db
    .insertInto('posts')
    .values({ ...post, written_version: firstVersion })
    .returning('id')
    .executeTakeFirstOrThrow();
  await indexTextImages(tx, id);
  tx.follow(id, 'page', 'link', 'lists', 'search');
  return id;
}

export type PostUpdate = {
  post_date?: string;
  date_given?: number;
  update_date?: string;
  active?: number;
  first_active_date?: string;
  scheduled_date?: string | null;
  category_id?: number | null;
  language?: string;
  comments_open?: number;
  author_id?: number | null;
  send_mail?: number | null;
  mail_subject?: string;
  mail_preheader?: string;
  series?: string;
  hero?: number;
};
export type PostRewrite = PostUpdate &
  Partial<PostText & PostDerived & { post_title_web: string; search_text: string }>;

/** Changes columns other than the text. */
export const updatePost = (tx: PostTransaction, id: number, change: PostUpdate): Promise<void> =>
  update(tx, id, change);

/** Changes anything of a post. The text that it replaces becomes a revision, and a public URL that it replaces stays known. */
export async function rewritePost(
  tx: PostTransaction,
  id: number,
  change: PostRewrite,
  written: Written,
): Promise<void> {
  const isRevised = has(change, ...revisedFields);
  if (isRevised) await keepRevision(tx, id, written.written_date);
  if (has(change, 'post_title_web')) await keepAddress(tx, id);
  await update(tx, id, isRevised ? { ...change, ...written } : change);
}

/** Replaces the text by the same text with other image URLs: that is no revision. */
export const replaceImageUrls = (
  tx: PostTransaction,
  id: number,
  change: Omit<PostDerived, 'description'> & Pick<PostText, 'post_content'>,
): Promise<void> => update(tx, id, change);

/** Replaces the text by the same text with other URLs of links, in its rendered forms as well: that is no revision. */
export const replaceLinks = (
  tx: PostTransaction,
  id: number,
  change: Pick<PostText, 'post_content'> & Pick<PostDerived, 'shown_html' | 'card_html'>,
): Promise<void> => update(tx, id, change, { hasOtherWords: false });

const has = (change: PostRewrite, ...columns: (keyof PostRewrite)[]): boolean =>
  columns.some((column) => change[column] !== undefined);

async function update(
  tx: PostTransaction,
  id: number,
  change: PostRewrite & Partial<Written>,
  { hasOtherWords = true } = {},
): Promise<void> {
  tx.follow(id, 'page');
  if (has(change, 'active', 'post_title', 'post_title_web', 'language')) tx.follow(id, 'link');
  if (has(change, 'active', 'post_date', 'category_id')) tx.follow(id, 'lists');
  if (has(change, 'send_mail')) tx.follow(id, 'mail');
  if (hasOtherWords && has(change, 'active', ...titleFields, ...bodyFields)) tx.follow(id, 'search');
  await tx.db
    .updateTable('posts')
    .set(change)
    .set((eb) => ({
      version: eb('version', '+', 1),
      ...(change.written_date !== undefined && { written_version: eb('version', '+', 1) }),
    }))
    .where('id', '=', id)
    .execute();
  if (change.category_id) await dropFurtherCategory(tx, id, change.category_id);
  if (has(change, ...fieldNames)) await indexTextImages(tx, id);
  if (has(change, 'post_title')) await indexImageTexts(tx, id);
}

const dueAtOnce = 100;

/** Posts that are due to be published, except for some, the earliest first. */
export async function dueIds(db: Db, now: string, otherThan: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('posts')
    .select('id')
    .where('scheduled_date', '<=', now)
    .$if(otherThan.length > 0, (query) => query.where('id', 'not in', [...otherThan]))
    .orderBy('scheduled_date')
    .limit(dueAtOnce)
    .execute();
  return rows.map(({ id }) => id);
}

/** The titles of some posts that should have been published before. */
export async function overdueTitles(db: Db, before: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('posts')
    .select('post_title')
    .where('scheduled_date', '<', before)
    .orderBy('scheduled_date')
    .limit(limit)
    .execute();
  return rows.map(({ post_title }) => post_title);
}

/** Locks the row until the transaction ends, so that two changes of one post follow each other. */
export function lockPost(db: Db, id: number) {
  const query = db
    .selectFrom('posts')
    .select(['id', 'kind', 'post_title', 'active', 'scheduled_date'])
    .where('id', '=', id);
  return query.modifyEnd(dialectOf(db).forUpdate).executeTakeFirst();
}

/** Moves the post with everything that belongs to it to the bin; its URL stays known. */
export async function deletePost(
  tx: PostTransaction,
  id: number,
  deletion: Deletion,
  tables: readonly Table[],
): Promise<void> {
  const post = await tx.db
    .selectFrom('posts')
    .select(['kind', 'post_title'])
    .where('id', '=', id)
    .executeTakeFirst();
  await followGroup(tx, id);
  const images = await imagesOf(tx.db, id);
  const named = await hashesNamedBy(tx.db, id);
  const key = { kind: 'post', item_id: id } as const;
  const main = images.find((image) => image.main_image === 1);
  const title = post?.post_title ?? '';
  const hashes = [...images.map(({ hash }) => hash), ...named];
  await insertEntry(
    tx,
    {
      ...key,
      ...deletion,
      post_id: id,
      post_kind: post?.kind ?? 'post',
      title,
      image: main ? binImage(main) : null,
    },
    hashes,
  );
  await copyNamesToBin(tx, id);
  await copyToBin(tx, key, tables);
  for (const image of images) await expectHidden(tx, image);
  await expectMoved(tx, named);
  await keepAddress(tx, id);
  await untagAll(tx, id);
  await unlist(tx, id);
  await dropSearchEntry(tx, id);
  await tx.db.deleteFrom('posts').where('id', '=', id).execute();
  tx.deleted(id);
}
