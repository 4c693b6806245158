import { dialectOf } from '../../../platform/db/dialect.ts';
import type { Db } from '../../../platform/db/open.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import { lockName } from '../../../platform/db/transaction.ts';
import type { PostTransaction } from '../../site/store/post-transaction.ts';

const columns = ['id', 'translation_group', 'language', 'post_title', 'post_title_web', 'active'] as const;

/** Posts of one translation group, in the order of their creation. */
export const postsInGroup = prepared((db, group: number) =>
  db.selectFrom('posts').select(columns).where('translation_group', '=', group).orderBy('id'),
);
export type StoredTranslation = Awaited<ReturnType<typeof postsInGroup>>[number];

export async function postsInGroups(db: Db, groups: readonly number[]): Promise<StoredTranslation[]> {
  if (groups.length === 0) return [];
  const query = db
    .selectFrom('posts')
    .select(columns)
    .where('translation_group', 'in', [...groups]);
  return query.orderBy('id').execute();
}

/** Every active post that is in a group, for the sitemap. */
export const activeTranslations = (db: Db, groups: readonly number[]) =>
  db
    .selectFrom('posts')
    .select(['translation_group', 'language', 'post_title_web'])
    .where('translation_group', 'in', groups)
    .where('active', '=', 1)
    .orderBy('id')
    .execute();

/** Locks who is in which group until the transaction ends. Taken before posts are locked, as everywhere. */
export const lockTranslations = (db: Db): Promise<void> => lockName(db, 'translations');

/** Locks the row, so that the post is not deleted meanwhile. */
export const lockTranslated = (db: Db, id: number) =>
  db
    .selectFrom('posts')
    .select(['id', 'kind', 'language', 'post_title', 'translation_group'])
    .where('id', '=', id)
    .modifyEnd(dialectOf(db).forUpdate)
    .executeTakeFirst();

export async function newGroup(tx: PostTransaction): Promise<number> {
  const { id } = await tx.db
    .insertInto('translation_groups')
    .defaultValues()
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The version of the post stays: its text is the same, and a form that is open elsewhere can be saved. */
export async function setGroup(tx: PostTransaction, id: number, group: number | null): Promise<void> {
  await followGroup(tx, id);
  await tx.db.updateTable('posts').set({ translation_group: group }).where('id', '=', id).execute();
  // `link`: the group that the post has at the end of the transaction follows, too.
  tx.follow(id, 'page', 'link');
}

/** Records that the pages of all translations of this post have to follow. */
export async function followGroup(tx: PostTransaction, id: number): Promise<void> {
  const [post] = await groupOf(tx.db, id);
  if (post?.translation_group) tx.groups.add(post.translation_group);
}

const groupOf = prepared((db, id: number) =>
  db.selectFrom('posts').select('translation_group').where('id', '=', id),
);
