import { maxTagLength } from '../../../../platform/http/api/limits.ts';
import { type SlugStyle, slugOf } from '../../rules/slug.ts';
import { displayTerm, nameKey } from '../api/terms.ts';
import { isReservedSegment, maxSegmentLength } from './categories.ts';

/** A name as people read it, and as it was in the URLs of another blog. */
export type NamedTerm = { name: string; slug?: string | undefined };

/** Letters that names are distinguished by, although no URL keeps them. */
const symbols: [RegExp, string][] = [
  [/\+/g, ' plus '],
  [/(?<=[\p{L}\p{N}])#/gu, ' sharp '],
];
const spelledOut = (name: string): string =>
  symbols.reduce((text, [symbol, word]) => text.replace(symbol, word), displayTerm(name));

/** Empty when no letter or digit is left. */
function slugOrNothing(name: string, style: SlugStyle): string {
  const slug = slugOf(name, style);
  return slug === 'untitled' && nameKey(name) !== 'untitled' ? '' : slug;
}

function decoded(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}

/**
 * Web names for a tag with any name, the best first: lowercase letters and digits as in the rule for tags that are typed, from
 * the slug of its former blog or else from the name. Other scripts are transliterated or kept as in web titles of posts.
 */
export function* tagWebNames({ name, slug = '' }: NamedTerm, style: SlugStyle): Generator<string> {
  const words = slugOrNothing(decoded(slug), style) || slugOrNothing(spelledOut(name), style);
  const base = words.replaceAll('-', '') || 'tag';
  // In list URLs, `null` means "no tag".
  if (base !== 'null') yield base;
  for (let number = 2; ; number++) yield cut(base, maxTagLength - String(number).length) + number;
}

/** Segments for a category with any name, the best first. They are made of a-z, 0-9 and dashes. */
export function* categorySegments({ name, slug = '' }: NamedTerm, language: string): Generator<string> {
  const style: SlugStyle = { form: 'transliterate', language };
  const ascii = (text: string) => {
    const words = slugOrNothing(text, style);
    // A name in Japanese is not transliterated, because its kanji would get Chinese readings.
    return /^[a-z0-9-]*$/.test(words) ? trimmed(words.slice(0, maxSegmentLength)) : '';
  };
  const base = ascii(decoded(slug)) || ascii(spelledOut(name)) || 'category';
  if (!isReservedSegment(base)) yield base;
  for (let number = 2; ; number++)
    yield `${trimmed(base.slice(0, maxSegmentLength - 1 - String(number).length))}-${number}`;
}

const trimmed = (segment: string): string => segment.replace(/^-|-$/g, '');
/** Not in the middle of a character. */
const cut = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
