/** Messages about redirects, for the owner and in the reports of imports. */

export const redirectFromEmpty = 'Enter the old path, such as /2010/04/03/tea/.';
export const redirectFromHome =
  'The home page cannot be redirected. An old address of a post has a query, such as /?p=73.';
export const redirectFromHomeQuery =
  'The home page ignores this query. Only queries of other blog programs can be redirected, such as /?p=73 or /?cat=3.';
export const redirectFromInvalid = 'This path cannot be decoded, or is too long.';
export const redirectFromOwn = (path: string): string =>
  `The server itself answers ${path}, so a redirect there would never be used.`;
export const redirectFromPage = (path: string): string =>
  `${path} is a page of this site. Pages come before redirects, so this one would never be used.`;
export const redirectFromMoved = (path: string): string =>
  `${path} is a former address of a post, and leads to it already.`;
export const redirectTaken = (path: string): string =>
  `${path} leads elsewhere already. Delete that redirect first.`;
export const redirectTakenByOther = 'It leads elsewhere already.';
export const redirectToEmpty = 'Enter where it should lead: a path of this site or a URL.';
export const redirectToInvalid = 'This is neither a path of this site nor an http or https URL.';
export const redirectToOtherSite = 'It leads to another site. Only the owner can add such a redirect.';
export const redirectLoop = (path: string): string =>
  `This would be a loop: the target leads back to ${path}. Choose another target.`;
export const noSuchRedirect = 'This redirect does not exist (any more).';
export const redirectAdded = (path: string): string => `${path} is redirected now.`;
export const redirectGoneAdded = (path: string): string => `${path} now answers that it is gone.`;
export const redirectDeleted = (path: string): string => `The redirect of ${path} was deleted.`;
export const redirectsDeleted = (count: number): string =>
  count === 1 ? '1 redirect was deleted.' : `${count} redirects were deleted.`;
