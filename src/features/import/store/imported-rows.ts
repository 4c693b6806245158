import { sql } from 'kysely';
import { isAuthor, photoName } from '../../../core/accounts/store/profiles.ts';
import { deleteComments } from '../../../core/comments/store/comments.ts';
import { deleteUnusedEmbed } from '../../../core/images/store/embeds.ts';
import { categoryInUse, deleteCategory } from '../../../core/posts/terms/store/categories.ts';
import type { PostTransaction } from '../../../core/site/store/post-transaction.ts';
import type { Db } from '../../../platform/db/open.ts';
import { deletedRows } from '../../../platform/db/results.ts';

/*
 * What the undo of an import removes. Items of posts and comments are unsettled until they are deleted, or kept because what
 * they became was changed.
 */

const unsettled = (db: Db, importId: number) =>
  db.selectFrom('import_items').where('import_id', '=', importId).where('outcome', '<>', 'kept');

/** The last ones first: replies and translations go before what they belong to. */
export const unsettledPosts = (db: Db, importId: number, limit: number) =>
  unsettled(db, importId)
    .select(['position', 'post_id'])
    .where('post_id', 'is not', null)
    .where('comment_id', 'is', null)
    .where('kind', '<>', 'update')
    .orderBy('position', 'desc')
    .limit(limit)
    .$narrowType<{ post_id: number }>()
    .execute();

/** What came to a post of an import since. Its own images have its date, or were fetched later. */
export async function changesSince(db: Db, importId: number, postId: number) {
  const { rows } = await sql<Record<'edited' | 'answers' | 'drafts' | 'images', number>>`
    select
      case when p.version <> i.post_version then 1 else 0 end as edited,
      (select count(*) from comments c where c.post_id = p.id and not exists (select 1 from import_items o
        where o.import_id = i.import_id and o.comment_id = c.id))
      + (select count(*) from votes v where v.post_id = p.id and not exists (select 1 from import_items o
        where o.import_id = i.import_id and o.key = 'votes:' || v.post_id || ' ' || v.address))
      + (select count(*) from reactions r where r.post_id = p.id and not exists (select 1 from import_items o
        where o.import_id = i.import_id and o.key = 'reactions:' || r.origin_id)) as answers,
      (select count(*) from drafts d where d.post_id = p.id and d.state = 'open') as drafts,
      (select count(*) from images m join imports j on j.id = i.import_id
        where m.post_id = p.id and m.date_added > j.date_added and not exists (select 1 from import_images f
          where f.import_id = j.id and f.hash = m.hash)) as images
    from import_items i join posts p on p.id = i.post_id
    where i.import_id = ${importId} and i.post_id = ${postId} and i.comment_id is null`.execute(db);
  return rows[0];
}

export async function unsettledComments(db: Db, importId: number, limit: number): Promise<number[]> {
  const rows = await unsettled(db, importId)
    .select('comment_id')
    .where('comment_id', 'is not', null)
    .orderBy('comment_id', 'desc')
    .limit(limit)
    .execute();
  return rows.flatMap(({ comment_id }) => comment_id ?? []);
}

/** Those of these comments whose text the owner has changed. */
export async function editedSince(db: Db, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('comments')
    .select('id')
    .where('id', 'in', [...ids])
    .where('date_edited', 'is not', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Those of these comments that a comment replies to which the import did not bring. */
export async function answeredByOthers(db: Db, importId: number, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('comments as c')
    .leftJoin('import_items as i', (join) =>
      join.onRef('i.comment_id', '=', 'c.id').on('i.import_id', '=', importId).on('i.outcome', '<>', 'kept'),
    )
    .select('c.parent_id')
    .where('c.parent_id', 'in', [...ids])
    .where('i.id', 'is', null)
    .execute();
  return rows.flatMap(({ parent_id }) => parent_id ?? []);
}

/** Deletes comments as the owner does, who can restore them for a day. */
export async function deleteImportedComments(
  tx: PostTransaction,
  importId: number,
  ids: readonly number[],
  now: string,
): Promise<void> {
  if (ids.length === 0) return;
  await deleteComments(tx, ids, now, false);
  await tx.db
    .deleteFrom('import_items')
    .where('import_id', '=', importId)
    .where('comment_id', 'in', [...ids])
    .execute();
}

const kept = (db: Db, importId: number, reason: string) =>
  db
    .updateTable('import_items')
    .set({ outcome: 'kept', reasons: JSON.stringify([reason]) })
    .where('import_id', '=', importId);

export async function keepComments(
  db: Db,
  importId: number,
  ids: readonly number[],
  reason: string,
): Promise<void> {
  if (ids.length > 0)
    await kept(db, importId, reason)
      .where('comment_id', 'in', [...ids])
      .execute();
}

/** Marks a post and its imported comments as kept. */
export async function keepItems(
  db: Db,
  importId: number,
  postId: number,
  reason: string,
  reasonOfComments: string,
): Promise<void> {
  const ofPost = (why: string) => kept(db, importId, why).where('post_id', '=', postId);
  await ofPost(reason).where('comment_id', 'is', null).execute();
  await ofPost(reasonOfComments).where('comment_id', 'is not', null).execute();
}

export async function deleteItemsOfPost(db: Db, importId: number, postId: number): Promise<void> {
  await db
    .deleteFrom('import_items')
    .where('import_id', '=', importId)
    .where('post_id', '=', postId)
    .execute();
}

/** Redirects to posts that stay are kept. */
export const deleteRedirects = (db: Db, importId: number, limit: number): Promise<number> =>
  deletedRows(
    db.deleteFrom('redirects').where('id', 'in', (eb) =>
      eb
        .selectFrom('redirects as r')
        .leftJoin('import_items as i', (join) =>
          join.onRef('i.post_id', '=', 'r.post_id').on('i.import_id', '=', importId),
        )
        .select('r.id')
        .where('r.import_id', '=', importId)
        .where('i.id', 'is', null)
        .limit(limit),
    ),
  );

const siteImage = 'site-image:';
/** How `import_created` names an image of the site, such as the logo. */
export const siteImageKind = (name: string, hash: string): string => `${siteImage}${hash}:${name}`;

/** Deletes tags, categories, profiles and groups that the import created and that nothing uses. Posts are gone already. */
export async function deleteCreated(tx: PostTransaction, importId: number, limit: number): Promise<number> {
  const { db } = tx;
  const rows = await db
    .selectFrom('import_created')
    .select(['kind', 'created_id'])
    .where('import_id', '=', importId)
    .limit(limit)
    .execute();
  for (const { kind, created_id } of rows) {
    if (kind === 'tag') await deleteUnusedTag(tx, created_id);
    else if (kind === 'category') await deleteUnusedCategory(tx, created_id);
    else if (kind === 'profile') await deleteUnusedProfile(db, created_id);
    else if (kind.startsWith('translations:')) await deleteUnusedGroup(db, created_id);
    else if (kind.startsWith('embed:')) await deleteUnusedEmbed(db, kind.slice('embed:'.length));
    else if (kind.startsWith('photo:'))
      await deleteSiteImage(db, photoName(created_id), kind.slice('photo:'.length));
    else if (kind.startsWith(siteImage)) {
      const [, hash = '', name = ''] = /^[^:]*:(\w+):(.+)$/.exec(kind) ?? [];
      await deleteSiteImage(db, name, hash);
    }
    await db
      .deleteFrom('import_created')
      .where('import_id', '=', importId)
      .where('kind', '=', kind)
      .where('created_id', '=', created_id)
      .execute();
  }
  return rows.length;
}

async function deleteUnusedTag(tx: PostTransaction, id: number): Promise<void> {
  const gone = await tx.db
    .deleteFrom('tags')
    .where('id', '=', id)
    .where('id', 'not in', (eb) => eb.selectFrom('post_tags').select('tag_id').where('tag_id', '=', id))
    .returning('tag_name')
    .executeTakeFirst();
  if (gone) tx.lists.push({ kind: 'tag', name: gone.tag_name });
}

async function deleteUnusedCategory(tx: PostTransaction, id: number): Promise<void> {
  const category = await tx.db
    .selectFrom('categories')
    .select(['id', 'category_path'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (category && !(await categoryInUse(tx.db, id))) await deleteCategory(tx, category);
}

/** An administrator may have got the profile meanwhile: then it is theirs. */
async function deleteUnusedProfile(db: Db, id: number): Promise<void> {
  const user = await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst();
  if (user || (await isAuthor(db, id))) return;
  await db.deleteFrom('profiles').where('user_id', '=', id).execute();
}

/** An image that was replaced since stays, and so does the photo of an author whose posts stay. */
async function deleteSiteImage(db: Db, name: string, hash: string): Promise<void> {
  const author = /^photo:(\d+)$/.exec(name)?.[1];
  if (author !== undefined && (await isAuthor(db, Number(author)))) return;
  await db.deleteFrom('site_images').where('name', '=', name).where('hash', '=', hash).execute();
}

async function deleteUnusedGroup(db: Db, id: number): Promise<void> {
  const post = await db
    .selectFrom('posts')
    .select('id')
    .where('translation_group', '=', id)
    .executeTakeFirst();
  if (!post) await db.deleteFrom('translation_groups').where('id', '=', id).execute();
}
