/** Words as the search index knows them: small letters without accents. Both databases get them ready-made. */

const word = /[\p{L}\p{N}\p{M}]+/gu;
/** Written without blanks between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** Letters that are no accented form of another one, but are typed as one. */
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

const longestWord = 60;

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
const ascii = /^[\x00-\x7f]*$/;

export function fold(text: string): string {
  // Most words of most languages; the way below takes ten times as long.
  if (ascii.test(text)) return text.toLowerCase();
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[ßæœøđðħıłþς]/g, (letter) => plainLetters[letter] ?? '');
}

type Found = { word: string; start: number; end: number };

/** The words of a text, folded, and where each stands. */
export function* wordsIn(text: string): Generator<Found> {
  for (const { 0: run, index } of text.matchAll(word)) {
    if (ascii.test(run) || !unspaced.test(run)) yield found(run, index);
    else
      for (const { segment, index: within, isWordLike } of segmenter.segment(run))
        if (isWordLike) yield found(segment, index + within);
  }
}

const found = (text: string, start: number): Found => ({
  word: cut(fold(text)),
  start,
  end: start + text.length,
});

const cut = (folded: string): string =>
  folded.length <= longestWord
    ? folded
    : folded
        .slice(0, longestWord)
        .toWellFormed()
        .replace(/\ufffd$/, '');

/** A book of some hundred pages; what follows in a longer text is not found. */
const longestText = 200_000;

export function indexWords(text: string): string[] {
  return Array.from(wordsIn(text.slice(0, longestText).toWellFormed()), ({ word }) => word).filter(Boolean);
}

const longestQuery = 300;
const mostWords = 10;

/** A word to look for; with `prefix`, longer words that begin with it are found as well. */
export type SearchTerm = { word: string; prefix: boolean };

/**
 * What somebody looks for: up to ten different words, whatever else was typed. A short word like 'a' stands for itself,
 * unless it is the last one: that may still be on its way.
 */
export function queryWords(query: string): SearchTerm[] {
  const words = [...new Set(indexWords(query.slice(0, longestQuery)))].slice(0, mostWords);
  return words.map((word, index) => ({
    word,
    prefix: index === words.length - 1 || !/^[a-z0-9]{1,2}$/.test(word),
  }));
}

const excerptLength = 240;
const before = 60;

/** The place of a text that says most about the words looked for, as HTML in which they are marked. */
export function highlightedExcerpt(text: string, wanted: readonly SearchTerm[]): string {
  const hits = wanted.length === 0 ? [] : matches(text, wanted);
  const from = wordStart(text, bestStart(hits) - before);
  const to = wordEnd(text, from + excerptLength);
  let html = from > 0 ? '…' : '';
  let at = from;
  for (const hit of hits) {
    if (hit.start < at || hit.end > to) continue;
    html += `${inHtml(text.slice(at, hit.start))}<mark>${inHtml(text.slice(hit.start, hit.end))}</mark>`;
    at = hit.end;
  }
  return html + inHtml(text.slice(at, to)) + (to < text.length ? '…' : '');
}

type Hit = { start: number; end: number; wanted: SearchTerm };

function matches(text: string, wanted: readonly SearchTerm[]): Hit[] {
  const hits: Hit[] = [];
  for (const { word, start, end } of wordsIn(text.slice(0, longestText))) {
    const hit = wanted.find((one) => (one.prefix ? word.startsWith(one.word) : word === one.word));
    if (hit) hits.push({ start, end, wanted: hit });
  }
  return hits;
}

/** Where the stretch begins that has the most different words, the first of them if several do. */
function bestStart(hits: readonly Hit[]): number {
  let best = { start: 0, different: 0 };
  for (const [index, { start }] of hits.entries()) {
    const different = new Set<SearchTerm>();
    for (let next = index; next < hits.length; next++) {
      const hit = hits[next];
      if (!hit || hit.end > start + excerptLength - before) break;
      different.add(hit.wanted);
    }
    if (different.size > best.different) best = { start, different: different.size };
  }
  return best.start;
}

function wordStart(text: string, wanted: number): number {
  if (wanted <= 0) return 0;
  const blank = text.slice(wanted, wanted + before).search(/\s/);
  return blank < 0 ? atCharacter(text, wanted) : wanted + blank + 1;
}

function wordEnd(text: string, wanted: number): number {
  if (wanted >= text.length) return text.length;
  const blank = text.slice(wanted - before, wanted).search(/\s\S*$/);
  return blank < 0 ? atCharacter(text, wanted) : wanted - before + blank;
}

/** Not between the two halves of a character. */
const atCharacter = (text: string, index: number): number =>
  /[\udc00-\udfff]/.test(text.charAt(index)) ? index - 1 : index;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const inHtml = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/[&<>"]/g, (character) => entities[character] ?? '');
