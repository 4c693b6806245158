import type { IslandMessages } from '../messages/types.ts';

/** The texts of islands in each language. */
const catalogs: Record<string, () => Promise<IslandMessages>> = {
  en: () => import('../messages/en/islands.ts'),
  de: () => import('../messages/de/islands.ts'),
  fr: () => import('../messages/fr/islands.ts'),
  es: () => import('../messages/es/islands.ts'),
  ja: () => import('../messages/ja/islands.ts'),
  ar: () => import('../messages/ar/islands.ts'),
};

/** Loads the texts of islands in the language of the document, English ones when there are none. */
export const loadIslandMessages = (): Promise<IslandMessages> => {
  const [language = ''] = document.documentElement.lang.split('-');
  return (catalogs[language] ?? (catalogs.en as (typeof catalogs)[string]))();
};
