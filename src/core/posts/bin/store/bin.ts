import { sql } from 'kysely';
import { siteTables, type Table } from '../../../../platform/db/catalog.ts';
import { dialectOf } from '../../../../platform/db/dialect.ts';
import type { BatchSize } from '../../../../platform/db/in-batches.ts';
import type { Db } from '../../../../platform/db/open.ts';
import { countRows, updatedRows } from '../../../../platform/db/results.ts';
import type { PostKind } from '../../../../platform/db/schema.ts';
import { batches, type Row } from '../../../../platform/db/table-rows.ts';
import type { StoredImage } from '../../../images/store/image-rows.ts';
import type { PostTransaction } from '../../../site/store/post-transaction.ts';

type BinKind = 'post' | 'image';
export type BinKey = { kind: BinKind; item_id: number };

/** What the bin shows of an image, or of the main image of a post. */
export type BinImage = Pick<StoredImage, 'hash' | 'width' | 'height' | 'color' | 'alt'> & { name: string };

export type BinEntry = BinKey & {
  post_id: number;
  post_kind: PostKind;
  title: string;
  image: BinImage | null;
  deleted_by: string | null;
  deleted_date: string;
  expires: string;
};

/** Derived from the other rows of a post, and so derived again when it is restored. */
const derivedTables = ['listings', 'search_texts', 'text_images'];

/**
 * The tables with rows of a post, from the database's own catalog: a table that a migration adds goes to the bin and comes
 * back without further code. A table comes after the tables that it references.
 */
export async function tablesOfPosts(db: Db): Promise<Table[]> {
  const dialect = dialectOf(db);
  const { rows: references } = await dialect.catalog.references.execute(db);
  const ofPosts = new Set(references.filter(({ to }) => to === 'posts').map(({ from }) => from));
  return (await siteTables(db, dialect)).filter(
    ({ name }) => name === 'posts' || (ofPosts.has(name) && !derivedTables.includes(name)),
  );
}

export async function insertEntry(
  tx: PostTransaction,
  entry: BinEntry,
  hashes: readonly string[],
): Promise<void> {
  await tx.db
    .insertInto('bin')
    .values({ ...entry, image: entry.image && JSON.stringify(entry.image) })
    .execute();
  const { kind, item_id } = entry;
  for (const hash of new Set(hashes))
    await tx.db.insertInto('bin_images').values({ kind, item_id, hash }).execute();
}

/** Copies rows into the bin, in parts, so that a post with very many votes or revisions is never in memory as a whole. */
export async function copyToBin(
  tx: PostTransaction,
  { kind, item_id }: BinKey,
  tables: readonly Table[],
): Promise<void> {
  let part = 0;
  for (const table of tables) {
    const isItem = table.name === 'posts' || kind === 'image';
    const only = sql`${sql.ref(isItem ? 'id' : 'post_id')} = ${item_id}`;
    for await (const rows of batches(tx.db, table, null, only))
      await tx.db
        .insertInto('bin_rows')
        .values({ kind, item_id, part: part++, table_name: table.name, content: JSON.stringify(rows) })
        .execute();
  }
}

/** What the ids of tags and categories mean: they may be gone when the post is restored. */
export type BinnedNames = {
  tags: { id: number; tag_name: string; display_name?: string }[];
  category_path: string | null;
  further?: { id: number; category_path: string }[];
};
export const namesPart = 'names';

export async function copyNamesToBin(tx: PostTransaction, postId: number): Promise<void> {
  const tags = await tx.db
    .selectFrom('post_tags as pt')
    .innerJoin('tags as t', 't.id', 'pt.tag_id')
    .select(['t.id', 't.tag_name', 't.display_name'])
    .where('pt.post_id', '=', postId)
    .execute();
  const category = await tx.db
    .selectFrom('posts as p')
    .innerJoin('categories as c', 'c.id', 'p.category_id')
    .select('c.category_path')
    .where('p.id', '=', postId)
    .executeTakeFirst();
  const further = await tx.db
    .selectFrom('post_categories as pc')
    .innerJoin('categories as c', 'c.id', 'pc.category_id')
    .select(['c.id', 'c.category_path'])
    .where('pc.post_id', '=', postId)
    .execute();
  const names: BinnedNames = { tags, category_path: category?.category_path ?? null, further };
  await tx.db
    .insertInto('bin_rows')
    .values({
      kind: 'post',
      item_id: postId,
      part: -1,
      table_name: namesPart,
      content: JSON.stringify([names]),
    })
    .execute();
}

/** The parts of an entry, in the order in which they can be inserted again. */
export async function* binnedRows(
  db: Db,
  { kind, item_id }: BinKey,
): AsyncGenerator<{ table: string; rows: Row[] }> {
  for (let last = -2; ; ) {
    const found = await db
      .selectFrom('bin_rows')
      .select(['part', 'table_name', 'content'])
      .where('kind', '=', kind)
      .where('item_id', '=', item_id)
      .where('part', '>', last)
      .orderBy('part')
      .limit(1)
      .executeTakeFirst();
    if (!found) return;
    last = found.part;
    yield { table: found.table_name, rows: JSON.parse(found.content) };
  }
}

/** Locks the entry, so that it is restored or deleted once. One that has expired counts as deleted. */
export async function lockEntry(db: Db, key: BinKey, now: string): Promise<BinEntry | undefined> {
  const row = await db
    .selectFrom('bin')
    .selectAll()
    .where('kind', '=', key.kind)
    .where('item_id', '=', key.item_id)
    .where('expires', '>', now)
    .modifyEnd(dialectOf(db).forUpdate)
    .executeTakeFirst();
  return row && unpack(row);
}

export async function entryOf(db: Db, { kind, item_id }: BinKey): Promise<BinEntry | undefined> {
  const row = await db
    .selectFrom('bin')
    .selectAll()
    .where('kind', '=', kind)
    .where('item_id', '=', item_id)
    .executeTakeFirst();
  return row && unpack(row);
}

const unpack = (row: Omit<BinEntry, 'image'> & { image: string | null }): BinEntry => ({
  ...row,
  image: row.image === null ? null : JSON.parse(row.image),
});

export async function entryHashes(db: Db, { kind, item_id }: BinKey): Promise<string[]> {
  const rows = await db
    .selectFrom('bin_images')
    .select('hash')
    .where('kind', '=', kind)
    .where('item_id', '=', item_id)
    .execute();
  return rows.map(({ hash }) => hash);
}

/** Its rows go with it. False when another process was faster. */
export async function deleteEntry(tx: PostTransaction, { kind, item_id }: BinKey): Promise<boolean> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('bin')
    .where('kind', '=', kind)
    .where('item_id', '=', item_id)
    .executeTakeFirstOrThrow();
  // Now the post cannot be restored, and no other will have its id.
  if (kind === 'post') await tx.db.deleteFrom('comment_versions').where('post_id', '=', item_id).execute();
  return numDeletedRows > 0n;
}

/** Newest first, with where the post of each entry is. */
export async function binEntries(db: Db, now: string, page: { limit: number; offset: number }) {
  const isBinned = sql<number>`case when exists (select 1 from bin as o
    where o.kind = 'post' and o.item_id = b.post_id and o.expires > ${now}) then 1 else 0 end`;
  const isThere = sql<number>`case when exists (select 1 from posts
    where posts.id = b.post_id) then 1 else 0 end`;
  const rows = await db
    .selectFrom('bin as b')
    .selectAll('b')
    .select([isBinned.as('post_binned'), isThere.as('post_there')])
    .where('b.expires', '>', now)
    .orderBy('b.deleted_date', 'desc')
    .orderBy('b.kind')
    .orderBy('b.item_id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return rows.map(({ post_binned, post_there, ...row }) => ({
    ...unpack(row),
    post: post_there === 1 ? ('there' as const) : post_binned === 1 ? ('bin' as const) : ('gone' as const),
  }));
}

export const countEntries = (db: Db, now: string): Promise<number> =>
  countRows(db.selectFrom('bin').where('expires', '>', now));

/** Lets every entry expire at once; returns how many there were. */
export const expireAll = (db: Db, now: string): Promise<number> =>
  updatedRows(db.updateTable('bin').set({ expires: now }).where('expires', '>', now));

export const expiredEntries = (db: Db, now: string, limit: BatchSize) =>
  db
    .selectFrom('bin')
    .select(['kind', 'item_id', 'title'])
    .where('expires', '<=', now)
    .orderBy('expires')
    .limit(limit)
    .execute();
