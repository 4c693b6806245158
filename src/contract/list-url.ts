import { firstPage, largestOffset, pageStep } from './limits.ts';

export type View = 'full' | 'compact';

/** More than this is never shown in one page; see docs/decisions/0006-list-cap.md. */
const shownAtMost = 500;

/** Which part of a list a page shows: `show` posts after the first `from`, which are on the pages before. */
export type ListPart = { show: number; view: View; from: number };

/** How many posts a list shows, and how: what its address says, as far as it makes sense. */
export function parseListUrl(parameters: URLSearchParams): ListPart {
  const number = (name: string) => Number.parseInt(parameters.get(name) ?? '', 10) || 0;
  return {
    show: Math.min(Math.max(number('show'), firstPage), shownAtMost),
    from: Math.floor(Math.min(Math.max(number('from'), 0), largestOffset) / shownAtMost) * shownAtMost,
    view: parameters.get('view') === 'compact' ? 'compact' : 'full',
  };
}

/** The address of a list that shows so many posts in this layout. */
export function listUrl(pathname: string, { show, view, from }: ListPart): string {
  const query = new URLSearchParams();
  if (from > 0) query.set('from', String(from));
  if (show > firstPage) query.set('show', String(show));
  if (view === 'compact') query.set('view', view);
  return query.size > 0 ? `${pathname}?${query}` : pathname;
}

/** The part with the next posts: more on the same page, or the beginning of the next one when this one is full. */
export const nextPart = ({ show, view, from }: ListPart): ListPart =>
  show < shownAtMost
    ? { show: show + pageStep, view, from }
    : { show: firstPage, view, from: from + shownAtMost };
