import * as ar from './ar.ts';
import * as de from './de.ts';
import * as en from './en.ts';
import * as es from './es.ts';
import * as fr from './fr.ts';
import * as ja from './ja.ts';
import type { Messages } from './types.ts';

/** The catalog of each language. For the server alone: browsers download the texts of islands in one language. */
export const catalogs: Readonly<Record<string, Messages>> = { en, de, fr, es, ja, ar };

/** The texts for a language (BCP 47), in English when there is no catalog for it. A region does not matter: de-AT is German. */
export function messagesIn(language: string): Messages {
  const [name = ''] = language.toLowerCase().split('-');
  return Object.hasOwn(catalogs, name) ? (catalogs[name] as Messages) : en;
}
