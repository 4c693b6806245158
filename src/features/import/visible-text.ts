import { plainText } from '../../content/document/text.ts';
import { isBlock, isElement, isText, type Parent, parse } from '../../content/document/tree.ts';

/** Elements whose text no reader sees. */
const invisible = new Set(
  'script style template noscript head title iframe object audio video canvas svg select datalist'.split(' '),
);

function collect(parent: Parent, pieces: string[]): void {
  for (const child of parent.childNodes) {
    if (isText(child)) pieces.push(child.value);
    else if (isElement(child) && !invisible.has(child.tagName)) {
      const separates = isBlock(child) || child.tagName === 'br' || /^t[dhr]$/.test(child.tagName);
      if (separates) pieces.push(' ');
      collect(child, pieces);
      if (separates) pieces.push(' ');
    }
  }
}

/** Invisible characters that programs add or remove. */
const ignored = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;

/** The words that readers of this HTML see. */
function visibleWords(html: string): string[] {
  const pieces: string[] = [];
  collect(parse(html), pieces);
  return pieces.join('').replace(ignored, '').normalize('NFC').split(/\s+/).filter(Boolean);
}

/** Links and images lead elsewhere after an import. Most texts are the same otherwise and need not be parsed. */
const withoutUrls = (html: string): string => html.replace(/ (?:href|src)="[^"]*"/g, '');

const shownLength = 200;
const comparedWords = 500;

/** The beginning of the visible text of `source` that `stored` lacks; null when nothing is missing. The order may differ. */
export function missingText(source: string, stored: string): string | null {
  if (withoutUrls(source) === withoutUrls(stored)) return null;
  const wanted = visibleWords(source);
  const all = wanted.join('');
  // Computed anyway when the post is stored.
  if (all === plainText(stored).replace(ignored, '').normalize('NFC').replace(/\s+/g, '')) return null;
  const found = visibleWords(stored);
  const stays = found.join('');
  if (all === stays) return null;
  const counts = new Map<string, number>();
  for (const word of found) counts.set(word, (counts.get(word) ?? 0) + 1);
  const missing = wanted.filter((word) => {
    const left = counts.get(word) ?? 0;
    counts.set(word, left - 1);
    return left <= 0;
  });
  if (missing.length === 0) return null;
  // Words may be split or joined where elements meet; then no character is missing.
  const isComplete =
    stays.length >= all.length &&
    missing.length < comparedWords &&
    missing.every((word) => stays.includes(word));
  if (isComplete) return null;
  const text = missing.slice(0, comparedWords).join(' ');
  return text.length > shownLength ? `${text.slice(0, shownLength).toWellFormed()}…` : text;
}
