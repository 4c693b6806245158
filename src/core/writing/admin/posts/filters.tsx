import { useSearchParams } from 'react-router';
import { FilterSelect, useFilterChange } from '../../../../platform/admin/controls/filter-select.tsx';
import { SearchField } from '../../../../platform/admin/controls/search-field.tsx';
import type { Category } from '../../../posts/terms/api/categories.ts';
import { orderOf, orders } from './query.ts';

const statuses = [
  ['', 'All'],
  ['active', 'Active'],
  ['inactive', 'Inactive'],
] as const;

/** Filters and order of the list of posts, all of them in the URL. */
export function Filters({ categories }: { categories: Category[] }) {
  const [params] = useSearchParams();
  const changeFilters = useFilterChange();
  return (
    <search className="filters">
      <SearchField value={params.get('search') ?? ''} onSearch={(search) => changeFilters({ search })} />
      <FilterSelect label="Status" parameter="status" value={params.get('status') ?? ''} options={statuses} />
      <FilterSelect
        label="Category"
        parameter="category"
        value={params.get('category') ?? ''}
        options={[
          ['', 'All'],
          ['0', 'None'],
          ...categories.map(({ id, category_path }) => [String(id), category_path] as const),
        ]}
      />
      <FilterSelect
        label="Order"
        parameter="order"
        value={orderOf(params)}
        options={Object.entries(orders).map(([key, { name }]) => [key, name] as const)}
      />
    </search>
  );
}
