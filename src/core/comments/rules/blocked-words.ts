import { indexWords } from '../../posts/search/rules/search.ts';

/** Longer phrases are not blocked, so that a text is compared in time that is linear in its length. */
const maxPhraseLength = 5;

/** Characters that are not seen, and variants of letters, must not hide a word. */
const plain = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '');

/** A word, a phrase or a host name in the form in which it is compared; null when it has no letters or too many words. */
export function blockedForm(raw: string): string | null {
  const words = indexWords(plain(raw));
  return words.length > 0 && words.length <= maxPhraseLength ? words.join(' ') : null;
}

/** Whether one of the texts contains a blocked word, as a whole word and in any case or accent. */
export function hasBlockedWord(texts: readonly string[], blocked: readonly string[]): boolean {
  if (blocked.length === 0) return false;
  const forms = new Set(blocked);
  const lengths = new Set(blocked.map((form) => form.split(' ').length));
  return texts.some((text) => {
    const words = indexWords(plain(text));
    return words.some((_, start) =>
      [...lengths].some((length) => forms.has(words.slice(start, start + length).join(' '))),
    );
  });
}
