import * as en from './en.ts';
import type { Messages } from './types.ts';

/** The catalog of each language. For the server alone: browsers download the texts of islands in one language. */
export const catalogs: Readonly<Record<string, Messages>> = { en };

/** The texts for a language (BCP 47), in English when there is no catalog for it. A region does not matter: de-AT is German. */
export function messagesIn(language: string): Messages {
  const [name = ''] = language.toLowerCase().split('-');
  return Object.hasOwn(catalogs, name) ? (catalogs[name] as Messages) : en;
}
