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

/** Without the article that Arabic joins to its words. */
const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.replace(/^ال(?=..)/, ''));

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
  const stems = searched
    .filter(({ length }) => length > 3)
    .map((word) => word.slice(0, Math.max(4, word.length - 2)));
  const isIn = (stem: string, text = '') =>
    wordsOf(text).some((word) => word.startsWith(stem) || (word.length > 3 && stem.startsWith(word)));
  const scores = all.map(({ name, words }) =>
    stems.reduce((sum, stem) => sum + (isIn(stem, name) ? 2 : isIn(stem, words) ? 1 : 0), 0),
  );
  const best = Math.max(1, ...scores);
  return all.filter((_, index) => scores[index] === best);
}
