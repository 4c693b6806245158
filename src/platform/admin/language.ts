import { type Catalog, provideTranslation } from '../messages/translate.ts';
import * as frame from '../web/messages/en/frame.ts';
import * as islands from '../web/messages/en/islands.ts';
import * as signIn from '../web/messages/en/sign-in.ts';
import type { SharedMessages } from '../web/messages/types.ts';

let texts: SharedMessages = { ...frame, ...islands, ...signIn };

/** Texts that the admin area shares with pages, in its language. */
export const sharedTexts = (): SharedMessages => texts;

/** Called by the script of a language, which the document loads before that of the admin area. */
export function provideLanguage(language: string, catalog: Catalog, shared: SharedMessages): void {
  const translation = { language, catalog, locale: language };
  provideTranslation(() => translation);
  texts = shared;
}
