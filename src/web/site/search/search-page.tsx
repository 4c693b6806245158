import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router';
import { firstPage, largestPage, pageStep } from '../../../contract/limits.ts';
import type { SearchHit } from '../../../contract/search.ts';
import { urls } from '../../../contract/urls.ts';
import { apiContext } from '../../api.ts';
import { staysInPlace } from '../../scroll-memory.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { ShownDate } from '../../ui/shown-date.tsx';
import { CategoryPath, titleOf } from '../post-parts.tsx';
import { useSite } from '../use-site.ts';
import { SearchForm } from './search-form.tsx';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const query = (searchParams.get('q') ?? '').trim();
  const asked = Number.parseInt(searchParams.get('show') ?? '', 10) || firstPage;
  const show = Math.min(Math.max(asked, firstPage), largestPage);
  if (query === '') return { query, hits: [], total: 0 };
  const { hits, total } = await context.get(apiContext).search(query, { limit: show, offset: 0 });
  return { query, hits: hits.map(shownOf), total };
}

type Shown = ReturnType<typeof shownOf>;
const shownOf = ({ id, post_title, post_title_web, post_date, cat_path, excerpt }: SearchHit) => ({
  id,
  post_title,
  post_title_web,
  post_date,
  cat_path,
  excerpt,
});

const searchAddress = (query: string, show: number): string =>
  `${urls.search}?${new URLSearchParams({ q: query, show: String(show) })}`;

export function Component() {
  const { query, hits, total } = useLoaderData<typeof loader>();
  const site = useSite();
  const navigate = useNavigate();
  const more = searchAddress(query, hits.length + pageStep);
  return (
    <div className="search">
      <title>{query ? `${query} · ${site.site_name}` : `Search · ${site.site_name}`}</title>
      <meta name="robots" content="noindex" />
      <h1>Search</h1>
      <SearchForm key={query} query={query} label="Words to look for" />
      {query !== '' && <p role="status">{summary(total, query)}</p>}
      {hits.map((hit) => (
        <Hit key={hit.id} hit={hit} />
      ))}
      {hits.length < Math.min(total, largestPage) && (
        <div className="load-more">
          <LinkButton href={more} onClick={() => navigate(more, { replace: true, state: staysInPlace })}>
            load more...
          </LinkButton>
        </div>
      )}
    </div>
  );
}

function summary(total: number, query: string): string {
  if (total === 0) return `Nothing was found for “${query}”. Fewer or shorter words find more.`;
  return total === 1 ? `One post for “${query}”` : `${total} posts for “${query}”`;
}

function Hit({ hit }: { hit: Shown }) {
  return (
    <article className="search-hit">
      <CategoryPath path={hit.cat_path} />
      <h2>
        <a href={urls.post(hit.post_title_web)}>{titleOf(hit)}</a>
      </h2>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server escapes the text and adds nothing but marks */}
      <p dangerouslySetInnerHTML={{ __html: hit.excerpt }} />
      <ShownDate date={hit.post_date} />
    </article>
  );
}
