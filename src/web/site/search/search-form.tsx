import { urls } from '../../../contract/urls.ts';

export function SearchForm({ query = '', label }: { query?: string; label: string }) {
  return (
    <search className="search-form" aria-label={label}>
      <form action={urls.search}>
        <input
          type="search"
          name="q"
          aria-label={label}
          placeholder="Search"
          defaultValue={query}
          maxLength={300}
          autoComplete="off"
        />
        <button type="submit">Search</button>
      </form>
    </search>
  );
}
