import { useEffect, useRef } from 'react';
import {
  Link,
  type LoaderFunctionArgs,
  useLoaderData,
  useLocation,
  useNavigate,
  useSearchParams,
} from 'react-router';
import { Nothing } from '../../../platform/admin/controls/nothing.tsx';
import { SearchField } from '../../../platform/admin/controls/search-field.tsx';
import { callsOf } from '../../../platform/admin/data/calls.ts';
import { guarded } from '../../../platform/admin/data/guarded.ts';
import { ScreenTitle } from '../../../platform/admin/frame/screen-title.tsx';
import { urls } from '../../../platform/http/urls.ts';
import type { HandbookHit } from '../api.ts';
import type { handbookRoutes } from '../routes.ts';
import './handbook.css';

const { call } = callsOf<typeof handbookRoutes>();
const readPage = call('GET', '/api/admin/handbook/:page');
const search = call('GET', '/api/admin/handbook');

const start = `${urls.admin}/handbook`;

export const loader = guarded(async ({ request, params }: LoaderFunctionArgs) => {
  const q = new URL(request.url).searchParams.get('q') ?? '';
  if (q) return { q, hits: await search({ q }), page: null };
  return { q, hits: [], page: await readPage({ page: params.page ?? 'README' }) };
});

/** A page of the handbook, or what a search in it found. */
export function Component() {
  const { q, hits, page } = useLoaderData<typeof loader>();
  const [, setParams] = useSearchParams();
  return (
    <section className="handbook">
      <ScreenTitle
        action={
          <div className="filters">
            <SearchField value={q} onSearch={(text) => setParams(text ? { q: text } : {})} />
          </div>
        }
      >
        {page?.title ?? 'The handbook'}
      </ScreenTitle>
      {page && page.name !== 'README' && (
        <p>
          <Link to={start}>All pages</Link>
        </p>
      )}
      {page ? <Page key={page.name} html={page.html} /> : <Hits hits={hits} />}
    </section>
  );
}

function Page({ html }: { html: string }) {
  const root = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const href = link?.getAttribute('href');
      if (!href?.startsWith(start) || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      void navigate(href);
    };
    const element = root.current;
    element?.addEventListener('click', follow);
    return () => element?.removeEventListener('click', follow);
  }, [navigate]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the pages are part of the program
  return <div ref={root} className="handbook-page" dangerouslySetInnerHTML={{ __html: html }} />;
}

function Hits({ hits }: { hits: readonly HandbookHit[] }) {
  if (hits.length === 0)
    return <Nothing text="Nothing was found." action={<Link to={start}>All pages</Link>} />;
  return (
    <ul className="handbook-hits">
      {hits.map(({ page, title, heading, id, excerpt }) => (
        <li key={`${page}#${id}`}>
          <Link to={`${start}/${page}${id && `#${id}`}`}>{heading ? `${title}: ${heading}` : title}</Link>
          <p className="soft">{excerpt} …</p>
        </li>
      ))}
    </ul>
  );
}
