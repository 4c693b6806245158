import { AsyncLocalStorage } from 'node:async_hooks';
import { type AdminLanguage, adminLanguageOf } from './languages.ts';
import { type Catalog, english, provideTranslation, type Translation, t } from './translate.ts';

/** The translation of the person whose request is handled. Without one, the texts are in English. */
const storage = new AsyncLocalStorage<Translation>();
const englishOnServer: Translation = { ...english, locale: 'en' };
provideTranslation(() => storage.getStore() ?? englishOnServer);

const catalogs: Record<Exclude<AdminLanguage, 'en'>, () => Promise<{ default: Catalog }>> = {
  ar: () => import('./translations/ar.json', { with: { type: 'json' } }),
  de: () => import('./translations/de.json', { with: { type: 'json' } }),
  es: () => import('./translations/es.json', { with: { type: 'json' } }),
  fr: () => import('./translations/fr.json', { with: { type: 'json' } }),
  ja: () => import('./translations/ja.json', { with: { type: 'json' } }),
};

/** The texts for a person; `chosen` is the language of the profile. A catalog is loaded when it is needed first. */
export async function translationFor(chosen: string | undefined, ofSite: string): Promise<Translation> {
  const language = adminLanguageOf(chosen, ofSite);
  if (language === 'en') return englishOnServer;
  const { default: catalog } = await catalogs[language]();
  return { language, catalog, locale: language };
}

/** Messages that are made during the work are in the language. */
export const inTranslation = <Result>(translation: Translation, work: () => Result): Result =>
  translation === englishOnServer ? work() : storage.run(translation, work);

export const inEnglish = <Result>(work: () => Result): Result => storage.run(englishOnServer, work);

/** A message without gaps may have been made before the language was known. */
export const messageIn = (translation: Translation, message: string): string =>
  inTranslation(translation, () => t(message));
