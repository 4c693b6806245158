import { embeddedUrls } from '../../core/images/embeds/embeds.ts';
import { queueEmbeds } from '../../core/images/store/embeds.ts';
import { isWebTitle } from '../../core/posts/api/web-titles.ts';
import { pagePathProblem } from '../../core/posts/rules/page-paths.ts';
import { pagePathOf } from '../../core/posts/rules/page-slugs.ts';
import { slugOf } from '../../core/posts/rules/slug.ts';
import { insertPost } from '../../core/posts/store/posts.ts';
import { newGroup, postsInGroup, setGroup } from '../../core/posts/store/translations.ts';
import { setFurtherCategories } from '../../core/posts/terms/store/categories.ts';
import { attachTag } from '../../core/posts/terms/store/tags.ts';
import { adminSearchText } from '../../core/posts/text.ts';
import { freeAddress } from '../../core/posts/web-titles.ts';
import { redirectKey } from '../../core/redirects/redirect-paths.ts';
import { postTagsMax, webTitleMax } from '../../platform/http/api/limits.ts';
import { urls } from '../../platform/http/urls.ts';
import { decoded } from './decoded.ts';
import { authorOf } from './find-items.ts';
import type { PostItem } from './items.ts';
import * as messages from './messages/imports.ts';
import type { PreparedPost } from './prepare-post.ts';
import type { Batch, Written } from './run.ts';
import { createdAs, noteCreated } from './store/imports.ts';
import { categoryOf, tagOf } from './write-terms.ts';

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
  if (!isPage) await attachTags(batch, id, item, language, remarks);
  if (item.translations) await joinTranslations(batch, id, item.translations, language);
  await images.store(tx, id);
  for (const url of await queueEmbeds(tx.db, embeddedUrls(text.post_content), run.now))
    await noteCreated(tx.db, run.id, `embed:${url}`, 0);
  const own = decodeURI(urls.post(webTitle));
  for (const from of item.addresses ?? [])
    if (redirectKey(from) !== own) batch.redirects.push({ from, to: { post: id }, position });
  return { created: { post: id }, remarks };
}

async function categoriesOf(batch: Batch, item: PostItem): Promise<number[]> {
  const ids: number[] = [];
  for (const path of item.categories ?? []) {
    const id = await categoryOf(batch, path);
    if (id !== null && !ids.includes(id)) ids.push(id);
  }
  return ids;
}

async function attachTags(
  batch: Batch,
  postId: number,
  item: PostItem,
  language: string,
  remarks: string[],
): Promise<void> {
  const terms = item.tags ?? [];
  if (terms.length > postTagsMax) remarks.push(messages.tooManyTags(postTagsMax));
  for (const term of terms.slice(0, postTagsMax)) {
    const tag = await tagOf(batch, term, language);
    if (tag) await attachTag(batch.tx, postId, tag);
  }
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
    item.kind === 'page' ? pagePathProblem(given) === null : given.length <= webTitleMax && isWebTitle(given);
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
    await noteCreated(tx.db, run.id, kind, group);
  }
  run.terms.set('translations', name, group);
  const others = await postsInGroup(tx.db, group);
  if (others.every((other) => other.language !== language)) await setGroup(tx, postId, group);
}
