import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Category } from '../../../contract/categories.ts';
import { useFilterChange } from '../controls/pager.tsx';
import { orderOf, orders } from './query.ts';

const pauseMs = 250;

/** Which posts the list shows and in what order; all of it lives in the address. */
export function Filters({ categories }: { categories: Category[] }) {
  const [params] = useSearchParams();
  const changeFilters = useFilterChange();
  return (
    <search className="filters">
      <SearchField value={params.get('search') ?? ''} onSearch={(search) => changeFilters({ search })} />
      <label>
        Status
        <select
          value={params.get('status') ?? ''}
          onChange={(event) => changeFilters({ status: event.target.value })}
        >
          <option value="">All</option>
          <option value="active">Active</option>
          <option value="inactive">Inactive</option>
        </select>
      </label>
      <label>
        Category
        <select
          value={params.get('category') ?? ''}
          onChange={(event) => changeFilters({ category: event.target.value })}
        >
          <option value="">All</option>
          <option value="0">None</option>
          {categories.map(({ id, category_path }) => (
            <option key={id} value={id}>
              {category_path}
            </option>
          ))}
        </select>
      </label>
      <label>
        Order
        <select value={orderOf(params)} onChange={(event) => changeFilters({ order: event.target.value })}>
          {Object.entries(orders).map(([key, { name }]) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </search>
  );
}

/** Searches when the person pauses; the field follows the address, but never while it is typed in. */
function SearchField({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const [text, setText] = useState(value);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = useRef(value);
  useEffect(() => {
    if (value !== asked.current) setText(value);
    asked.current = value;
  }, [value]);
  useEffect(() => () => clearTimeout(pause.current), []);
  const search = (query: string) => {
    clearTimeout(pause.current);
    asked.current = query;
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
          clearTimeout(pause.current);
          pause.current = setTimeout(() => search(target.value.trim()), pauseMs);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') search(text.trim());
        }}
      />
    </label>
  );
}
