import { urls } from '../../../platform/http/urls.ts';
import { useMessages } from '../../../platform/web/messages.ts';

export function SearchForm({ query = '', label }: { query?: string; label: string }) {
  const messages = useMessages();
  return (
    <search className="search-form" aria-label={label}>
      <form action={urls.search}>
        <input
          type="search"
          name="q"
          dir="auto"
          aria-label={label}
          placeholder={messages.search}
          defaultValue={query}
          maxLength={300}
          autoComplete="off"
        />
        <button type="submit">{messages.search}</button>
      </form>
    </search>
  );
}
