import type { IslandMessages } from '../../../messages/reader/types.ts';

/** The texts of islands in each language. */
const catalogs: Record<string, () => Promise<IslandMessages>> = {
  en: () => import('../../../messages/reader/en/islands.ts'),
  de: () => import('../../../messages/reader/de/islands.ts'),
  fr: () => import('../../../messages/reader/fr/islands.ts'),
  es: () => import('../../../messages/reader/es/islands.ts'),
  ja: () => import('../../../messages/reader/ja/islands.ts'),
  ar: () => import('../../../messages/reader/ar/islands.ts'),
};

/** Loads the texts of islands in the language of the document, English ones when there are none. */
export const loadIslandMessages = (): Promise<IslandMessages> => {
  const [language = ''] = document.documentElement.lang.split('-');
  return (catalogs[language] ?? (catalogs.en as (typeof catalogs)[string]))();
};
