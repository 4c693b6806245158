import { Link, redirect, useSearchParams } from 'react-router';
import { t } from '../../messages/translate.ts';
import type { Page } from '../data/calls.ts';

const pageNumber = (params: URLSearchParams): number =>
  Math.max(1, Math.min(50_000, Number.parseInt(params.get('page') ?? '1', 10) || 1));

const lastPage = (total: number, size: number): number => Math.max(1, Math.ceil(total / size));

/** Loads the page of a list that the URL names. A page past the end, as after a deletion, redirects to the last one. */
export async function loadPage<Item>(
  request: Request,
  size: number,
  load: (range: { limit: number; offset: number }) => Promise<Page<Item>>,
): Promise<Page<Item>> {
  const { pathname, searchParams } = new URL(request.url);
  const page = pageNumber(searchParams);
  const list = await load({ limit: size, offset: (page - 1) * size });
  const last = lastPage(list.total, size);
  if (page <= last) return list;
  searchParams.set('page', String(last));
  throw redirect(`${pathname}?${searchParams}`);
}

type PagerProps = { total: number; size: number; name: string; isMinimum?: boolean | undefined };

/** With `isMinimum` there are more items than `total`, and the last page is not known. */
export function Pager({ total, size, name, isMinimum = false }: PagerProps) {
  const [params] = useSearchParams();
  const page = pageNumber(params);
  const last = lastPage(total, size);
  const to = (number: number) => {
    const next = new URLSearchParams(params);
    if (number === 1) next.delete('page');
    else next.set('page', String(number));
    return `?${next}`;
  };
  const link = (number: number, text: string) =>
    number >= 1 && number <= last && number !== page ? (
      <Link to={to(number)}>{text}</Link>
    ) : (
      <span aria-hidden="true">{text}</span>
    );
  const from = Math.min(total, (page - 1) * size + 1);
  const until = Math.min(total, page * size);
  return (
    <nav className={total === 0 ? 'visually-hidden' : 'pager'} aria-label={t('Pages of {name}', { name })}>
      <p role="status">
        {isMinimum
          ? t('{from}–{to} of more than {total}', { from, to: until, total: total - 1 })
          : t('{from}–{to} of {total}', { from, to: until, total })}
      </p>
      {last > 1 && (
        <p className="actions">
          {link(1, t('First'))}
          {link(page - 1, t('Previous'))}
          {link(page + 1, t('Next'))}
          {!isMinimum && link(last, t('Last'))}
        </p>
      )}
    </nav>
  );
}
