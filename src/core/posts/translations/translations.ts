import type { Blog } from '../../../platform/blog.ts';
import { read, translationsTag } from '../../../platform/http/cache/reads.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { maySee, type Viewer } from '../../../platform/http/viewer.ts';
import * as messages from '../../../platform/messages/owner.ts';
import { languageName } from '../../../platform/web/language-names.ts';
import { readSite } from '../../site/site.ts';
import type { PostTransaction } from '../../site/store/post-transaction.ts';
import type { PostKind } from '../api/post-kinds.ts';
import type { Translation } from '../api/posts.ts';
import type { StoredPost } from '../store/post-rows.ts';
import * as store from '../store/translations.ts';

type Grouped = Pick<StoredPost, 'id' | 'translation_group'>;

/** The translations of a post that this viewer may see. */
export async function readTranslations(blog: Blog, viewer: Viewer, post: Grouped): Promise<Translation[]> {
  const group = post.translation_group;
  if (group === null) return [];
  const found = await read(
    blog,
    (db) => store.postsInGroup(db, group),
    () => [translationsTag(group)],
  );
  const seen = found.filter((other) => maySee(viewer, other));
  return present(seen, post, (await readSite(blog)).language);
}

/** All translations of many posts, with one query. */
export async function readTranslationsForOwner(
  blog: Blog,
  posts: readonly Grouped[],
): Promise<(post: Grouped) => Translation[]> {
  const groups = new Set(posts.flatMap((post) => post.translation_group ?? []));
  const found = await store.postsInGroups(blog.db, [...groups]);
  const { language } = await readSite(blog);
  return (post) =>
    present(
      found.filter((other) => other.translation_group === post.translation_group),
      post,
      language,
    );
}

const present = (
  group: readonly store.StoredTranslation[],
  { id }: Grouped,
  siteLanguage: string,
): Translation[] =>
  group
    .filter((post) => post.id !== id)
    .map((post) => ({
      id: post.id,
      language: post.language || siteLanguage,
      post_title: post.post_title,
      post_title_web: post.post_title_web,
      active: post.active === 1 ? 1 : 0,
    }));

type TranslationChange = { translation_of?: number | null | undefined; language?: string | undefined };
type Changed = Grouped & { kind: PostKind; language: string };

/** Called before the post is locked, as everywhere. */
export async function lockTranslations(tx: PostTransaction, change: TranslationChange): Promise<void> {
  if (change.translation_of !== undefined || change.language !== undefined)
    await store.lockTranslations(tx.db);
}

/** Moves a post between translation groups, and keeps each language once in its group. Returns whether it moved. */
export async function changeTranslations(
  tx: PostTransaction,
  before: Changed,
  change: TranslationChange,
): Promise<boolean> {
  const post = { ...before, language: change.language ?? before.language };
  if (change.translation_of === undefined) {
    if (post.language !== before.language) await requireFreeLanguage(tx, post, post.translation_group);
    return false;
  }
  if (change.translation_of === null) return leave(tx, post);
  return join(tx, post, change.translation_of);
}

async function join(tx: PostTransaction, post: Changed, originalId: number): Promise<boolean> {
  if (originalId === post.id) throw new Problem('invalid', messages.translationOfItself(post.kind));
  const original = await store.lockTranslated(tx.db, originalId);
  if (!original) throw new Problem('invalid', messages.noSuchOriginal(post.kind));
  if (original.kind !== post.kind) throw new Problem('invalid', messages.translationOfOtherKind);
  const group = original.translation_group;
  if (group === null) await requireOtherLanguage(tx, post, [original]);
  else await requireFreeLanguage(tx, post, group);
  if (group !== null && group === post.translation_group) return false;
  await leave(tx, post);
  const joined = group ?? (await store.newGroup(tx));
  if (group === null) await store.setGroup(tx, original.id, joined);
  await store.setGroup(tx, post.id, joined);
  return true;
}

/** A group of one disappears. A group that loses a post to the bin stays, so that the post can return. */
async function leave(tx: PostTransaction, { id, translation_group: group }: Changed): Promise<boolean> {
  if (group === null) return false;
  await store.setGroup(tx, id, null);
  const [only, ...others] = await store.postsInGroup(tx.db, group);
  if (only && others.length === 0) await store.setGroup(tx, only.id, null);
  return true;
}

async function requireFreeLanguage(tx: PostTransaction, post: Changed, group: number | null): Promise<void> {
  if (group === null) return;
  const others = (await store.postsInGroup(tx.db, group)).filter(({ id }) => id !== post.id);
  await requireOtherLanguage(tx, post, others);
}

async function requireOtherLanguage(
  tx: PostTransaction,
  post: { language: string },
  others: readonly { language: string; post_title: string }[],
): Promise<void> {
  const same = await sameLanguage(tx, post, others);
  if (same)
    throw new Problem(
      'conflict',
      messages.translationExists(same.post_title, languageName(same.resolved, 'en')),
    );
}

async function sameLanguage(
  tx: PostTransaction,
  { language }: { language: string },
  others: readonly { language: string; post_title: string }[],
) {
  const { language: siteLanguage } = await readSite(tx);
  const resolved = language || siteLanguage;
  const same = others.find((other) => (other.language || siteLanguage) === resolved);
  return same && { ...same, resolved };
}

/** The group that a post from the bin returns to; null when another post has its language there now. */
export async function groupToReturnTo(
  tx: PostTransaction,
  post: { language: string; translation_group: number },
): Promise<number | null> {
  const others = await store.postsInGroup(tx.db, post.translation_group);
  return (await sameLanguage(tx, post, others)) ? null : post.translation_group;
}
