import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Category } from '../../../contract/categories.ts';
import { FilterSelect, useFilterChange } from '../controls/filter-select.tsx';
import { orderOf, orders } from './query.ts';

const debounceMs = 250;

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

/** Searches after a pause in typing. The field follows the URL, except for a search that it started itself. */
function SearchField({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const searched = useRef(value);
  useEffect(() => {
    if (value !== searched.current) setText(value);
    searched.current = value;
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (query: string) => {
    clearTimeout(timer.current);
    searched.current = query;
    onSearch(query);
  };
  return (
    <label className="wide">
      Search
      <input
        type="search"
        maxLength={200}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => search(target.value.trim()), debounceMs);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') search(text.trim());
        }}
      />
    </label>
  );
}
