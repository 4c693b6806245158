import type { Catalog } from '../src/platform/messages/translate.ts';
import type { Message } from './source-messages.ts';

const gaps = (text: string): string => [...new Set(text.match(/\{\w+\}|<\/?\w+>/g) ?? [])].sort().join(' ');
const withoutCount = (found: string): string => found.replace(/\{count\} ?/, '').trim();

/** What is wrong with the catalog of a language. */
export function problemsOf(language: string, catalog: Catalog, messages: readonly Message[]): string[] {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  const known = new Set(messages.map(({ text }) => text));
  const unused = Object.keys(catalog).filter((text) => !known.has(text));
  return [
    ...unused.map((text) => `unused: ${text}`),
    ...messages.flatMap(({ text, one }) => {
      const translation = catalog[text];
      if (translation === undefined) return [`missing: ${text}`];
      if (one === undefined) {
        if (typeof translation !== 'string') return [`not a plural: ${text}`];
        if (translation.trim() === '') return [`empty: ${text}`];
        return gaps(translation) === gaps(text) ? [] : [`other placeholders: ${text}`];
      }
      if (typeof translation === 'string') return [`plural forms expected: ${text}`];
      const forms = Object.keys(translation);
      const lacking = pluralCategories.filter((category) => !forms.includes(category));
      if (lacking.length > 0) return [`plural form ${lacking.join(', ')} missing: ${text}`];
      const strange = forms.filter((form) => !pluralCategories.includes(form as Intl.LDMLPluralRule));
      if (strange.length > 0) return [`${language} has no plural form ${strange.join(', ')}: ${text}`];
      // A form for one or two may say so in words.
      const isWrong = Object.values(translation).some(
        (form) => form.trim() === '' || withoutCount(gaps(form)) !== withoutCount(gaps(text)),
      );
      if (isWrong || gaps(translation.other) !== gaps(text)) return [`other placeholders: ${text}`];
      return [];
    }),
  ];
}
