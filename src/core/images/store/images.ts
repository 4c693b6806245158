import type { Db } from '../../../platform/db/open.ts';
import { isFound } from '../../../platform/db/results.ts';
import type { StoredRow } from '../../../platform/db/stored-row.ts';
import type { Variant } from '../../../platform/files/variant.ts';
import { searchable } from '../../../platform/http/api/text.ts';
import type { PostTransaction } from '../../site/store/post-transaction.ts';
import { expectMoved } from './hidden-files.ts';
import { type StoredImage, unpackImage } from './image-rows.ts';
import { mediaHashes } from './media.ts';
import { hashesInDrafts } from './text-images.ts';

export type NewImage = StoredRow<
  'images',
  { variants: readonly Variant[] },
  'post_id' | 'hash' | 'variants' | 'width' | 'height' | 'color' | 'alt' | 'bytes' | 'date_added'
>;

/** The first image of a post becomes its main image. The post's row must be locked. */
export async function insertImages(tx: PostTransaction, images: readonly NewImage[]): Promise<StoredImage[]> {
  const inserted: StoredImage[] = [];
  for (const image of images) {
    const main = (await hasImages(tx.db, image.post_id)) ? 0 : 1;
    const row = await tx.db
      .insertInto('images')
      .values({ ...image, variants: JSON.stringify(image.variants), main_image: main })
      .returningAll()
      .executeTakeFirstOrThrow();
    inserted.push(unpackImage(row));
    tx.follow(image.post_id, 'page');
  }
  for (const postId of new Set(images.map(({ post_id }) => post_id))) await indexImageTexts(tx, postId);
  await expectMoved(
    tx,
    images.map(({ hash }) => hash),
  );
  return inserted;
}

const hasImages = (db: Db, postId: number): Promise<boolean> =>
  isFound(db.selectFrom('images').select('id').where('post_id', '=', postId).limit(1));

/** Adds the images of another post to this one. Their files have the same names. */
export async function copyImages(
  tx: PostTransaction,
  images: readonly StoredImage[],
  postId: number,
): Promise<void> {
  for (const { id: _, ...image } of images)
    await tx.db
      .insertInto('images')
      .values({ ...image, post_id: postId, variants: JSON.stringify(image.variants) })
      .execute();
  await indexImageTexts(tx, postId);
  tx.follow(postId, 'page');
}

export async function imageById(db: Db, id: number): Promise<StoredImage | undefined> {
  const row = await db.selectFrom('images').selectAll().where('id', '=', id).executeTakeFirst();
  return row && unpackImage(row);
}

export async function imagesOf(db: Db, postId: number): Promise<StoredImage[]> {
  const rows = await db
    .selectFrom('images')
    .selectAll()
    .where('post_id', '=', postId)
    .orderBy('id')
    .execute();
  return rows.map(unpackImage);
}

export const makeMain = (tx: PostTransaction, postId: number, imageId: number): Promise<void> =>
  chooseImage(tx, postId, 'main_image', imageId);

/** Makes an image the main or the social image of its post; null: the post has none. */
export async function chooseImage(
  tx: PostTransaction,
  postId: number,
  role: 'main_image' | 'social_image',
  imageId: number | null,
): Promise<void> {
  tx.follow(postId, 'page');
  const { db } = tx;
  await db
    .updateTable('images')
    .set({ [role]: 0 })
    .where('post_id', '=', postId)
    .where(role, '=', 1)
    .execute();
  if (imageId !== null)
    await db
      .updateTable('images')
      .set({ [role]: 1 })
      .where('id', '=', imageId)
      .execute();
}

export async function setFocalPoint(
  tx: PostTransaction,
  { id, post_id }: Pick<StoredImage, 'id' | 'post_id'>,
  point: Pick<StoredImage, 'focal_x' | 'focal_y'>,
): Promise<void> {
  tx.follow(post_id, 'page');
  await tx.db.updateTable('images').set(point).where('id', '=', id).execute();
}

export async function setAlt(tx: PostTransaction, image: StoredImage, alt: string): Promise<void> {
  await tx.db.updateTable('images').set({ alt }).where('id', '=', image.id).execute();
  await indexImageTexts(tx, image.post_id);
  tx.follow(image.post_id, 'page');
}

/** Brings the texts that the images of a post are found by up to date. */
export async function indexImageTexts(tx: PostTransaction, postId: number): Promise<void> {
  const rows = await tx.db
    .selectFrom('images as i')
    .innerJoin('posts as p', 'p.id', 'i.post_id')
    .select(['i.id', 'i.alt', 'p.post_title'])
    .where('i.post_id', '=', postId)
    .execute();
  for (const { id, alt, post_title } of rows) {
    const content = searchable(`${alt}\n${post_title}`);
    await tx.db
      .insertInto('image_search')
      .values({ image_id: id, content })
      .onConflict((conflict) => conflict.column('image_id').doUpdateSet({ content }))
      .execute();
  }
}

const tablesOfHashes = [
  'images',
  'site_images',
  'text_images',
  'revision_images',
  'hidden_files',
  'bin_images',
] as const;

/** Which of these hashes no image uses, no text, revision or draft names, and nothing in the bin needs. */
export async function unusedHashes(db: Db, hashes: readonly string[]): Promise<string[]> {
  if (hashes.length === 0) return [];
  const used = new Set([...(await hashesInDrafts(db)), ...(await mediaHashes(db, hashes))]);
  for (const table of tablesOfHashes) {
    const rows = await db
      .selectFrom(table)
      .select('hash')
      .distinct()
      .where('hash', 'in', [...hashes])
      .execute();
    for (const { hash } of rows) used.add(hash);
  }
  return hashes.filter((hash) => !used.has(hash));
}

export async function imagesByHash(db: Db, hash: string): Promise<StoredImage[]> {
  const rows = await db.selectFrom('images').selectAll().where('hash', '=', hash).orderBy('id').execute();
  return rows.map(unpackImage);
}

export async function allHashes(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('images').select('hash').distinct().orderBy('hash').execute();
  return rows.map((row) => row.hash);
}

/** Updates every image that has the same bytes. */
export async function updateImages(
  tx: PostTransaction,
  hash: string,
  change: Pick<NewImage, 'variants' | 'width' | 'height' | 'color' | 'bytes'>,
): Promise<void> {
  const changed = await tx.db
    .updateTable('images')
    .set({ ...change, variants: JSON.stringify(change.variants) })
    .where('hash', '=', hash)
    .returning('post_id')
    .execute();
  for (const { post_id } of changed) tx.follow(post_id, 'page');
}
