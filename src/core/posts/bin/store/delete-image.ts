import type { PostKind } from '../../../../platform/db/schema.ts';
import { expectHidden } from '../../../images/store/hidden-files.ts';
import type { StoredImage } from '../../../images/store/image-rows.ts';
import { makeMain } from '../../../images/store/images.ts';
import type { PostTransaction } from '../../../site/store/post-transaction.ts';
import { type BinEntry, type BinImage, copyToBin, insertEntry, tablesOfPosts } from './bin.ts';

/** By whom and when something was deleted, and when it goes for good. */
export type Deletion = Pick<BinEntry, 'deleted_by' | 'deleted_date' | 'expires'>;

const thumbnailWidth = 320;

export const binImage = ({ hash, variants, width, height, color, alt }: StoredImage): BinImage => {
  const thumbnail = variants.findLast((variant) => variant.width <= thumbnailWidth) ?? variants[0];
  return { hash, name: thumbnail?.name ?? '', width, height, color, alt };
};

/** Moves the image to the bin. When the main image is deleted, the oldest remaining one becomes the main image. */
export async function deleteImage(
  tx: PostTransaction,
  image: StoredImage,
  { kind: post_kind, post_title: title }: { kind: PostKind; post_title: string },
  deletion: Deletion,
): Promise<void> {
  const key = { kind: 'image', item_id: image.id } as const;
  const entry = { ...key, ...deletion, post_id: image.post_id, post_kind, title, image: binImage(image) };
  await insertEntry(tx, entry, [image.hash]);
  const table = (await tablesOfPosts(tx.db)).filter(({ name }) => name === 'images');
  await copyToBin(tx, key, table);
  await expectHidden(tx, image);
  await tx.db.deleteFrom('images').where('id', '=', image.id).execute();
  tx.follow(image.post_id, 'page');
  if (image.main_image !== 1) return;
  const oldest = await tx.db
    .selectFrom('images')
    .select('id')
    .where('post_id', '=', image.post_id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (oldest) await makeMain(tx, image.post_id, oldest.id);
}
