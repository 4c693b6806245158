import type { Db } from '../../../platform/db/open.ts';
import { prepared } from '../../../platform/db/prepared.ts';

const find = prepared((db, formId: string) =>
  db.selectFrom('comment_forms').select('comment_id').where('form_id', '=', formId),
);

/** The id of the comment that was sent with this form. */
export async function commentOfForm(db: Db, formId: string): Promise<number | undefined> {
  const [found] = await find(db, formId);
  return found?.comment_id;
}

const insert = prepared((db, form_id: string, comment_id: number, date: string) =>
  db.insertInto('comment_forms').values({ form_id, comment_id, date }).returning('form_id'),
);

export async function recordForm(db: Db, formId: string, commentId: number, date: string): Promise<void> {
  await insert(db, formId, commentId, date);
}

export async function deleteOldForms(db: Db, before: string): Promise<void> {
  await db.deleteFrom('comment_forms').where('date', '<', before).execute();
}
