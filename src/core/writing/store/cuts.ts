import { sql } from 'kysely';
import { dialectOf } from '../../../platform/db/dialect.ts';
import type { Db } from '../../../platform/db/open.ts';
import type { Schema } from '../../../platform/db/schema.ts';

export type StoredCut = Schema['cuts'];

/** Those of a post, or those of a new post that this user is writing. */
type Owner = Pick<StoredCut, 'post_id' | 'user_id' | 'creation_id'>;

/** An older state never replaces a newer one. */
export async function keepCut(db: Db, { id, ...cut }: StoredCut): Promise<void> {
  await db
    .insertInto('cuts')
    .values({ id, ...cut })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(cut)
        .where('cuts.user_id', '=', cut.user_id)
        .where('cuts.sequence', '<', cut.sequence),
    )
    .execute();
}

export async function deleteCuts(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('cuts').where('id', 'in', ids).execute();
}

const ofPosts = (db: Db) =>
  db
    .selectFrom('cuts as c')
    .leftJoin('posts as p', 'p.id', 'c.post_id')
    .select(['c.id', 'c.post_id', 'c.creation_id', 'c.html', 'c.place', 'c.date', 'p.post_title'])
    .orderBy('c.date', 'desc')
    .orderBy('c.id');

const isOf = ({ post_id, user_id, creation_id }: Owner) =>
  post_id === null
    ? sql<boolean>`c.post_id is null and c.user_id = ${user_id} and c.creation_id = ${creation_id}`
    : sql<boolean>`c.post_id = ${post_id}`;

/** Newest first. */
export const cutsOf = (db: Db, owner: Owner) => ofPosts(db).where(isOf(owner)).execute();

/** Newest first. */
export const cutSizes = (db: Db, owner: Owner) =>
  db
    .selectFrom('cuts as c')
    .select(['c.id', sql<number>`length(html)`.as('characters')])
    .where(isOf(owner))
    .orderBy('c.date', 'desc')
    .orderBy('c.id')
    .execute();

/** Those of all posts and of the new posts of this user that contain the text, newest first. */
export const findCuts = (db: Db, userId: number, text: string, limit: number) =>
  ofPosts(db)
    .where(({ or, eb }) => or([eb('c.post_id', 'is not', null), eb('c.user_id', '=', userId)]))
    .where(dialectOf(db).contains(sql.ref('c.search_text'), text))
    .limit(limit)
    .execute();

/** Deletes those from before `before` whose new post was never saved and has no draft left. */
export async function deleteOrphanedCuts(db: Db, before: string): Promise<void> {
  await db
    .deleteFrom('cuts')
    .where('post_id', 'is', null)
    .where('date', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('drafts')
            .select('drafts.id')
            .whereRef('drafts.creation_id', '=', 'cuts.creation_id')
            .where('drafts.state', '!=', 'ended'),
        ),
      ),
    )
    .execute();
}
