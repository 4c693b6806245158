const rightToLeft = /Adlm|Arab|Armi|Hebr|Mand|Nkoo|Rohg|Samr|Syrc|Thaa/;

/** The direction of the script that a language (BCP 47) is written in, which a subtag may name: az-Arab, yi-Latn. */
export const textDirection = (language: string): 'ltr' | 'rtl' =>
  rightToLeft.test(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : 'ltr';

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
