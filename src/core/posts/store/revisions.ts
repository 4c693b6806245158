import { sql } from 'kysely';
import type { Db } from '../../../platform/db/open.ts';
import { indexRevisionImages } from '../../images/store/text-images.ts';
import type { PostTransaction } from '../../site/store/post-transaction.ts';
import { fieldNames, type PostText } from '../api/post-fields.ts';

/** Copies the current text of the post, which is about to change. */
export async function keepRevision(tx: PostTransaction, postId: number, now: string): Promise<void> {
  tx.follow(postId, 'revision');
  const revision = await tx.db
    .insertInto('revisions')
    .columns(['post_id', ...fieldNames, 'written_date', 'written_by', 'first_version', 'last_version'])
    .expression((eb) =>
      eb
        .selectFrom('posts')
        .select(['id', ...fieldNames, sql<string>`coalesce(written_date, ${now})`.as('date'), 'written_by'])
        .select(['written_version', 'version'])
        .where('id', '=', postId),
    )
    .returning(['id', ...fieldNames])
    .executeTakeFirstOrThrow();
  await indexRevisionImages(tx, revision.id, revision);
}

type StoredRevision = {
  id: number;
  post_title: string;
  date: string;
  user: string | null;
  size: number;
  first_version: number | null;
  last_version: number | null;
};

const described = (db: Db, postId: number) =>
  db
    .selectFrom('revisions')
    .select([
      'id',
      'post_title',
      'written_date as date',
      'written_by as user',
      sql<number>`length(post_content)`.as('size'),
      'first_version',
      'last_version',
    ])
    .where('post_id', '=', postId);

/** Newest first. */
export const revisionsOf = (db: Db, postId: number): Promise<StoredRevision[]> =>
  described(db, postId).orderBy('id', 'desc').execute();

/** When and by whom the current text was saved. */
export const currentVersion = (db: Db, postId: number) =>
  db
    .selectFrom('posts')
    .select(['written_date as date', 'written_by as user', 'version'])
    .where('id', '=', postId)
    .executeTakeFirst();

/** The text that a version of the post had, if it is known. */
export async function textOfVersion(db: Db, postId: number, version: number): Promise<PostText | undefined> {
  const revision = await db
    .selectFrom('revisions')
    .select(fieldNames)
    .where('post_id', '=', postId)
    .where('first_version', '<=', version)
    .where('last_version', '>=', version)
    .executeTakeFirst();
  if (revision) return revision;
  return db
    .selectFrom('posts')
    .select(fieldNames)
    .where('id', '=', postId)
    .where('written_version', '<=', version)
    .where('version', '>=', version)
    .executeTakeFirst();
}

export const revisionById = (db: Db, postId: number, id: number) =>
  described(db, postId).select(fieldNames).where('id', '=', id).executeTakeFirst();

export async function deleteRevisions(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0)
    await tx
      .deleteFrom('revisions')
      .where('id', 'in', [...ids])
      .execute();
}
