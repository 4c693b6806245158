/** The languages of the admin area, which are those that pages have texts in. */
export const adminLanguages = ['en', 'de', 'fr', 'es', 'ar', 'ja'] as const;

export type AdminLanguage = (typeof adminLanguages)[number];

export const isAdminLanguage = (language: string): language is AdminLanguage =>
  adminLanguages.some((one) => one === language);

/** That which a person has chosen, or that of the site if the admin area has it. */
export function adminLanguageOf(chosen: string | undefined, ofSite: string): AdminLanguage {
  if (chosen && isAdminLanguage(chosen)) return chosen;
  const [language = ''] = ofSite.toLowerCase().split('-');
  return isAdminLanguage(language) ? language : 'en';
}
