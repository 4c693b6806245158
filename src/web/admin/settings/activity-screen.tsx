import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import { type ActivityEntry, type ActivityKind, activityKinds } from '../../../contract/activity.ts';
import { FormattedDate } from '../../ui/date.tsx';
import { Pager, pageNumber, redirectToLastPage, useFilterChange } from '../controls/pager.tsx';
import { adminApi } from '../data/admin-api.ts';
import { guarded } from '../data/guarded.ts';
import { ScreenTitle } from '../frame/screen-title.tsx';

const size = 50;

const names: Record<ActivityKind, string> = {
  'sign-in': 'Signed in',
  'sign-in-failed': 'Failed to sign in',
  'sign-out': 'Signed out',
  security: 'Security',
  post: 'Posts',
  comment: 'Comments',
  image: 'Images',
  category: 'Categories',
  tag: 'Tags',
  site: 'Settings',
  backup: 'Backups',
};

const kindOf = (params: URLSearchParams): ActivityKind | '' =>
  activityKinds.find((kind) => kind === params.get('kind')) ?? '';

export const loader = guarded(async ({ request }: LoaderFunctionArgs) => {
  const { searchParams } = new URL(request.url);
  const list = await adminApi.activity({
    kind: kindOf(searchParams),
    limit: size,
    offset: (pageNumber(searchParams) - 1) * size,
  });
  redirectToLastPage(request, list.total, size);
  return list;
});

/** What was done on the site, by whom and from where. */
export function Component() {
  const { items, total } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  const changeFilters = useFilterChange();
  return (
    <section>
      <ScreenTitle>Activity</ScreenTitle>
      <div className="filters">
        <label>
          Show
          <select value={kindOf(params)} onChange={(event) => changeFilters({ kind: event.target.value })}>
            <option value="">Everything</option>
            {activityKinds.map((kind) => (
              <option key={kind} value={kind}>
                {names[kind]}
              </option>
            ))}
          </select>
        </label>
      </div>
      {items.length === 0 ? (
        <p className="nothing">Nothing of this kind has happened.</p>
      ) : (
        <ol className="recent" aria-label="Activity">
          {items.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      <Pager total={total} size={size} name="activity" />
    </section>
  );
}

function Entry({ entry }: { entry: ActivityEntry }) {
  const from = [entry.address, entry.browser].filter(Boolean).join(', ');
  return (
    <li>
      <p>
        <strong>{entry.what}</strong>{' '}
        {entry.kind === 'sign-in-failed' && <span className="chip">Failed</span>}
      </p>
      <p className="soft">
        {[entry.username ?? (from ? 'somebody' : 'the server'), from].filter(Boolean).join(' · ')}
        {' · '}
        <FormattedDate date={entry.date} style="full" />
      </p>
    </li>
  );
}
