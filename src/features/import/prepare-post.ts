import type { Selectable } from 'kysely';
import { keepKnownEmbed, storePreview } from '../../core/images/embeds/embeds.ts';
import type { PostText } from '../../core/posts/api/post-fields.ts';
import { derive, lookupsFor } from '../../core/posts/rendering.ts';
import type { PostDerived } from '../../core/posts/store/posts.ts';
import { normalizedText } from '../../core/posts/text.ts';
import { describedBy } from '../../core/posts/write-posts.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { MediaError } from '../../platform/files/errors.ts';
import { adminBodyBytes, maxDescriptionLength, maxTitleLength } from '../../platform/http/api/limits.ts';
import { cleanText } from '../../platform/http/api/plain-text.ts';
import { canonicalLanguage } from '../../platform/web/languages.ts';
import { withSourceFile } from './archive-images.ts';
import { textDifference } from './content/compare-text.ts';
import { type PostImages, preparePostImages } from './import-images.ts';
import type { KnownEmbed, PostItem } from './items.ts';
import * as messages from './messages/imports.ts';
import { withKnownLinks } from './rewrite-links.ts';
import type { ImportRun } from './run.ts';
import { imagesIn } from './source-images.ts';
import { recordCreated } from './store/imports.ts';

/** A post that can be written in a short transaction. */
export type PreparedPost = {
  text: PostText;
  derived: PostDerived;
  dates: PostDates;
  language: string;
  images: PostImages;
  remarks: string[];
};

/** Everything that takes time: sanitizing, rendering, images. */
export async function preparePost(
  run: ImportRun,
  item: PostItem,
): Promise<PreparedPost | { leftOut: string }> {
  if (Buffer.byteLength(item.html) > adminBodyBytes)
    return { leftOut: messages.postTooLong(adminBodyBytes / 1024 / 1024) };
  const { blog } = run;
  const remarks: string[] = [];
  const images = await preparePostImages(run, item, item.html);
  const text = normalizedText(blog, {
    post_title: cut(item.title, maxTitleLength, () => remarks.push(messages.titleTruncated(maxTitleLength))),
    post_content: cleanText(images.html),
    meta_description: cut(item.summary ?? '', maxDescriptionLength, () =>
      remarks.push(messages.summaryTruncated(maxDescriptionLength)),
    ),
  });
  if (!run.isDryRun) text.post_content = await withKnownLinks(blog.db, run.scope, text.post_content);
  const difference = textDifference(item.html, text.post_content);
  if (difference) remarks.push(messages.textDiffers(difference));
  if (!run.isDryRun) await keepEmbeds(run, item.embeds ?? []);
  const language = checkedLanguage(item.language, remarks);
  const known = await lookupsFor(blog, blog.db, { ...text, language }, null);
  const lookups = { ...known, findImage: images.find };
  return {
    text,
    derived: describedBy(text, derive(text.post_content, lookups)),
    dates: datesOf(item, run.now, remarks),
    language: language === run.site.language ? '' : language,
    images,
    remarks: [...remarks, ...images.remarks],
  };
}

/** A preview without its image is better than none. */
function ignoreMedia(error: unknown): null {
  if (error instanceof MediaError) return null;
  throw error;
}

/** Before the text is rendered, so that it shows them. */
async function keepEmbeds({ blog, source, id }: ImportRun, embeds: readonly KnownEmbed[]): Promise<void> {
  for (const { url, image, ...known } of embeds) {
    const file = image && imagesIn(source).find(image);
    const preview = file
      ? await withSourceFile(blog, source, file, (copy) => storePreview(blog, copy)).catch(ignoreMedia)
      : null;
    if (await keepKnownEmbed(blog, url, known, preview)) await recordCreated(blog.db, id, `embed:${url}`, 0);
  }
}

function cut(raw: string, max: number, onCut: () => void): string {
  const characters = [...cleanText(raw).replace(/\s+/g, ' ').trim()];
  if (characters.length > max) onCut();
  return characters.slice(0, max).join('');
}

function checkedLanguage(given: string | undefined, remarks: string[]): string {
  if (!given) return '';
  const language = canonicalLanguage(given.replaceAll('_', '-'));
  if (language) return language;
  remarks.push(messages.languageUnknown(given));
  return '';
}

type PostDates = Pick<
  Selectable<Schema['posts']>,
  'post_date' | 'date_given' | 'update_date' | 'active' | 'first_active_date' | 'scheduled_date'
>;

function datesOf(item: PostItem, now: string, remarks: string[]): PostDates {
  const date = checkedDate(item.date, remarks);
  const updated = checkedDate(item.updated ?? null, remarks);
  // A public post of the future was not shown yet by most programs, and would be the first of every list here.
  const isScheduled = item.status === 'public' && date !== null && date > now;
  // A post would be public with the date of the import; a page shows none.
  const isUndated = item.kind === 'post' && date === null && item.status === 'public';
  const isActive = !isScheduled && !isUndated && item.status === 'public';
  if (item.status === 'private') remarks.push(messages.wasPrivate);
  if (isUndated) remarks.push(messages.dateMissing);
  return {
    post_date: date ?? now,
    date_given: date === null ? 0 : 1,
    update_date: isActive && updated !== null && updated > (date ?? now) ? updated : null,
    active: isActive ? 1 : 0,
    first_active_date: isActive ? (date ?? now) : null,
    scheduled_date: isScheduled ? date : null,
  };
}

/** ISO 8601 in UTC, in the range of dates of posts; null with a remark otherwise. */
export function checkedDate(date: string | null, remarks: string[]): string | null {
  if (date === null) return null;
  const time = Date.parse(date);
  const iso = Number.isNaN(time) ? '' : new Date(time).toISOString();
  if (iso >= '1000' && iso <= '9999') return iso;
  remarks.push(messages.dateUnreadable(date.slice(0, 50)));
  return null;
}
