import { firstPage, maxPageSize, pageStep } from '../../../../platform/http/api/limits.ts';
import { urls } from '../../../../platform/http/urls.ts';
import { useMessages } from '../../../../platform/web/messages.ts';
import type { Page } from '../../../../platform/web/page.ts';
import { NoIndex, PageTitle } from '../../../site/pages/page-meta.tsx';
import { SearchForm } from '../../../site/pages/search-form.tsx';
import { MetaLine } from '../../pages/meta-line.tsx';
import type { PostsApi, SearchResult } from '../../pages/page-api.ts';
import { PostTitle } from '../../pages/post-title.tsx';
import type { SearchHit } from '../api.ts';

export const searchPage: Page<PostsApi> = {
  path: urls.search,
  get: async ({ api, url }) => {
    const query = (url.searchParams.get('q') ?? '').trim();
    const requested = Number.parseInt(url.searchParams.get('show') ?? '', 10) || firstPage;
    const limit = Math.min(Math.max(requested, firstPage), maxPageSize);
    const result = query === '' ? { hits: [], total: 0 } : await api.search(query, { limit, offset: 0 });
    return {
      head: (
        <>
          <PageTitle>{(messages) => query || messages.search}</PageTitle>
          <NoIndex />
        </>
      ),
      main: <SearchScreen query={query} result={result} />,
      styles: ['other'],
    };
  },
};

function SearchScreen({ query, result: { hits, total } }: { query: string; result: SearchResult }) {
  const messages = useMessages();
  return (
    <div className="search grid">
      <h1>{messages.search}</h1>
      <SearchForm query={query} label={messages.searchFor} />
      {query !== '' && (
        <p role="status">{total === 0 ? messages.noResults(query) : messages.results(total, query)}</p>
      )}
      {hits.map((hit) => (
        <Hit key={hit.id} hit={hit} />
      ))}
      {hits.length < Math.min(total, maxPageSize) && (
        // The list grows in place: no new history entry, no jump to the top.
        <form className="load-more" action={urls.search} data-navigate="replace">
          <input type="hidden" name="q" value={query} />
          <button type="submit" name="show" value={hits.length + pageStep}>
            {messages.loadMore}
          </button>
        </form>
      )}
    </div>
  );
}

function Hit({ hit }: { hit: SearchHit }) {
  return (
    <article className="search-hit h-entry">
      <PostTitle post={hit} as="h2" />
      <MetaLine post={hit} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server escapes the text and adds only <mark> */}
      <p className="p-summary" dir="auto" dangerouslySetInnerHTML={{ __html: hit.excerpt }} />
    </article>
  );
}
