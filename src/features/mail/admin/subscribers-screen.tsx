import { Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import { accountCalls } from '../../../core/accounts/admin/calls.ts';
import { useReauthentication } from '../../../core/accounts/admin/security/reauthenticate.tsx';
import { FilterSelect, useFilterChange } from '../../../platform/admin/controls/filter-select.tsx';
import { FormError } from '../../../platform/admin/controls/form-error.tsx';
import { Nothing } from '../../../platform/admin/controls/nothing.tsx';
import { loadPage, Pager } from '../../../platform/admin/controls/pager.tsx';
import { SearchField } from '../../../platform/admin/controls/search-field.tsx';
import { useSend } from '../../../platform/admin/data/use-send.ts';
import { ScreenTitle } from '../../../platform/admin/frame/screen-title.tsx';
import { urls } from '../../../platform/http/urls.ts';
import { rich } from '../../../platform/messages/rich.ts';
import { formatNumber, t } from '../../../platform/messages/translate.ts';
import { type SubscriberState, subscriberStates } from '../api/subscribers.ts';
import { mailCalls } from './calls.ts';
import { ImportSubscribers } from './import-subscribers.tsx';
import { mailLoader } from './mail-loader.ts';
import { SubscriberTable } from './subscriber-table.tsx';
import './lists.css';

const pageSize = 50;

const names: Record<SubscriberState, string> = {
  all: t('All'),
  active: t('Active'),
  weekly: t('Weekly'),
  bounced: t('Bounced'),
};

const filtersOf = (params: URLSearchParams) => ({
  search: params.get('search') ?? '',
  state: subscriberStates.find((state) => state === params.get('state')) ?? 'all',
});

export const loader = mailLoader(async ({ request }: LoaderFunctionArgs) => {
  const filters = filtersOf(new URL(request.url).searchParams);
  const [page, counts, imported] = await Promise.all([
    loadPage(request, pageSize, (range) => mailCalls.subscribers({ ...filters, ...range })),
    mailCalls.counts(),
    mailCalls.importState(),
  ]);
  return { ...page, counts, imported };
});

/** People who get posts by mail. */
export function Component() {
  const { items, total, counts, imported } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  const filters = filtersOf(params);
  const changeFilters = useFilterChange();
  const isFiltered = filters.search !== '' || filters.state !== 'all';
  return (
    <section className="mail-lists">
      <ScreenTitle action={counts.all > 0 && <Download />}>{t('Subscribers')}</ScreenTitle>
      <p className="soft">
        {t(
          'They confirmed that they want your posts by mail. Deleting one deletes the address everywhere on this site.',
        )}
      </p>
      <div className="filters">
        <SearchField value={filters.search} onSearch={(search) => changeFilters({ search })} />
        <FilterSelect
          label={t('Show')}
          parameter="state"
          value={filters.state}
          options={subscriberStates.map(
            (state) => [state, `${names[state]} (${formatNumber(counts[state])})`] as const,
          )}
        />
      </div>
      {items.length > 0 ? (
        <SubscriberTable subscribers={items} total={total} filters={filters} />
      ) : (
        <Nothing
          text={isFiltered ? t('No subscriber matches.') : t('There are no subscribers yet.')}
          action={
            isFiltered ? (
              <Link to="?">{t('Show all subscribers')}</Link>
            ) : (
              rich(
                'Readers subscribe with a form at the end of each page, which <link>Mail</link> switches on. You can also import a list below.',
                { link: (text) => <Link to={`${urls.admin}/settings/mail`}>{text}</Link> },
              )
            )
          }
        />
      )}
      <Pager total={total} size={pageSize} name={t('subscribers')} />
      <ImportSubscribers state={imported} />
    </section>
  );
}

function Download() {
  const { busy, error, send } = useSend();
  const withReauthentication = useReauthentication();
  const download = async () => {
    await withReauthentication(() => accountCalls.checkRecentSignIn());
    const link = document.createElement('a');
    link.href = mailCalls.subscribersFile({});
    // A link, because the browser streams its response to disk.
    link.download = '';
    link.click();
  };
  return (
    <div>
      <button type="button" aria-disabled={busy} onClick={() => void send(download)}>
        {t('Export as CSV')}
      </button>
      <FormError message={error} />
    </div>
  );
}
