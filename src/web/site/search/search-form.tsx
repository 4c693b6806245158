import { useNavigate } from 'react-router';
import { urls } from '../../../contract/urls.ts';

/** A plain form; where scripts run, it opens the results without loading the page. */
export function SearchForm({ query = '', label }: { query?: string; label: string }) {
  const navigate = useNavigate();
  return (
    <search className="search-form" aria-label={label}>
      <form
        action={urls.search}
        onSubmit={(event) => {
          event.preventDefault();
          const words = String(new FormData(event.currentTarget).get('q') ?? '').trim();
          navigate(`${urls.search}?${new URLSearchParams({ q: words })}`);
        }}
      >
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
