import { useRef, useState } from 'react';
import { Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import { useConfirm } from '../../../platform/admin/controls/confirm.tsx';
import { FilterSelect, useFilterChange } from '../../../platform/admin/controls/filter-select.tsx';
import { Nothing } from '../../../platform/admin/controls/nothing.tsx';
import { loadPage, Pager } from '../../../platform/admin/controls/pager.tsx';
import { SearchField } from '../../../platform/admin/controls/search-field.tsx';
import { guarded } from '../../../platform/admin/data/guarded.ts';
import { useAction } from '../../../platform/admin/data/use-action.ts';
import { useNotices } from '../../../platform/admin/frame/notices.tsx';
import { ScreenTitle } from '../../../platform/admin/frame/screen-title.tsx';
import { t } from '../../../platform/messages/translate.ts';
import { type RedirectOrder, redirectOrders } from '../api.ts';
import { redirectsDeleted } from '../messages.ts';
import { AddRedirect, type RedirectForm } from './add-redirect.tsx';
import { redirectCalls } from './calls.ts';
import { RedirectTable } from './redirect-table.tsx';
import { UnknownPaths } from './unknown-paths.tsx';
import './redirects.css';

const pageSize = 50;

const orders: Record<RedirectOrder, string> = { hits: t('Most used'), newest: t('Newest'), path: t('Path') };

const filtersOf = (params: URLSearchParams) => ({
  search: params.get('search') ?? '',
  order: redirectOrders.find((order) => order === params.get('order')) ?? 'hits',
  import: /^\d{1,9}$/.exec(params.get('import') ?? '')?.[0] ?? '',
});

export const loader = guarded(async ({ request }: LoaderFunctionArgs) => {
  const filters = filtersOf(new URL(request.url).searchParams);
  const [page, unknown] = await Promise.all([
    loadPage(request, pageSize, (range) => redirectCalls.list({ ...filters, ...range })),
    redirectCalls.unknown(),
  ]);
  return { ...page, unknown };
});

/** Old addresses and where they lead, and those that readers ask for in vain. */
export function Component() {
  const { items, total, unknown } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  const filters = filtersOf(params);
  const changeFilters = useFilterChange();
  const [form, setForm] = useState<RedirectForm>({ from: '', to: '', isGone: false });
  const target = useRef<HTMLDivElement>(null);
  const isFiltered = filters.search !== '' || filters.import !== '';
  return (
    <section className="redirects">
      <ScreenTitle>{t('Redirects')}</ScreenTitle>
      <p className="soft">
        {t('Addresses of an earlier site, and where they lead now. Pages of this site always come first.')}
      </p>
      <AddRedirect form={form} onChange={setForm} ref={target} />
      {(isFiltered || items.length > 0) && (
        <div className="filters">
          <SearchField value={filters.search} onSearch={(search) => changeFilters({ search })} />
          <FilterSelect
            label={t('Order')}
            parameter="order"
            value={filters.order}
            options={redirectOrders.map((order) => [order, orders[order]] as const)}
          />
        </div>
      )}
      {filters.import !== '' && <ImportFilter id={filters.import} total={total} />}
      {items.length > 0 ? (
        <RedirectTable redirects={items} />
      ) : (
        <Nothing
          text={isFiltered ? t('No redirect matches.') : t('There are no redirects yet.')}
          action={isFiltered ? <Link to="?">{t('Show all redirects')}</Link> : undefined}
        />
      )}
      <Pager total={total} size={pageSize} name={t('redirects')} />
      <UnknownPaths
        paths={unknown}
        onRedirect={(from) => {
          setForm({ from, to: '', isGone: false });
          target.current?.querySelector<HTMLInputElement>('input[name="to"]')?.focus();
        }}
      />
    </section>
  );
}

function ImportFilter({ id, total }: { id: string; total: number }) {
  const confirm = useConfirm();
  const run = useAction();
  const { notify } = useNotices();
  const remove = async () => {
    const confirmed = await confirm({
      title: t('Delete all redirects of this import?'),
      text: t('The old addresses that this import brought will be unknown again. Its posts stay.'),
    });
    if (!confirmed) return;
    let deleted = 0;
    await run(
      async () => {
        ({ deleted } = await redirectCalls.removeOfImport({ importId: id }));
      },
      () => notify(redirectsDeleted(deleted)),
    );
  };
  return (
    <p className="actions">
      <span>{t('Only those of import {id}.', { id: String(id) })}</span>
      <Link to="?">{t('Show all redirects')}</Link>
      {total > 0 && (
        <button type="button" className="quiet danger" onClick={() => void remove()}>
          {t('Delete all of this import')}
        </button>
      )}
    </p>
  );
}
