import type { Db } from '../db/open.ts';

export type StoredDraft = { post_title: string; post_content: string; version: number; date: string };
type Owner = { post_id: number; user_id: number };

export const draftOf = (db: Db, { post_id, user_id }: Owner): Promise<StoredDraft | undefined> =>
  db
    .selectFrom('drafts')
    .select(['post_title', 'post_content', 'version', 'date'])
    .where('post_id', '=', post_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst();

export async function keepDraft(db: Db, owner: Owner, draft: StoredDraft): Promise<void> {
  await db
    .insertInto('drafts')
    .values({ ...owner, ...draft })
    .onConflict((conflict) => conflict.columns(['post_id', 'user_id']).doUpdateSet(draft))
    .execute();
}

export async function deleteDraft(db: Db, { post_id, user_id }: Owner): Promise<void> {
  await db.deleteFrom('drafts').where('post_id', '=', post_id).where('user_id', '=', user_id).execute();
}
