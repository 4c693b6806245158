import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { FilterSelect, useFilterChange } from '../../../../platform/admin/controls/filter-select.tsx';
import { SearchField } from '../../../../platform/admin/controls/search-field.tsx';
import { formatNumber, t } from '../../../../platform/messages/translate.ts';
import type { PostCounts } from '../../../posts/api/posts.ts';
import type { Category } from '../../../posts/terms/api/categories.ts';
import { orderOf, orders } from './query.ts';

type Counts = PostCounts & { neverSaved: number };

/** The states of posts, with how many there are. */
export function StatusTabs({ counts }: { counts: Counts }) {
  const [params] = useSearchParams();
  const current = params.get('status') ?? '';
  const { draft, scheduled, active, neverSaved } = counts;
  const tabs = [
    ['', t('All'), draft + scheduled + active],
    ['draft', t('Drafts'), draft + neverSaved],
    ['scheduled', t('Scheduled'), scheduled],
    ['active', t('Published'), active],
  ] as const;
  const urlOf = (status: string) => {
    const next = new URLSearchParams(params);
    next.delete('page');
    next.delete('status');
    if (status) next.set('status', status);
    return `?${next}`;
  };
  return (
    <nav className="tabs" aria-label={t('Status')}>
      {tabs.map(([status, name, count]) => (
        <Link key={status} to={urlOf(status)} aria-current={current === status ? 'page' : undefined}>
          {name} <span>{formatNumber(count)}</span>
        </Link>
      ))}
    </nav>
  );
}

/** Filters and order of the list of posts, all of them in the URL. */
export function Filters({ categories }: { categories: Category[] }) {
  const [params] = useSearchParams();
  const changeFilters = useFilterChange();
  // Only narrow windows hide them.
  const [isOpen, setOpen] = useState(params.has('category') || params.has('order'));
  return (
    <search className="filters folded">
      <SearchField value={params.get('search') ?? ''} onSearch={(search) => changeFilters({ search })} />
      <button
        type="button"
        className="quiet"
        aria-expanded={isOpen}
        aria-label={t('Filters')}
        title={t('Filters')}
        onClick={() => setOpen(!isOpen)}
      >
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M3 6h14M6 10h8M8.500 14h3" />
        </svg>
      </button>
      <FilterSelect
        label={t('Category')}
        parameter="category"
        value={params.get('category') ?? ''}
        options={[
          ['', t('All')],
          ['0', t('None')],
          ...categories.map(({ id, category_path }) => [String(id), category_path] as const),
        ]}
      />
      <FilterSelect
        label={t('Order')}
        parameter="order"
        value={orderOf(params)}
        options={Object.entries(orders).map(([key, { name }]) => [key, name] as const)}
      />
    </search>
  );
}
