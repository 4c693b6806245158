import type { Db } from '../../../platform/db/open.ts';
import { type TextColumn, textColumns } from '../../../platform/db/schema.ts';
import type { PostTransaction } from '../../site/store/post-transaction.ts';

const rowsPerStatement = 500;

/** Every variant of an image has the hash of the image in its file name, whatever URL the text uses. */
const hashesIn = (...texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => text.match(/[0-9a-f]{64}/g) ?? [])),
];

const chunks = (hashes: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(hashes.length / rowsPerStatement) }, (_, index) =>
    hashes.slice(index * rowsPerStatement, (index + 1) * rowsPerStatement),
  );

/** Brings the index of the images that the current text of a post names up to date. */
export async function indexTextImages(tx: PostTransaction, postId: number): Promise<void> {
  const text = await tx.db
    .selectFrom('posts')
    .select(textColumns)
    .where('id', '=', postId)
    .executeTakeFirstOrThrow();
  await tx.db.deleteFrom('text_images').where('post_id', '=', postId).execute();
  for (const hashes of chunks(hashesIn(...Object.values<string>(text))))
    await tx.db
      .insertInto('text_images')
      .values(hashes.map((hash) => ({ post_id: postId, hash })))
      .execute();
}

/** The text of a revision never changes, so this is called once, when it is stored. */
export async function indexRevisionImages(
  tx: PostTransaction,
  revisionId: number,
  text: Record<TextColumn, string>,
): Promise<void> {
  for (const hashes of chunks(hashesIn(...textColumns.map((name) => text[name]))))
    await tx.db
      .insertInto('revision_images')
      .values(hashes.map((hash) => ({ revision_id: revisionId, hash })))
      .execute();
}

/** The hashes that the text of a post, its revisions or its drafts name. */
export async function hashesNamedBy(db: Db, postId: number): Promise<string[]> {
  const current = await db.selectFrom('text_images').select('hash').where('post_id', '=', postId).execute();
  const earlier = await db
    .selectFrom('revision_images as i')
    .innerJoin('revisions as r', 'r.id', 'i.revision_id')
    .select('i.hash')
    .distinct()
    .where('r.post_id', '=', postId)
    .execute();
  const drafts = await db.selectFrom('drafts').select(textColumns).where('post_id', '=', postId).execute();
  return [
    ...new Set([
      ...current.map(({ hash }) => hash),
      ...earlier.map(({ hash }) => hash),
      ...hashesIn(...drafts.flatMap((draft) => Object.values<string>(draft))),
    ]),
  ];
}

/** Whether a text, a revision or a draft names the image, other than those of the posts in `except`. */
export async function isNamed(db: Db, hash: string, except: readonly number[] = []): Promise<boolean> {
  const others = except.length === 0 ? [0] : [...except];
  const text = await db
    .selectFrom('text_images')
    .select('hash')
    .where('hash', '=', hash)
    .where('post_id', 'not in', others)
    .limit(1)
    .executeTakeFirst();
  if (text) return true;
  const revision = await db
    .selectFrom('revision_images as i')
    .innerJoin('revisions as r', 'r.id', 'i.revision_id')
    .select('i.hash')
    .where('i.hash', '=', hash)
    .where('r.post_id', 'not in', others)
    .limit(1)
    .executeTakeFirst();
  if (revision) return true;
  const drafts = await draftsNaming(db, hash);
  return drafts.some(({ post_id }) => post_id === null || !except.includes(post_id));
}

/** Drafts are few, so they have no index. */
export const draftsNaming = (db: Db, hash: string) =>
  db
    .selectFrom('drafts')
    .select(['post_id', 'post_title', 'user_id'])
    .where((eb) => eb.or(textColumns.map((name) => eb(name, 'like', `%${hash}%`))))
    .orderBy('date', 'desc')
    .execute();

/** The hashes that any draft names. */
export async function hashesInDrafts(db: Db): Promise<string[]> {
  const drafts = await db
    .selectFrom('drafts')
    .select(textColumns)
    .where((eb) => eb.or(textColumns.map((name) => eb(name, 'like', '%/%-%'))))
    .execute();
  return hashesIn(...drafts.flatMap((draft) => Object.values<string>(draft)));
}

/** The posts whose current text names the image. */
export const postsNaming = (db: Db, hash: string) =>
  db
    .selectFrom('text_images as i')
    .innerJoin('posts as p', 'p.id', 'i.post_id')
    .select(['p.id as post_id', 'p.post_title'])
    .where('i.hash', '=', hash)
    .orderBy('p.id')
    .execute();

/** The posts of which an earlier version names the image. */
export const revisedPostsNaming = (db: Db, hash: string) =>
  db
    .selectFrom('revision_images as i')
    .innerJoin('revisions as r', 'r.id', 'i.revision_id')
    .innerJoin('posts as p', 'p.id', 'r.post_id')
    .select(['p.id as post_id', 'p.post_title'])
    .distinct()
    .where('i.hash', '=', hash)
    .orderBy('p.id')
    .execute();

/** The texts, revisions and drafts that name the image, without the current texts of the posts in `except`. */
export async function textsNaming(db: Db, hash: string, except: readonly number[]): Promise<string[]> {
  const texts = await db
    .selectFrom('text_images as i')
    .innerJoin('posts as t', 't.id', 'i.post_id')
    .select(textColumns.map((name) => `t.${name}` as const))
    .where('i.hash', '=', hash)
    .where('i.post_id', 'not in', except.length === 0 ? [0] : [...except])
    .execute();
  const revisions = await db
    .selectFrom('revision_images as i')
    .innerJoin('revisions as t', 't.id', 'i.revision_id')
    .select(textColumns.map((name) => `t.${name}` as const))
    .where('i.hash', '=', hash)
    .execute();
  const drafts = await db
    .selectFrom('drafts')
    .select(textColumns)
    .where((eb) => eb.or(textColumns.map((name) => eb(name, 'like', `%${hash}%`))))
    .execute();
  return [...texts, ...revisions, ...drafts].flatMap((text) => Object.values<string>(text));
}
