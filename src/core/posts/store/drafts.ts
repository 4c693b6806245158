import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../platform/db/open.ts';
import { countRows, isFound, updatedRows } from '../../../platform/db/results.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { emptyText, fieldNames } from '../api/post-fields.ts';
import type { DraftState } from '../api/writing.ts';

type StoredDraft = Omit<Selectable<Schema['drafts']>, 'user_id' | 'state' | 'ended_date'>;

const head = ['id', 'post_id', 'kind', 'post_title', 'sequence', 'date'] as const;

/** Without the content, newest first. */
export const draftHeads = (db: Db, userId: number) =>
  db
    .selectFrom('drafts')
    .select(head)
    .select('post_content')
    .select(({ selectFrom }) =>
      selectFrom('posts').select('active').whereRef('posts.id', '=', 'drafts.post_id').as('post_active'),
    )
    .where('user_id', '=', userId)
    .where('state', '=', 'open')
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
    .where('state', '=', 'open')
    .executeTakeFirst();

/**
 * Requests may arrive out of order: an older text never replaces a newer one, nor brings back a draft that has ended. Only a
 * client that sends no sequence numbers can use the id of such a draft again. Returns whether it was stored.
 */
export async function keepDraft(db: Db, userId: number, draft: StoredDraft): Promise<boolean> {
  const { id, ...change } = draft;
  return isFound(
    db
      .insertInto('drafts')
      .values({ user_id: userId, ...draft })
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'id'])
          .doUpdateSet({ ...change, state: 'open', ended_date: null })
          .where(({ eb, or, and, ref }) =>
            or([
              eb('drafts.sequence', '<', ref('excluded.sequence')),
              and([eb('drafts.state', '!=', 'open'), eb('excluded.sequence', '=', 0)]),
            ]),
          ),
      )
      .returning('id'),
  );
}

/** Moves a draft to the bin unless it has changed after `sequence`. Returns whether it is there. */
export const moveDraftToBin = async (
  db: Db,
  userId: number,
  { id, sequence }: DraftState,
  now: string,
): Promise<boolean> =>
  (await updatedRows(
    db
      .updateTable('drafts')
      .set({ state: 'bin', ended_date: now })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .where('state', '=', 'open')
      .where('sequence', '<=', sequence),
  )) > 0;

/** The drafts that were moved to the bin after `since`, newest first. */
export const draftsInBin = (db: Db, userId: number, since: string) =>
  db
    .selectFrom('drafts')
    .select(head)
    .select('ended_date')
    .where('user_id', '=', userId)
    .where('state', '=', 'bin')
    .where('ended_date', '>', since)
    .orderBy('ended_date', 'desc')
    .orderBy('id')
    .execute();

/** Restores a draft that was moved to the bin after `since`. */
export const restoreDraft = (db: Db, userId: number, id: string, since: string) =>
  db
    .updateTable('drafts')
    .set({ state: 'open', ended_date: null })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('state', '=', 'bin')
    .where('ended_date', '>', since)
    .returning(head)
    .executeTakeFirst();

const ended = (now: string) => ({
  ...emptyText,
  post_id: null,
  post_title_web: '',
  settings: '{}',
  state: 'ended' as const,
  ended_date: now,
});

/** Ends a draft whose text exists elsewhere or was deleted for good, unless it has changed after `sequence`. */
export async function endDraft(
  db: Db,
  userId: number,
  { id, sequence }: DraftState,
  now: string,
): Promise<void> {
  await db
    .updateTable('drafts')
    .set(ended(now))
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('sequence', '<=', sequence)
    .execute();
}

/**
 * Ends a draft that a save contains, unless it has changed after `sequence`. The request that stores it may still be on its way:
 * then it finds the sequence of the save.
 */
export async function endSavedDraft(
  db: Db,
  userId: number,
  { id, sequence }: DraftState,
  now: string,
): Promise<void> {
  const values = { ...ended(now), active: 0, version: 0, sequence, date: now };
  await db
    .insertInto('drafts')
    .values({ user_id: userId, id, ...values })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'id']).doUpdateSet(values).where('drafts.sequence', '<=', sequence),
    )
    .execute();
}

/** Returns how many drafts were in the bin of the user. */
export const endDraftsInBin = (db: Db, userId: number, now: string): Promise<number> =>
  updatedRows(
    db.updateTable('drafts').set(ended(now)).where('user_id', '=', userId).where('state', '=', 'bin'),
  );

export async function deleteEndedDrafts(db: Db, before: string): Promise<void> {
  await db.deleteFrom('drafts').where('state', '!=', 'open').where('ended_date', '<=', before).execute();
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

/**
 * Also gives the post the text that was cut before its first save. Fails with a unique violation if another transaction was
 * faster: the transaction is run again and finds its post.
 */
export async function recordCreation(
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
  const { user_id, creation_id, post_id } = creation;
  await db
    .updateTable('cuts')
    .set({ post_id })
    .where('creation_id', '=', creation_id)
    .where('user_id', '=', user_id)
    .where('post_id', 'is', null)
    .execute();
}

/** Requests are repeated within minutes, or when a draft is continued after a crash. */
export async function deleteOldCreations(db: Db, before: string): Promise<void> {
  await db.deleteFrom('post_creations').where('date', '<', before).execute();
}

export const countDrafts = (db: Db, userId: number): Promise<number> =>
  countRows(db.selectFrom('drafts').where('user_id', '=', userId).where('state', '=', 'open'));

/** The drafts from before `before` whose text is that of their post or of one of its revisions. */
export const draftsWithSavedText = (db: Db, before: string) =>
  db
    .selectFrom('drafts')
    .select(['user_id', 'id', 'sequence', 'post_id', 'settings', 'post_title_web', 'scheduled_date'])
    .where('date', '<', before)
    .where('state', '=', 'open')
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
    .$narrowType<{ post_id: number }>()
    .execute();

const sameText = sql<boolean>`${sql.join(
  fieldNames.map((name) => sql`${sql.ref(`t.${name}`)} = ${sql.ref(`drafts.${name}`)}`),
  sql` and `,
)}`;
