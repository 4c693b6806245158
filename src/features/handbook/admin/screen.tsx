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
import { guarded } from '../../../platform/admin/data/guarded.ts';
import { ScreenTitle } from '../../../platform/admin/frame/screen-title.tsx';
import { t } from '../../../platform/messages/translate.ts';
import type { HandbookHit } from '../api.ts';
import { handbookUrl, Page, readPage, searchHandbook } from './page.tsx';

export const loader = guarded(async ({ request, params }: LoaderFunctionArgs) => {
  const q = new URL(request.url).searchParams.get('q') ?? '';
  if (q) return { q, hits: await searchHandbook({ q }), page: null };
  return { q, hits: [], page: await readPage({ page: params.page ?? 'README' }) };
});

/** A page of the handbook, or what a search in it found. */
export function Component() {
  const { q, hits, page } = useLoaderData<typeof loader>();
  const [, setParams] = useSearchParams();
  const { hash } = useLocation();
  const navigate = useNavigate();
  return (
    <section className="handbook">
      <ScreenTitle
        action={
          <div className="filters">
            <SearchField value={q} onSearch={(text) => setParams(text ? { q: text } : {})} />
          </div>
        }
      >
        {page?.title ?? t('The handbook')}
      </ScreenTitle>
      {page && page.name !== 'README' && (
        <p>
          <Link to={handbookUrl}>{t('All pages')}</Link>
        </p>
      )}
      {page ? (
        <Page key={page.name} html={page.html} section={hash.slice(1)} onFollow={navigate} />
      ) : (
        <Hits hits={hits} />
      )}
    </section>
  );
}

function Hits({ hits }: { hits: readonly HandbookHit[] }) {
  if (hits.length === 0)
    return <Nothing text={t('Nothing was found.')} action={<Link to={handbookUrl}>{t('All pages')}</Link>} />;
  return (
    <ul className="handbook-hits">
      {hits.map(({ page, title, heading, id, excerpt }) => (
        <li key={`${page}#${id}`}>
          <Link to={`${handbookUrl}/${page}${id && `#${id}`}`}>
            {heading ? `${title}: ${heading}` : title}
          </Link>
          <p className="soft">{excerpt}</p>
        </li>
      ))}
    </ul>
  );
}
