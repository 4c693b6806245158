import { lockName } from '../../platform/db/transaction.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import * as messages from '../../platform/messages/owner.ts';
import { type Message, message } from '../../platform/messages/translate.ts';
import { lockProfile } from '../accounts/store/profiles.ts';
import * as images from '../images/store/images.ts';
import type { PostTransaction } from '../site/store/post-transaction.ts';
import type { PostChange } from './api/posts.ts';
import type { StoredFullPost } from './store/post-rows.ts';
import type { PostUpdate } from './store/posts.ts';
import { tagProblem } from './terms/rules/tags.ts';
import { countCategories, setFurtherCategories } from './terms/store/categories.ts';
import { type StoredTag, tagExists, tagPost, untagPost } from './terms/store/tags.ts';

type Settings = Pick<
  PostChange,
  | 'category_id'
  | 'further_category_ids'
  | 'tags'
  | 'comments_open'
  | 'language'
  | 'author_id'
  | 'main_image_id'
  | 'focal_x'
  | 'focal_y'
  | 'social_image_id'
  | 'send_mail'
  | 'mail_subject'
  | 'mail_preheader'
  | 'series'
  | 'hero'
>;

/** Requires that the categories exist until the transaction ends. Called before the post is locked, as everywhere. */
export async function lockCategories(
  tx: PostTransaction,
  { category_id, further_category_ids = [] }: Pick<Settings, 'category_id' | 'further_category_ids'>,
): Promise<void> {
  const ids = [...(category_id ? [category_id] : []), ...further_category_ids];
  if (ids.length === 0) return;
  await lockName(tx.db, 'categories');
  if ((await countCategories(tx.db, ids)) < new Set(ids).size)
    throw new Problem('not_found', messages.noSuchCategory);
}

/** Requires that the author exists until the transaction ends. */
export async function requireAuthor(tx: PostTransaction, id: number | null | undefined): Promise<void> {
  if (id && !(await lockProfile(tx.db, id))) throw new Problem('invalid', messages.noSuchAuthor);
}

/** The author of what this viewer writes; null also for an administrator who is being removed at this moment. */
export async function authorOf(tx: PostTransaction, viewer: Viewer): Promise<number | null> {
  if (!viewer.admin) return null;
  return (await lockProfile(tx.db, viewer.userId))?.user_id ?? null;
}

/** The columns of the post that these settings change. */
export function settingColumns(
  before: Pick<StoredFullPost, 'kind'> &
    Partial<
      Pick<
        StoredFullPost,
        | 'category_id'
        | 'language'
        | 'comments_open'
        | 'author_id'
        | 'send_mail'
        | 'mail_subject'
        | 'mail_preheader'
        | 'series'
        | 'hero'
      >
    >,
  {
    category_id,
    language,
    comments_open,
    author_id,
    send_mail,
    mail_subject,
    mail_preheader,
    series,
    hero,
  }: Settings,
): PostUpdate {
  const columns: PostUpdate = {};
  const isPage = before.kind === 'page';
  if (isPage && category_id) throw new Problem('invalid', messages.pagesHaveNoCategory);
  // The comments of a new page are closed unless the author opens them.
  const isNewPage = isPage && before.comments_open === undefined;
  const open = comments_open === undefined ? (isNewPage ? 0 : undefined) : Number(comments_open);
  if (category_id !== undefined && category_id !== before.category_id) columns.category_id = category_id;
  if (language !== undefined && language !== before.language) columns.language = language;
  if (open !== undefined && open !== before.comments_open) columns.comments_open = open;
  if (author_id !== undefined && author_id !== before.author_id) columns.author_id = author_id;
  const isSent = send_mail === undefined || send_mail === null ? send_mail : Number(send_mail);
  if (isSent !== undefined && isSent !== before.send_mail) columns.send_mail = isSent;
  if (mail_subject !== undefined && mail_subject !== before.mail_subject) columns.mail_subject = mail_subject;
  if (mail_preheader !== undefined && mail_preheader !== before.mail_preheader)
    columns.mail_preheader = mail_preheader;
  if (series !== undefined && series !== before.series) columns.series = series;
  const isShown = hero === undefined ? undefined : Number(hero);
  if (isShown !== undefined && isShown !== before.hero) columns.hero = isShown;
  return columns;
}

export type ChangedPart = 'tags' | 'further categories' | 'images' | 'translations';

/** For the activity log. */
export const changedPart = (part: ChangedPart, post: Message): Message =>
  ({
    tags: message('Changed the tags of {post}', { post }),
    'further categories': message('Changed the further categories of {post}', { post }),
    images: message('Changed the images of {post}', { post }),
    translations: message('Changed the translations of {post}', { post }),
  })[part];

/** Sets tags, further categories and images of a post. Returns what it changed, for the activity log. */
export async function changeParts(
  tx: PostTransaction,
  before: Pick<StoredFullPost, 'id' | 'kind' | 'tags' | 'images'>,
  settings: Settings,
): Promise<ChangedPart[]> {
  const isPage = before.kind === 'page';
  if (isPage && settings.tags?.length) throw new Problem('invalid', messages.pagesHaveNoTags);
  if (isPage && settings.further_category_ids?.length)
    throw new Problem('invalid', messages.pagesHaveNoCategory);
  const changed: ChangedPart[] = [];
  if (settings.tags && (await setTags(tx, before.id, before.tags, settings.tags))) changed.push('tags');
  const further = settings.further_category_ids;
  if (further && (await setFurtherCategories(tx, before.id, further))) changed.push('further categories');
  if (await setImages(tx, before, settings)) changed.push('images');
  return changed;
}

/** The rule is for new tags: those that exist may come from an import. */
export async function requireTags(tx: PostTransaction, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const problem = tagProblem(name);
    if (problem && !(await tagExists(tx.db, name))) throw new Problem('invalid', problem);
  }
}

async function setTags(
  tx: PostTransaction,
  postId: number,
  had: readonly StoredTag[],
  names: readonly string[],
): Promise<boolean> {
  const added = names.filter((name) => had.every(({ tag_name }) => tag_name !== name));
  const removed = had.filter(({ tag_name }) => !names.includes(tag_name));
  await requireTags(tx, added);
  for (const name of added.toSorted()) await tagPost(tx, postId, name);
  for (const { id } of removed) await untagPost(tx, id);
  return added.length + removed.length > 0;
}

async function setImages(
  tx: PostTransaction,
  post: Pick<StoredFullPost, 'id' | 'images'>,
  { main_image_id, social_image_id, focal_x, focal_y }: Settings,
): Promise<boolean> {
  const requireOwn = (id: number | null) => {
    if (id !== null && post.images.every((image) => image.id !== id))
      throw new Problem('not_found', messages.noSuchImageOnPost);
  };
  const main = post.images.find((image) => image.main_image === 1);
  const social = post.images.find((image) => image.social_image === 1);
  let isChanged = false;
  if (main_image_id !== undefined && main_image_id !== (main?.id ?? null)) {
    requireOwn(main_image_id);
    await images.chooseImage(tx, post.id, 'main_image', main_image_id);
    isChanged = true;
  }
  if (social_image_id !== undefined && social_image_id !== (social?.id ?? null)) {
    requireOwn(social_image_id);
    await images.chooseImage(tx, post.id, 'social_image', social_image_id);
    isChanged = true;
  }
  const focused = post.images.find(
    ({ id }) => id === (main_image_id === undefined ? main?.id : main_image_id),
  );
  const [x, y] = [focal_x ?? focused?.focal_x, focal_y ?? focused?.focal_y];
  if (focused && x !== undefined && y !== undefined && (x !== focused.focal_x || y !== focused.focal_y)) {
    await images.setFocalPoint(tx, focused, { focal_x: x, focal_y: y });
    isChanged = true;
  }
  return isChanged;
}
