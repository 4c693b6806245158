import { Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import { FilterSelect } from '../../../../platform/admin/controls/filter-select.tsx';
import { Nothing } from '../../../../platform/admin/controls/nothing.tsx';
import { loadPage, Pager } from '../../../../platform/admin/controls/pager.tsx';
import { guarded } from '../../../../platform/admin/data/guarded.ts';
import { ScreenTitle } from '../../../../platform/admin/frame/screen-title.tsx';
import { t } from '../../../../platform/messages/translate.ts';
import { FormattedDate } from '../../../../platform/web/ui/date.tsx';
import { type ActivityEntry, type ActivityKind, activityKinds } from '../../api/activity.ts';
import { siteCalls } from '../calls.ts';

const pageSize = 50;

const names: Record<ActivityKind, string> = {
  'sign-in': t('Signed in'),
  'sign-in-failed': t('Failed to sign in'),
  'sign-out': t('Signed out'),
  security: t('Security'),
  post: t('Posts'),
  comment: t('Comments'),
  image: t('Images'),
  category: t('Categories'),
  tag: t('Tags'),
  site: t('Settings'),
  backup: t('Backups'),
};

const kindOf = (params: URLSearchParams): ActivityKind | '' =>
  activityKinds.find((kind) => kind === params.get('kind')) ?? '';

export const loader = guarded(({ request }: LoaderFunctionArgs) =>
  loadPage(request, pageSize, (range) =>
    siteCalls.activity({ kind: kindOf(new URL(request.url).searchParams), ...range }),
  ),
);

/** The activity log: what was done, by whom and from where. */
export function Component() {
  const { items, total } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  return (
    <section>
      <ScreenTitle
        action={
          <div className="filters">
            <FilterSelect
              label={t('Show')}
              parameter="kind"
              value={kindOf(params)}
              options={[['', t('Everything')], ...activityKinds.map((kind) => [kind, names[kind]] as const)]}
            />
          </div>
        }
      >
        {t('Activity')}
      </ScreenTitle>
      {items.length === 0 ? (
        <Nothing
          text={t('There is no activity of this kind.')}
          action={kindOf(params) !== '' && <Link to="?">{t('Show everything')}</Link>}
        />
      ) : (
        <ol className="recent" aria-label={t('Activity')}>
          {items.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      <Pager total={total} size={pageSize} name={t('activity')} />
    </section>
  );
}

function Entry({ entry }: { entry: ActivityEntry }) {
  const from = [entry.address, entry.browser].filter(Boolean).join(', ');
  return (
    <li>
      <p>
        <strong>{entry.what}</strong>{' '}
        {entry.kind === 'sign-in-failed' && <span className="chip">{t('Failed')}</span>}
      </p>
      <p className="soft">
        {[entry.username ?? (from ? t('unknown user') : t('the server')), from].filter(Boolean).join(' · ')}
        {' · '}
        <FormattedDate date={entry.date} style="full" />
      </p>
    </li>
  );
}
