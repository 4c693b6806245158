/**
 * Whether a post is sent to subscribers if its author said nothing about it. Subscribers do not get the same text in several
 * languages: of translations, only the one in the language of the site is sent.
 */
export const isSentByDefault = (
  { newsletter_default }: { newsletter_default: boolean },
  post: { isTranslation: boolean; language: string },
  siteLanguage: string,
): boolean =>
  newsletter_default && !(post.isTranslation && post.language !== '' && post.language !== siteLanguage);
