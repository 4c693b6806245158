import { firstPage } from './limits.ts';

export type View = 'full' | 'compact';

/** More than this is never shown in one page; see docs/decisions/0006-list-cap.md. */
const shownAtMost = 500;

/** How many posts a list shows, and how: what its address says, as far as it makes sense. */
export function readListAddress(parameters: URLSearchParams): { show: number; view: View } {
  const asked = Number.parseInt(parameters.get('show') ?? '', 10) || firstPage;
  return {
    show: Math.min(Math.max(asked, firstPage), shownAtMost),
    view: parameters.get('view') === 'compact' ? 'compact' : 'full',
  };
}

/** The address of a list that shows so many posts in this layout. */
export function listAddress(pathname: string, show: number, view: View): string {
  const query = new URLSearchParams();
  if (show > firstPage) query.set('show', String(show));
  if (view === 'compact') query.set('view', view);
  return query.size > 0 ? `${pathname}?${query}` : pathname;
}
