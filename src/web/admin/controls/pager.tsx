import { Link, redirect, useSearchParams } from 'react-router';
import { formatNumber } from './format.ts';

export const pageNumber = (params: URLSearchParams): number =>
  Math.max(1, Math.min(50_000, Number.parseInt(params.get('page') ?? '1', 10) || 1));

/** A page past the end, after a deletion for one, becomes the last page. */
export function redirectToLastPage(request: Request, total: number, size: number): void {
  const { pathname, searchParams } = new URL(request.url);
  const last = lastPage(total, size);
  if (pageNumber(searchParams) <= last) return;
  searchParams.set('page', String(last));
  throw redirect(`${pathname}?${searchParams}`);
}

const lastPage = (total: number, size: number): number => Math.max(1, Math.ceil(total / size));

/** Where in a long list the person is, and the ways on. */
export function Pager({ total, size, name }: { total: number; size: number; name: string }) {
  const [params] = useSearchParams();
  const page = pageNumber(params);
  const last = lastPage(total, size);
  const to = (number: number) => {
    const next = new URLSearchParams(params);
    if (number === 1) next.delete('page');
    else next.set('page', String(number));
    return `?${next}`;
  };
  const link = (number: number, words: string) =>
    number >= 1 && number <= last && number !== page ? (
      <Link to={to(number)}>{words}</Link>
    ) : (
      <span aria-hidden="true">{words}</span>
    );
  const from = Math.min(total, (page - 1) * size + 1);
  return (
    <nav className="pager" aria-label={`Pages of ${name}`}>
      <p role="status">
        {formatNumber(from)}–{formatNumber(Math.min(total, page * size))} of {formatNumber(total)}
      </p>
      {last > 1 && (
        <p className="actions">
          {link(1, 'First')}
          {link(page - 1, 'Previous')}
          {link(page + 1, 'Next')}
          {link(last, 'Last')}
        </p>
      )}
    </nav>
  );
}

/** Changes what a list shows, from its first page on, while the person stays where they are. */
export function useFilterChange() {
  const [params, setParams] = useSearchParams();
  return (change: Record<string, string>) => {
    const next = new URLSearchParams(params);
    next.delete('page');
    for (const [name, value] of Object.entries(change))
      if (value) next.set(name, value);
      else next.delete(name);
    setParams(next, { replace: true, preventScrollReset: true });
  };
}
