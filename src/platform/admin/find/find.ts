import { type Navigation, navigationUrl } from '../frame/navigation.ts';
import type { Found } from '../module.ts';

/** Every screen of the navigation and every setting on them. */
export async function screensAndSettings(navigation: Navigation): Promise<Found[]> {
  const found = navigation.flatMap(({ links }) =>
    links.map(async ({ name, group, path, keywords = '', settings }) => {
      const url = navigationUrl(path);
      const context = `${group} › ${name}`;
      const ofScreen = ((await settings?.()) ?? []).map(({ label, hint = '' }) => ({
        name: label,
        context,
        url,
        setting: label,
        words: hint,
      }));
      return [{ name, context: group, url, words: `${keywords} ${group}` }, ...ofScreen];
    }),
  );
  return (await Promise.all(found)).flat();
}

/** Japanese has no spaces between its words. */
const japanese = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]/u;
let segmenter: Intl.Segmenter | undefined;

function segmented(text: string): string {
  if (!japanese.test(text)) return text;
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment).join(' ');
}

/** Without the article that Arabic joins to its words. */
const wordsOf = (text: string): string[] =>
  (segmented(text.toLowerCase()).match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.replace(/^ال(?=..)/, ''));

/** Short words, and Japanese ones in Hiragana, are of the grammar. */
const isTelling = (word: string): boolean => word.length > 3 || /^[\p{sc=Han}\p{sc=Katakana}]{2}/u.test(word);

/** Those with a word that begins with each word of the query; names come before other words. */
export function matching(all: readonly Found[], query: string): Found[] {
  const searched = wordsOf(query);
  const hasAll = (text: string) => {
    const words = wordsOf(text);
    return searched.every((start) => words.some((word) => word.startsWith(start)));
  };
  const named = all.filter(({ name }) => hasAll(name));
  const others = all.filter((found) => !named.includes(found));
  const found = [...named, ...others.filter(({ name, words = '' }) => hasAll(`${name} ${words}`))];
  return found.length > 0 ? found : nearest(all, searched);
}

/** For a sentence such as "send a test mail": those with the most of its words or their stems, in the name above all. */
function nearest(all: readonly Found[], searched: readonly string[]): Found[] {
  const stems = searched.filter(isTelling).map((word) => word.slice(0, Math.max(4, word.length - 2)));
  // A part of a compound, such as the mail of "Mailserver", counts less than the whole.
  const score = (stem: string, words: readonly string[]) =>
    Math.max(
      0,
      ...words.map((word) =>
        word.startsWith(stem) ? 1 : word.length > 3 && stem.startsWith(word) ? word.length / stem.length : 0,
      ),
    );
  const scores = all.map(({ name, words = '' }) => {
    const [ofName, ofWords] = [wordsOf(name), wordsOf(words)];
    return stems.reduce((sum, stem) => sum + Math.max(1.9 * score(stem, ofName), score(stem, ofWords)), 0);
  });
  const best = Math.max(...scores);
  return all.filter((_, index) => best > 0 && scores[index] === best);
}
