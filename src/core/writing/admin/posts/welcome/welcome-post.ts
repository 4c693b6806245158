/** In the languages of the texts for readers; others get the English one. */
export const welcomePosts = {
  en: () => import('./en.ts'),
  de: () => import('./de.ts'),
  fr: () => import('./fr.ts'),
  es: () => import('./es.ts'),
  ja: () => import('./ja.ts'),
  ar: () => import('./ar.ts'),
};
type Translated = keyof typeof welcomePosts;

/** The first post of a new site, which shows the blocks. The owner agreed to it in the first questions. */
export async function welcomePost(siteLanguage: string) {
  const [language = ''] = siteLanguage.split('-', 1);
  const isTranslated = Object.hasOwn(welcomePosts, language);
  const { title, content } = await welcomePosts[isTranslated ? (language as Translated) : 'en']();
  return { post_title: title, post_content: content, active: true, language: isTranslated ? '' : 'en' };
}
