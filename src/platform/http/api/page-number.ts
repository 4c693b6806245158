/** The page of a list that is divided into numbered pages; anything but a positive integer is the first page. */
export function pageNumber(parameters: URLSearchParams, name: 'page' | 'comments' = 'page'): number {
  const asked = parameters.get(name) ?? '';
  return /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 1;
}

export const pageUrl = (pathname: string, page: number): string =>
  page === 1 ? pathname : `${pathname}?page=${page}`;

/** The URL that finds a comment on whichever page it is: it redirects there. */
export const commentUrl = (postUrl: string, id: number): string =>
  `${postUrl}?comment-id=${id}#comment-${id}`;

/** The id in a parameter of a URL, or null when it is none. */
export function idIn(parameters: URLSearchParams, name: string): number | null {
  const asked = parameters.get(name) ?? '';
  return /^[1-9]\d{0,8}$/.test(asked) ? Number(asked) : null;
}

/** A page of the comments of a post. */
export const commentsUrl = (postUrl: string, page: number): string =>
  page === 1 ? postUrl : `${postUrl}?comments=${page}`;
