const rightToLeft = /Adlm|Arab|Armi|Hebr|Mand|Nkoo|Rohg|Samr|Syrc|Thaa/;

const locales = new Map<string, Intl.Locale>();
const maxLocales = 200;

/** With its likely script and region. Few languages are asked for on every page, and ICU takes long. */
function maximized(language: string): Intl.Locale {
  const found = locales.get(language) ?? new Intl.Locale(language).maximize();
  if (locales.size >= maxLocales) locales.clear();
  locales.set(language, found);
  return found;
}

/** The direction of the script that a language (BCP 47) is written in, which a subtag may name: az-Arab, yi-Latn. */
export const textDirection = (language: string): 'ltr' | 'rtl' =>
  rightToLeft.test(maximized(language).script ?? '') ? 'rtl' : 'ltr';

export const usesLatinScript = (language: string): boolean => maximized(language).script === 'Latn';

/** Letters of the scripts above that texts on the web use. */
const rightToLeftLetter =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** Where they are, halves of surrogate pairs included: in a long text, Unicode mode takes ten times as long. */
const nearRightToLeft = /[\u0590-\u08ff\ufb1d-\ufefc\ud802\ud803\ud83a\ud83b]/;

/**
 * The direction of most letters at the beginning of a text. The first letter, which `dir="auto"` goes by, is often that of a
 * product or person with a Latin name. Code is left-to-right in every language and does not count. Where left-to-right is usual, a
 * text needs no closer look without a letter of the other direction.
 */
export function directionOfHtml(html: string, usual?: 'ltr' | 'rtl'): 'ltr' | 'rtl' | undefined {
  const start = html.slice(0, 5000);
  if (usual === 'ltr' && !nearRightToLeft.test(start)) return usual;
  const text = start.replace(/<pre[\s\S]*?(?:<\/pre>|$)|<[^>]*(?:>|$)/g, ' ');
  // Most texts need no count.
  if (!rightToLeftLetter.test(text)) return /\p{L}/u.test(text) ? 'ltr' : undefined;
  const letters = text.match(/\p{L}/gu) ?? [];
  const rightToLeft = letters.filter((letter) => rightToLeftLetter.test(letter)).length;
  return rightToLeft * 2 > letters.length ? 'rtl' : 'ltr';
}

/** Language and territory as Open Graph wants them: `de` is `de_DE`. */
export function locale(language: string): string {
  const { language: name, region } = maximized(language);
  return region ? `${name}_${region}` : name;
}

/** The name of a language, in itself or in another one; the tag when it has none. */
export function languageName(tag: string, inLanguage: string = tag): string {
  try {
    return new Intl.DisplayNames([inLanguage], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
