/** The page of a list that is divided into numbered pages; anything but a positive integer is the first page. */
export function pageNumber(parameters: URLSearchParams, name: 'page' | 'comments' = 'page'): number {
  const asked = parameters.get(name) ?? '';
  return /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 1;
}

export const pageUrl = (pathname: string, page: number): string =>
  page === 1 ? pathname : `${pathname}?page=${page}`;

/** A page of the comments of a post. */
export const commentsUrl = (postUrl: string, page: number): string =>
  page === 1 ? postUrl : `${postUrl}?comments=${page}`;
