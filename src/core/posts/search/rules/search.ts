import { escapeHtml } from '../../../../platform/web/escape-html.ts';

/** Words of the search index: lowercase, without accents, computed here so that both databases find the same. */

const word = /[\p{L}\p{N}\p{M}]+/gu;
/** Scripts without spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** Letters that Unicode does not decompose, but that people search for as plain ones. */
const plainLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  þ: 'th',
  ς: 'σ',
};

const maxWordLength = 60;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches all of ASCII
const ascii = /^[\x00-\x7f]*$/;

export function fold(text: string): string {
  // A fast path: the general one takes ten times as long.
  if (ascii.test(text)) return text.toLowerCase();
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[ßæœøđðħıłþς]/g, (letter) => plainLetters[letter] ?? '');
}

type WordPosition = { word: string; start: number; end: number };

/** The folded words of a text with their positions. */
function* wordsIn(text: string): Generator<WordPosition> {
  for (const { 0: run, index } of text.matchAll(word)) {
    if (ascii.test(run) || !unspaced.test(run)) yield found(run, index);
    else
      for (const { segment, index: within, isWordLike } of segmenter.segment(run))
        if (isWordLike) yield found(segment, index + within);
  }
}

const found = (text: string, start: number): WordPosition => ({
  word: cut(fold(text)),
  start,
  end: start + text.length,
});

const cut = (folded: string): string =>
  folded.length <= maxWordLength
    ? folded
    : folded
        .slice(0, maxWordLength)
        .toWellFormed()
        .replace(/\ufffd$/, '');

/** About a hundred pages; the rest of a longer text is not indexed. */
const maxTextLength = 200_000;

export function indexWords(text: string): string[] {
  return Array.from(wordsIn(text.slice(0, maxTextLength).toWellFormed()), ({ word }) => word).filter(Boolean);
}

const maxQueryLength = 300;
const maxWords = 10;

/** A word of the query; `prefix`: longer words that begin with it match too. */
type SearchTerm = { word: string; prefix: boolean };

/**
 * Up to ten distinct words of a query. A short word like 'a' only matches itself, unless it is the last one, which may be
 * incomplete.
 */
export function queryWords(query: string): SearchTerm[] {
  const words = [...new Set(indexWords(query.slice(0, maxQueryLength)))].slice(0, maxWords);
  return words.map((word, index) => ({
    word,
    prefix: index === words.length - 1 || !/^[a-z0-9]{1,2}$/.test(word),
  }));
}

const excerptLength = 240;
/** How much text an excerpt shows before the first match. */
const lead = 60;

/** The part of a text that matches most words of the query, as HTML with `<mark>` around matches. */
export function highlightedExcerpt(text: string, terms: readonly SearchTerm[]): string {
  const { hits, start } = bestMatches(text, terms);
  const from = wordStart(text, start - lead);
  const to = wordEnd(text, from + excerptLength);
  let html = from > 0 ? '…' : '';
  let at = from;
  for (const hit of hits) {
    if (hit.start < at || hit.end > to) continue;
    html += `${inOneLine(text.slice(at, hit.start))}<mark>${inOneLine(text.slice(hit.start, hit.end))}</mark>`;
    at = hit.end;
  }
  return html + inOneLine(text.slice(at, to)) + (to < text.length ? '…' : '');
}

type Hit = { start: number; end: number; term: SearchTerm };

/** A longer text is searched further only until there is a match. */
const searchedText = 5_000;

/** The matches of a text as far as it was searched, and where the first excerpt with most words of the query starts. */
function bestMatches(text: string, terms: readonly SearchTerm[]): { hits: Hit[]; start: number } {
  const hits: Hit[] = [];
  let best = { start: 0, different: 0 };
  let enough = searchedText;
  for (const { word, start, end } of wordsIn(text.slice(0, maxTextLength))) {
    if (start > enough && hits.length > 0) break;
    const term = terms.find((one) => (one.prefix ? word.startsWith(one.word) : word === one.word));
    if (!term) continue;
    hits.push({ start, end, term });
    const near = hits.slice(hits.findLastIndex((hit) => end - hit.start > excerptLength - lead) + 1);
    const different = new Set(near.map((hit) => hit.term)).size;
    if (different > best.different) best = { start: near[0]?.start ?? start, different };
    if (different === terms.length) enough = Math.min(enough, start + excerptLength);
  }
  return { hits, start: best.start };
}

function wordStart(text: string, index: number): number {
  if (index <= 0) return 0;
  const space = text.slice(index, index + lead).search(/\s/);
  return space < 0 ? atCharacter(text, index) : index + space + 1;
}

function wordEnd(text: string, index: number): number {
  if (index >= text.length) return text.length;
  const space = text.slice(index - lead, index).search(/\s\S*$/);
  return space < 0 ? atCharacter(text, index) : index - lead + space;
}

/** Moves an index out of the middle of a surrogate pair. */
const atCharacter = (text: string, index: number): number =>
  /[\udc00-\udfff]/.test(text.charAt(index)) ? index - 1 : index;

const inOneLine = (text: string): string => escapeHtml(text.replace(/\s+/g, ' '));
