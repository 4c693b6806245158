import type { BatchSize } from '../../../platform/db/in-batches.ts';
import type { Db } from '../../../platform/db/open.ts';
import type { StoredRow } from '../../../platform/db/stored-row.ts';

const columns = ['id', 'date_added', 'expires', 'remarks'] as const;
export type StoredPreview = StoredRow<'previews', unknown, (typeof columns)[number]>;

export const insertPreview = (
  db: Db,
  preview: { post_id: number; token_hash: string; date_added: string; expires: string; remarks: number },
): Promise<StoredPreview> =>
  db.insertInto('previews').values(preview).returning(columns).executeTakeFirstOrThrow();

/** Previews that have not expired, newest first. */
export const previewsOf = (db: Db, postId: number, now: string): Promise<StoredPreview[]> =>
  db
    .selectFrom('previews')
    .select(columns)
    .where('post_id', '=', postId)
    .where('expires', '>', now)
    .orderBy('id', 'desc')
    .execute();

export const previewByToken = (db: Db, tokenHash: string, now: string) =>
  db
    .selectFrom('previews')
    .select(['id', 'post_id', 'expires', 'remarks'])
    .where('token_hash', '=', tokenHash)
    .where('expires', '>', now)
    .executeTakeFirst();

/** Deletes one preview of the post, or all of them. */
export const deletePreviews = (db: Db, postId: number, id?: number): Promise<{ id: number }[]> =>
  db
    .deleteFrom('previews')
    .where('post_id', '=', postId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .returning('id')
    .execute();

/** Returns the number of deleted previews. */
export async function deleteExpiredPreviews(db: Db, now: string, limit: BatchSize): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('previews')
    .where('id', 'in', (eb) => eb.selectFrom('previews').select('id').where('expires', '<', now).limit(limit))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
