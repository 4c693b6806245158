import { type Catalog, provideTranslation } from '../messages/translate.ts';
import * as english from '../web/messages/en.ts';
import type { Messages } from '../web/messages/types.ts';

let texts: Messages = english;

/** Texts that the admin area shares with pages, in its language. */
export const sharedTexts = (): Messages => texts;

/** Called by the script of a language, which the document loads before that of the admin area. */
export function provideLanguage(language: string, catalog: Catalog, shared: Messages): void {
  const translation = { language, catalog, locale: language };
  provideTranslation(() => translation);
  texts = shared;
}
