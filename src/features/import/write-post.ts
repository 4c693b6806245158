import { decoded } from '../../content/document/url.ts';
import { embeddedUrls } from '../../core/images/embeds/embeds.ts';
import { queueEmbeds } from '../../core/images/store/embeds.ts';
import { isWebTitle } from '../../core/posts/api/web-titles.ts';
import { pagePathProblem } from '../../core/posts/rules/page-paths.ts';
import { pagePathOf } from '../../core/posts/rules/page-slugs.ts';
import { slugOf } from '../../core/posts/rules/slug.ts';
import { insertPost, lockPost, postHead, rewritePost } from '../../core/posts/store/posts.ts';
import { newGroup, postsInGroup, setGroup } from '../../core/posts/store/translations.ts';
import { setFurtherCategories } from '../../core/posts/terms/store/categories.ts';
import { attachTags, untagAll } from '../../core/posts/terms/store/tags.ts';
import { adminSearchText } from '../../core/posts/text.ts';
import { freeAddress } from '../../core/posts/web-titles.ts';
import { redirectKey } from '../../core/redirects/redirect-paths.ts';
import { maxPostTags, maxWebTitleLength } from '../../platform/http/api/limits.ts';
import { urls } from '../../platform/http/urls.ts';
import { authorOf } from './find-items.ts';
import type { PostItem } from './items.ts';
import * as messages from './messages/imports.ts';
import type { PreparedPost } from './prepare-post.ts';
import type { Batch, Written } from './run.ts';
import { createdAs, type EarlierItem, recordCreated, updateItem } from './store/imports.ts';
import { categoryOf, tagIdsOf } from './write-terms.ts';

export async function writePost(
  batch: Batch,
  item: PostItem,
  { text, derived, dates, language, images, remarks: found }: PreparedPost,
  position: number,
): Promise<Written> {
  const { tx, run } = batch;
  const remarks = [...found];
  const isPage = item.kind === 'page';
  if (isPage && (item.tags?.length || item.categories?.length)) remarks.push(messages.pageTags);
  const categories = isPage ? [] : await categoriesOf(batch, item);
  const webTitle = await webTitleOf(batch, item, language, remarks);
  const { update_date, ...otherDates } = dates;
  const id = await insertPost(tx, {
    kind: item.kind,
    ...text,
    ...derived,
    ...otherDates,
    ...(update_date !== null && { update_date }),
    post_title_web: webTitle,
    search_text: adminSearchText(text, webTitle),
    category_id: categories[0] ?? null,
    language,
    comments_open: Number(item.commentsOpen ?? !isPage),
    author_id: item.author ? await authorOf(batch, item.author) : null,
    written_date: run.now,
    written_by: null,
  });
  if (categories.length > 1) await setFurtherCategories(tx, id, categories.slice(1));
  if (!isPage) await attachTagsOf(batch, id, item, language, remarks);
  if (item.translations) await joinTranslations(batch, id, item.translations, language);
  await finishText(batch, id, text.post_content, images);
  redirectAddresses(batch, item, { id, webTitle }, position);
  return { created: { post: id }, remarks };
}

/** Gives a post that an earlier import wrote the text that its source has now. The former text becomes a revision. */
export async function updatePost(
  batch: Batch,
  item: PostItem,
  { text, derived, dates, language, images, remarks: found }: PreparedPost,
  position: number,
  earlier: EarlierItem & { source_hash: string },
): Promise<{ created: { post: number; version: number }; remarks: string[] }> {
  const { tx, run } = batch;
  const id = earlier.post_id ?? 0;
  const remarks = [...found];
  await lockPost(tx.db, id);
  const before = await postHead(tx.db, id);
  if (!before) throw new Error('The post was deleted meanwhile.');
  const categories = item.kind === 'page' ? [] : await categoriesOf(batch, item);
  const { update_date, first_active_date, ...otherDates } = dates;
  await rewritePost(
    tx,
    id,
    {
      ...text,
      ...derived,
      ...otherDates,
      update_date: update_date ?? run.now,
      ...(before.first_active_date === null && first_active_date !== null && { first_active_date }),
      search_text: adminSearchText(text, before.post_title_web),
      category_id: categories[0] ?? null,
      language,
    },
    { written_date: run.now, written_by: null },
  );
  if (item.kind === 'post') {
    await setFurtherCategories(tx, id, categories.slice(1));
    await untagAll(tx, id);
    await attachTagsOf(batch, id, item, language, remarks);
  }
  await finishText(batch, id, text.post_content, images);
  redirectAddresses(batch, item, { id, webTitle: before.post_title_web }, position);
  const version = (await postHead(tx.db, id))?.version ?? 0;
  // The post has the text of the source again, and is the import's own.
  await updateItem(tx.db, earlier.id, { source_hash: earlier.source_hash, post_version: version });
  return { created: { post: id, version }, remarks };
}

/** What a text shows: its images, and the pages that it embeds. */
async function finishText(
  { tx, run }: Batch,
  id: number,
  html: string,
  images: PreparedPost['images'],
): Promise<void> {
  await images.store(tx, id);
  for (const url of await queueEmbeds(tx.db, embeddedUrls(html), run.now))
    await recordCreated(tx.db, run.id, `embed:${url}`, 0);
}

function redirectAddresses(
  { redirects }: Batch,
  { addresses = [] }: PostItem,
  { id, webTitle }: { id: number; webTitle: string },
  position: number,
): void {
  const own = decodeURI(urls.post(webTitle));
  for (const from of addresses)
    if (redirectKey(from) !== own) redirects.push({ from, to: { post: id }, position });
}

async function categoriesOf(batch: Batch, item: PostItem): Promise<number[]> {
  const ids: number[] = [];
  for (const path of item.categories ?? []) {
    const id = await categoryOf(batch, path);
    if (id !== null && !ids.includes(id)) ids.push(id);
  }
  return ids;
}

async function attachTagsOf(
  batch: Batch,
  postId: number,
  { tags = [] }: PostItem,
  language: string,
  remarks: string[],
): Promise<void> {
  if (tags.length > maxPostTags) remarks.push(messages.tooManyTags(maxPostTags));
  await attachTags(batch.tx, postId, await tagIdsOf(batch, tags.slice(0, maxPostTags), language));
}

/** The web title of the source if it is possible here, otherwise one that follows from it or from the title. */
async function webTitleOf(
  { tx, run }: Batch,
  item: PostItem,
  language: string,
  remarks: string[],
): Promise<string> {
  const style = { form: run.site.web_titles, language: language || run.site.language };
  const given = decoded(item.slug ?? '').normalize('NFC');
  const isPossible =
    item.kind === 'page'
      ? pagePathProblem(given) === null
      : given.length <= maxWebTitleLength && isWebTitle(given);
  const wanted = isPossible
    ? given
    : item.kind === 'page'
      ? pagePathOf(given.split('/').findLast(Boolean) || item.title, style)
      : slugOf(given || item.title, style);
  if (given && !isPossible) remarks.push(messages.webTitleChanged(given.slice(0, 100), wanted));
  const free = await freeAddress(tx.db, wanted, 0);
  if (free !== wanted) remarks.push(messages.webTitleNumbered(wanted, free));
  return free;
}

/** Posts of one group are translations of each other; a group has each language once. */
async function joinTranslations(
  { tx, run }: Batch,
  postId: number,
  name: string,
  language: string,
): Promise<void> {
  const kind = `translations:${name}`;
  let group = run.terms.get('translations', name) ?? (await createdAs(tx.db, run.id, kind));
  if (!group) {
    group = await newGroup(tx);
    await recordCreated(tx.db, run.id, kind, group);
  }
  run.terms.set('translations', name, group);
  const others = await postsInGroup(tx.db, group);
  if (others.every((other) => other.language !== language)) await setGroup(tx, postId, group);
}
