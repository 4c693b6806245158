import { firstPage, maxOffset, pageStep } from '../../../../platform/http/api/limits.ts';

export type View = 'full' | 'compact';

/** The most posts on one page; see src/core/posts/README.md. */
const maxList = 50;

/** The part of a list on a page: `show` posts after the first `from` posts. */
type ListPart = { show: number; view: View; from: number };

/** The part of a list and its layout, with values out of range clamped. */
export function parseListUrl(parameters: URLSearchParams): ListPart {
  const number = (name: string) => Number.parseInt(parameters.get(name) ?? '', 10) || 0;
  return {
    show: Math.min(Math.max(number('show'), firstPage), maxList),
    from: pageStart(Math.min(Math.max(number('from'), 0), maxOffset)),
    view: parameters.get('view') === 'compact' ? 'compact' : 'full',
  };
}

/** Where the page begins that has the post at this offset of its list. */
export const pageStart = (offset: number): number => Math.floor(offset / maxList) * maxList;

export function listUrl(pathname: string, { show, view, from }: ListPart): string {
  const query = new URLSearchParams();
  if (from > 0) query.set('from', String(from));
  if (show > firstPage) query.set('show', String(show));
  if (view === 'compact') query.set('view', view);
  return query.size > 0 ? `${pathname}?${query}` : pathname;
}

/** The part that includes the next posts: more on the same page, or a new page when this one is full. */
export const nextPart = ({ show, view, from }: ListPart): ListPart =>
  show < maxList
    ? { show: Math.min(show + pageStep, maxList), view, from }
    : { show: firstPage, view, from: from + maxList };
