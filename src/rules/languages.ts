/** The language of the site and of posts without one of their own. */
export const siteLanguage = 'en';

/** Scripts that are written from right to left, and the languages that use one of them without saying so. */
const rightToLeft =
  /^(?:ar|arc|az-Arab|ckb|dv|fa|he|iw|ks|nqo|ps|sd|syr|ug|ur|yi)(?:-|$)|-(?:Arab|Hebr|Thaa|Syrc|Nkoo)\b/;
const leftToRightScript = /-(?:Latn|Cyrl|Deva)\b/;

export const textDirection = (language: string): 'ltr' | 'rtl' =>
  rightToLeft.test(language) && !leftToRightScript.test(language) ? 'rtl' : 'ltr';

/** Language and territory as Open Graph wants them: `de` is `de_DE`. */
export function locale(language: string): string {
  const { language: name, region } = new Intl.Locale(language).maximize();
  return region ? `${name}_${region}` : name;
}
