import { plural, t } from '../../platform/messages/translate.ts';

/** Messages about redirects, for the owner and in the reports of imports. */

export const redirectFromEmpty = t('Enter the old path, such as /2010/04/03/tea/.');
export const redirectFromHome = t(
  'The home page cannot be redirected. An old address of a post has a query, such as /?p=73.',
);
export const redirectFromHomeQuery = t(
  'The home page ignores this query. Only queries of other blog programs can be redirected, such as /?p=73 or /?cat=3.',
);
export const redirectFromInvalid = t('This path cannot be decoded, or is too long.');
export const redirectFromOwn = (path: string): string =>
  t('The server itself answers {path}, so a redirect there would never be used.', { path });
export const redirectFromPage = (path: string): string =>
  t('{path} is a page of this site. Pages come before redirects, so this one would never be used.', { path });
export const redirectFromMoved = (path: string): string =>
  t('{path} is a former address of a post, and leads to it already.', { path });
export const redirectTaken = (path: string): string =>
  t('{path} leads elsewhere already. Delete that redirect first.', { path });
export const redirectTakenByOther = t('It leads elsewhere already.');
export const redirectToEmpty = t('Enter where it should lead: a path of this site or a URL.');
export const redirectToInvalid = t('This is neither a path of this site nor an http or https URL.');
export const redirectToOtherSite = t('It leads to another site. Only the owner can add such a redirect.');
export const redirectLoop = (path: string): string =>
  t('This would be a loop: the target leads back to {path}. Choose another target.', { path });
export const noSuchRedirect = t('This redirect does not exist (any more).');
export const redirectAdded = (path: string): string => t('{path} is redirected now.', { path });
export const redirectGoneAdded = (path: string): string => t('{path} now answers that it is gone.', { path });
export const redirectDeleted = (path: string): string => t('The redirect of {path} was deleted.', { path });
export const redirectsDeleted = (count: number): string =>
  plural(count, { one: '1 redirect was deleted.', other: '{count} redirects were deleted.' });
