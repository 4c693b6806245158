import type { Selectable } from 'kysely';
import type { Db } from '../../../platform/db/open.ts';
import type { Schema } from '../../../platform/db/schema.ts';

export type StoredRemark = Selectable<Schema['remarks']>;

export const insertRemark = (db: Db, remark: Omit<StoredRemark, 'id'>): Promise<StoredRemark> =>
  db.insertInto('remarks').values(remark).returningAll().executeTakeFirstOrThrow();

/** Of all links of a post, or of one. */
export const remarksOf = (db: Db, postId: number, previewId?: number): Promise<StoredRemark[]> =>
  db
    .selectFrom('remarks')
    .selectAll()
    .where('post_id', '=', postId)
    .$if(previewId !== undefined, (query) => query.where('preview_id', '=', previewId ?? 0))
    .orderBy('id')
    .execute();

export const changeRemark = (
  db: Db,
  postId: number,
  id: number,
  change: { answer: string; resolved: number },
): Promise<StoredRemark | undefined> =>
  db
    .updateTable('remarks')
    .set(change)
    .where('id', '=', id)
    .where('post_id', '=', postId)
    .returningAll()
    .executeTakeFirst();
