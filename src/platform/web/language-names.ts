const rightToLeft = /Adlm|Arab|Armi|Hebr|Mand|Nkoo|Rohg|Samr|Syrc|Thaa/;

/** The direction of the script that a language (BCP 47) is written in, which a subtag may name: az-Arab, yi-Latn. */
export const textDirection = (language: string): 'ltr' | 'rtl' =>
  rightToLeft.test(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : 'ltr';

export const usesLatinScript = (language: string): boolean =>
  new Intl.Locale(language).maximize().script === 'Latn';

/** Letters of the scripts above that texts on the web use. */
const rightToLeftLetter =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/**
 * The direction of most letters at the beginning of a text. The first letter, which `dir="auto"` goes by, is often that of a
 * product or person with a Latin name. Code is left-to-right in every language and does not count.
 */
export function directionOfHtml(html: string): 'ltr' | 'rtl' | undefined {
  const text = html.slice(0, 5000).replace(/<pre[\s\S]*?(?:<\/pre>|$)|<[^>]*(?:>|$)/g, ' ');
  // Most texts need no count.
  if (!rightToLeftLetter.test(text)) return /\p{L}/u.test(text) ? 'ltr' : undefined;
  const letters = text.match(/\p{L}/gu) ?? [];
  const rightToLeft = letters.filter((letter) => rightToLeftLetter.test(letter)).length;
  return rightToLeft * 2 > letters.length ? 'rtl' : 'ltr';
}

/** Language and territory as Open Graph wants them: `de` is `de_DE`. */
export function locale(language: string): string {
  const { language: name, region } = new Intl.Locale(language).maximize();
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
