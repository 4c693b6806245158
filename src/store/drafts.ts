import { fieldNames, type PostText } from '../contract/post-fields.ts';
import type { Db } from '../db/open.ts';

export type StoredDraft = PostText & {
  id: string;
  post_id: number | null;
  post_title_web: string;
  active: number;
  scheduled_date: string | null;
  version: number;
  sequence: number;
  date: string;
};

/** Without the content, newest first. */
export const draftHeads = (db: Db, userId: number) =>
  db
    .selectFrom('drafts')
    .select(['id', 'post_id', 'post_title', 'sequence', 'date'])
    .where('user_id', '=', userId)
    .orderBy('date', 'desc')
    .orderBy('id')
    .execute();

export const draftById = (db: Db, userId: number, id: string): Promise<StoredDraft | undefined> =>
  db
    .selectFrom('drafts')
    .select(fieldNames)
    .select(['id', 'post_id', 'post_title_web', 'active', 'scheduled_date', 'version', 'sequence', 'date'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Requests may arrive out of order: an older text never replaces a newer one. */
export async function keepDraft(db: Db, userId: number, draft: StoredDraft): Promise<void> {
  const { id, ...change } = draft;
  await db
    .insertInto('drafts')
    .values({ user_id: userId, ...draft })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'id'])
        .doUpdateSet(change)
        .whereRef('drafts.sequence', '<', (eb) => eb.ref('excluded.sequence')),
    )
    .execute();
}

/** Deletes a draft unless it has changed after `sequence`. */
export async function deleteDraft(
  db: Db,
  userId: number,
  { id, sequence }: { id: string; sequence: number },
): Promise<void> {
  await db
    .deleteFrom('drafts')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('sequence', '<=', sequence)
    .execute();
}
