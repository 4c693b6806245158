import { sql } from 'kysely';
import { fieldNames, type PostText } from '../contract/post-fields.ts';
import type { Db } from '../db/open.ts';
import type { PostKind } from '../db/schema.ts';

export type StoredDraft = PostText & {
  id: string;
  post_id: number | null;
  kind: PostKind;
  post_title_web: string;
  active: number;
  scheduled_date: string | null;
  version: number;
  sequence: number;
  date: string;
  creation_id: string;
  /** JSON */
  settings: string;
};

/** Without the content, newest first. */
export const draftHeads = (db: Db, userId: number) =>
  db
    .selectFrom('drafts')
    .select(['id', 'post_id', 'kind', 'post_title', 'sequence', 'date'])
    .where('user_id', '=', userId)
    .orderBy('date', 'desc')
    .orderBy('id')
    .execute();

export const draftById = (db: Db, userId: number, id: string): Promise<StoredDraft | undefined> =>
  db
    .selectFrom('drafts')
    .select(fieldNames)
    .select(['id', 'post_id', 'post_title_web', 'active', 'scheduled_date', 'version', 'sequence', 'date'])
    .select(['kind', 'creation_id', 'settings'])
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

/** The post that this form has created, unless it was deleted since. */
export async function createdPost(
  db: Db,
  userId: number,
  creationId: string,
): Promise<{ post_id: number } | undefined> {
  return db
    .selectFrom('post_creations as c')
    .innerJoin('posts as p', 'p.id', 'c.post_id')
    .select('c.post_id')
    .where('c.user_id', '=', userId)
    .where('c.creation_id', '=', creationId)
    .executeTakeFirst();
}

/** Fails with a unique violation if another transaction was faster: the transaction is run again and finds its post. */
export async function noteCreation(
  db: Db,
  creation: { user_id: number; creation_id: string; post_id: number; date: string },
): Promise<void> {
  await db
    .deleteFrom('post_creations')
    .where('user_id', '=', creation.user_id)
    .where('creation_id', '=', creation.creation_id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('posts').select('id').whereRef('posts.id', '=', 'post_creations.post_id'))),
    )
    .execute();
  await db.insertInto('post_creations').values(creation).execute();
}

/** Requests are repeated within minutes, or when a draft is continued after a crash. */
export async function deleteOldCreations(db: Db, before: string): Promise<void> {
  await db.deleteFrom('post_creations').where('date', '<', before).execute();
}

export async function countDrafts(db: Db, userId: number): Promise<number> {
  const { total } = await db
    .selectFrom('drafts')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return total;
}

/**
 * Deletes drafts from before `before` whose text is that of their post or of one of its revisions. Any other draft may be the
 * only copy of what was typed.
 */
export async function deleteRedundantDrafts(db: Db, before: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('drafts')
    .where('date', '<', before)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('posts as t').select('t.id').whereRef('t.id', '=', 'drafts.post_id').where(sameText),
        ),
        exists(
          selectFrom('revisions as t')
            .select('t.id')
            .whereRef('t.post_id', '=', 'drafts.post_id')
            .where(sameText),
        ),
      ]),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

const sameText = sql<boolean>`${sql.join(
  fieldNames.map((name) => sql`${sql.ref(`t.${name}`)} = ${sql.ref(`drafts.${name}`)}`),
  sql` and `,
)}`;
