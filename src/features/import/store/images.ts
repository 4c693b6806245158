import type { Selectable } from 'kysely';
import type { Db } from '../../../platform/db/open.ts';
import { deletedRows, isFound } from '../../../platform/db/results.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { ImportImageState } from '../tables.ts';

export type ImageUse = Pick<Schema['import_image_uses'], 'post_id' | 'src' | 'role'> & { alt: string };

/** Queues an image for fetching, once for each import, and records a post that shows it. */
export async function queueImage(
  db: Db,
  image: { import_id: number; url: string; host: string; next_date: string },
  use: ImageUse,
): Promise<void> {
  await db
    .insertInto('import_images')
    .values(image)
    .onConflict((conflict) => conflict.columns(['import_id', 'url']).doNothing())
    .execute();
  const { id } = await db
    .selectFrom('import_images')
    .select('id')
    .where('import_id', '=', image.import_id)
    .where('url', '=', image.url)
    .executeTakeFirstOrThrow();
  // An image that was fetched before has to be put into this post, too; its file is not processed again.
  await db
    .updateTable('import_images')
    .set({ state: 'waiting', next_date: image.next_date })
    .where('id', '=', id)
    .where('state', '=', 'fetched')
    .execute();
  await db
    .insertInto('import_image_uses')
    .values({ image_id: id, ...use })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The first post that has the image with these bytes. */
export const postWith = (db: Db, hash: string) =>
  db
    .selectFrom('images as i')
    .innerJoin('posts as p', 'p.id', 'i.post_id')
    .select(['p.id', 'p.post_title'])
    .where('i.hash', '=', hash)
    .orderBy('i.id')
    .limit(1)
    .executeTakeFirst();

/** A post that shows the image of this URL, which is to be fetched; null when none does. */
export async function postShowing(db: Db, importId: number, url: string): Promise<number | null> {
  const use = await db
    .selectFrom('import_images as i')
    .innerJoin('import_image_uses as u', 'u.image_id', 'i.id')
    .select('u.post_id')
    .where('i.import_id', '=', importId)
    .where('i.url', '=', url)
    .orderBy('u.post_id')
    .limit(1)
    .executeTakeFirst();
  return use?.post_id ?? null;
}

export type QueuedImage = Pick<
  Selectable<Schema['import_images']>,
  'id' | 'url' | 'host' | 'attempts' | 'hash'
>;

/** Images that are due, oldest first. */
export const dueImages = (db: Db, importId: number, now: string, limit: number): Promise<QueuedImage[]> =>
  db
    .selectFrom('import_images')
    .select(['id', 'url', 'host', 'attempts', 'hash'])
    .where('import_id', '=', importId)
    .where('state', '=', 'waiting')
    .where('next_date', '<=', now)
    .orderBy('next_date')
    .orderBy('id')
    .limit(limit)
    .execute();

/** When the next image is due; null when none waits. */
export async function nextDue(db: Db, importId: number): Promise<string | null> {
  const { next } = await db
    .selectFrom('import_images')
    .select((eb) => eb.fn.min<string | null>('next_date').as('next'))
    .where('import_id', '=', importId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return next;
}

export const usesOf = (db: Db, imageId: number, limit: number): Promise<ImageUse[]> =>
  db
    .selectFrom('import_image_uses')
    .select(['post_id', 'src', 'role', 'alt'])
    .where('image_id', '=', imageId)
    .orderBy('post_id')
    .limit(limit)
    .execute();

/** The URLs by which posts show the image; all are sizes of the same one. */
export async function sourcesOf(db: Db, imageId: number, limit: number): Promise<string[]> {
  const uses = db.selectFrom('import_image_uses').where('image_id', '=', imageId);
  const rows = await uses.select('src').distinct().limit(limit).execute();
  return rows.map(({ src }) => src);
}

export async function deleteUse(db: Db, imageId: number, use: Omit<ImageUse, 'alt'>): Promise<void> {
  await db
    .deleteFrom('import_image_uses')
    .where('image_id', '=', imageId)
    .where('post_id', '=', use.post_id)
    .where('role', '=', use.role)
    .where('src', '=', use.src)
    .execute();
}

export async function settleImage(
  db: Db,
  id: number,
  change: { state: ImportImageState; reason: string; attempts: number; next_date?: string; hash?: string },
): Promise<void> {
  await db.updateTable('import_images').set(change).where('id', '=', id).execute();
}

export async function countImportImages(db: Db, importId: number): Promise<Record<ImportImageState, number>> {
  const rows = await db
    .selectFrom('import_images')
    .select(['state'])
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('import_id', '=', importId)
    .groupBy('state')
    .execute();
  const counts = { fetched: 0, waiting: 0, lost: 0 };
  for (const { state, total } of rows) counts[state] = total;
  return counts;
}

/** With one of the posts that show each, in the order in which they were found. */
export const importImagePage = (
  db: Db,
  importId: number,
  state: ImportImageState | undefined,
  { limit, offset }: { limit: number; offset: number },
) =>
  db
    .selectFrom('import_images as i')
    .select(['i.id', 'i.url', 'i.state', 'i.reason', 'i.attempts', 'i.next_date'])
    .select((eb) =>
      eb
        .selectFrom('import_image_uses as u')
        .select((inner) => inner.fn.min<number | null>('u.post_id').as('post_id'))
        .whereRef('u.image_id', '=', 'i.id')
        .as('post_id'),
    )
    .where('i.import_id', '=', importId)
    .$if(state !== undefined, (query) => query.where('i.state', '=', state ?? 'lost'))
    .orderBy('i.id')
    .limit(limit)
    .offset(offset)
    .execute();

/** For the undo of an import. Deletes up to `limit`, with `fetched` also those that were fetched, and returns how many. */
export const deleteImportImages = (
  db: Db,
  importId: number,
  limit: number,
  { fetched }: { fetched: boolean },
): Promise<number> =>
  deletedRows(
    db.deleteFrom('import_images').where('id', 'in', (eb) =>
      eb
        .selectFrom('import_images')
        .select('id')
        .where('import_id', '=', importId)
        .$if(!fetched, (query) => query.where('hash', 'is', null))
        .limit(limit),
    ),
  );

/** Whether a job with this payload waits to be run. One that runs may have looked for work before there was more. */
export const hasWaitingJob = (db: Db, kind: string, payload: unknown): Promise<boolean> =>
  isFound(
    db
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', kind)
      .where('payload', '=', JSON.stringify(payload))
      .where('date_finished', 'is', null)
      .where('owner', 'is', null)
      .limit(1),
  );
