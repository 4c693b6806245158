import type { Db } from '../db/open.ts';

export type StoredPreview = { id: number; date_added: string; expires: string };

const known = ['id', 'date_added', 'expires'] as const;

export const insertPreview = (
  db: Db,
  preview: { post_id: number; token_hash: string; date_added: string; expires: string },
): Promise<StoredPreview> =>
  db.insertInto('previews').values(preview).returning(known).executeTakeFirstOrThrow();

/** Those that still work, newest first. */
export const previewsOf = (db: Db, postId: number, now: string): Promise<StoredPreview[]> =>
  db
    .selectFrom('previews')
    .select(known)
    .where('post_id', '=', postId)
    .where('expires', '>', now)
    .orderBy('id', 'desc')
    .execute();

export const previewByToken = (db: Db, tokenHash: string, now: string) =>
  db
    .selectFrom('previews')
    .select(['post_id', 'expires'])
    .where('token_hash', '=', tokenHash)
    .where('expires', '>', now)
    .executeTakeFirst();

/** One of the post's previews, or all of them; those that were deleted. */
export const deletePreviews = (db: Db, postId: number, id?: number): Promise<{ id: number }[]> =>
  db
    .deleteFrom('previews')
    .where('post_id', '=', postId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .returning('id')
    .execute();

export async function deletePreviewsBefore(db: Db, expired: string): Promise<void> {
  await db.deleteFrom('previews').where('expires', '<', expired).execute();
}
