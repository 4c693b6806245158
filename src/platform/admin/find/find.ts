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

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Those with a word that begins with each word of the query; names come before other words. */
export function matching(all: readonly Found[], query: string): Found[] {
  const searched = wordsOf(query);
  const hasAll = (text: string) => {
    const words = wordsOf(text);
    return searched.every((start) => words.some((word) => word.startsWith(start)));
  };
  const named = all.filter(({ name }) => hasAll(name));
  const others = all.filter((found) => !named.includes(found));
  return [...named, ...others.filter(({ name, words = '' }) => hasAll(`${name} ${words}`))];
}
