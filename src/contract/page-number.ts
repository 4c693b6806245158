/** The page of a list that is divided into numbered pages; anything but a positive integer is the first page. */
export function pageNumber(parameters: URLSearchParams): number {
  const asked = parameters.get('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 1;
}

export const pageUrl = (pathname: string, page: number): string =>
  page === 1 ? pathname : `${pathname}?page=${page}`;
