import { transliterate } from 'transliteration';
import { maxWebTitleLength } from '../../../platform/http/api/limits.ts';
import type { WebTitleForm } from '../../site/api/site.ts';

const longest = maxWebTitleLength;
/** In a URL each character takes up to nine characters; proxies and mail programs cut long ones. */
const maxEncodedLength = 600;

/** The setting of the site, and the language of the post or else of the site. */
export type SlugStyle = { form: WebTitleForm; language: string };

const latin: SlugStyle = { form: 'transliterate', language: 'en' };
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const isJapanese = (title: string, language: string): boolean => kana.test(title) || /^ja\b/.test(language);

/**
 * The web title of a post, or a segment of the path of a page, from a title: lowercase words joined by dashes, at most 80
 * characters, never empty. Letters are transliterated to a-z, or scripts other than Latin are kept. Those of Japanese are
 * always kept, because a transliteration would give its kanji Chinese readings.
 */
export function slugOf(title: string, { form, language }: SlugStyle = latin): string {
  const text = title.normalize('NFKC').replace(/['’]/g, '');
  const keepsScript = form === 'unicode' || isJapanese(text, language);
  const letters = keepsScript
    ? text.replace(/(?:\p{Script=Latin}\p{M}*)+/gu, (run) => transliterate(run))
    : transliterate(text);
  const words = letters
    .toLowerCase()
    .normalize('NFC')
    .match(keepsScript ? keptWords : latinWords);
  return truncated(words?.join('-') ?? '', longest) || 'untitled';
}

const latinWords = /[a-z0-9]+/g;
const keptWords = /(?:[a-z0-9]|(?!\p{Script=Latin})[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{Nd}])+/gu;

/** The n-th candidate for a web title: `base`, `base-2`, `base-3`, … */
export function nextSlug(base: string, n: number): string {
  if (n < 2) return base;
  const suffix = `-${n}`;
  return truncated(base, longest - suffix.length) + suffix;
}

/** Whether a web title was generated from this title, rather than chosen by the author. */
export function isSlugOf(webTitle: string, title: string): boolean {
  const number = Number(/-(\d+)$/.exec(webTitle)?.[1] ?? 1);
  const styles: SlugStyle[] = [latin, { form: 'unicode', language: '' }];
  return styles
    .map((style) => slugOf(title, style))
    .some((base) => webTitle === base || webTitle === nextSlug(base, number));
}

function truncated(slug: string, limit: number): string {
  let most = limit;
  while (most > 1 && encodeURIComponent(slug.slice(0, most).toWellFormed()).length > maxEncodedLength) most--;
  if (slug.length <= most) return slug;
  const whole = slug.slice(0, slug.lastIndexOf('-', most));
  const cut = slug.lastIndexOf('-', most) > most / 2 ? whole : slug.slice(0, most);
  // Not half a character.
  return cut.replace(/[\uD800-\uDBFF]$/, '').replace(/-$/, '');
}
