import { Link, useLoaderData } from 'react-router';
import { formatBytes, titleOf } from '../../../../platform/admin/controls/format.ts';
import { guarded } from '../../../../platform/admin/data/guarded.ts';
import { ScreenTitle } from '../../../../platform/admin/frame/screen-title.tsx';
import { urls } from '../../../../platform/http/urls.ts';
import { rich } from '../../../../platform/messages/rich.ts';
import { formatNumber, t } from '../../../../platform/messages/translate.ts';
import { FormattedDate } from '../../../../platform/web/ui/date.tsx';
import { siteCalls } from '../../../site/admin/calls.ts';
import type { OverviewSection } from '../../../site/admin/overview-section.ts';
import type { Overview } from '../../../site/api/site.ts';

export const loader = guarded(() => siteCalls.overview());

/** Overview: counts, pending work, recent activity, storage and backups. */
export function Component({ sections }: { sections: readonly OverviewSection[] }) {
  const site = useLoaderData<typeof loader>();
  const storage = site.images.bytes + site.database_bytes;
  return (
    <section>
      <ScreenTitle>{t('Detail')}</ScreenTitle>
      {site.untrusted_forwarding && (
        <p className="banner" role="status">
          <span>
            {rich(
              'A request had the header {header}, but did not come from a trusted proxy ({date}). If this site is behind a proxy, set {variable}: until then all visitors share one IP address and its rate limits, and failed sign-ins of others can lock you out. If it is not, a visitor forged the header, and there is nothing to do.',
              {
                header: <code>{site.untrusted_forwarding.header}</code>,
                date: <FormattedDate date={site.untrusted_forwarding.date} style="full" />,
                variable: <code>TRUST_PROXY</code>,
              },
            )}
          </span>
        </p>
      )}
      {site.failing.length > 0 && (
        <div className="banner" role="status">
          <div>
            <p>{t('This keeps failing. It is tried again at least once an hour.')}</p>
            <ul>
              {site.failing.map(({ work, error }) => (
                <li key={`${work} ${error}`}>
                  {work}: {error}
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
      <ul className="facts">
        <Fact
          label={t('Comments waiting')}
          value={site.comments.waiting}
          to="/admin/comments?state=waiting"
        />
        <Fact label={t('Drafts')} value={site.posts.inactive} to="/admin?status=draft" />
        <Fact label={t('Active posts')} value={site.posts.active} to="/admin?status=active" />
        <Fact label={t('Pages')} value={site.pages.active + site.pages.inactive} to={urls.pages} />
        <Fact
          label={t('Approved comments')}
          value={site.comments.approved}
          to="/admin/comments?state=approved"
        />
        <Fact label={t('Votes')} value={site.votes} to="/admin?order=votes" />
        <Fact label={t('Images')} value={site.images.count} to="/admin/image" />
        <Fact label={t('Categories')} value={site.categories} to="/admin/categories" />
        <Fact label={t('Tags')} value={site.tags} />
      </ul>
      <div className="columns">
        <Recent events={site.recent} />
        <section>
          <h2>{t('Storage')}</h2>
          <dl className="pairs">
            <dt>{t('Images')}</dt>
            <dd>{formatBytes(site.images.bytes)}</dd>
            <dt>{t('Database')}</dt>
            <dd>{formatBytes(site.database_bytes)}</dd>
            <dt>{t('Total')}</dt>
            <dd>
              <strong>{formatBytes(storage)}</strong>
            </dd>
          </dl>
          {sections.map(({ id, Section }) => (
            <Section key={id} overview={site} />
          ))}
          <h2>{t('Version')}</h2>
          <p>{t('Not Terrible {version}', { version: site.version })}</p>
        </section>
      </div>
    </section>
  );
}

function Fact({ label, value, to }: { label: string; value: number; to?: string }) {
  const content = (
    <>
      <strong>{formatNumber(value)}</strong> <span>{label}</span>
    </>
  );
  return <li>{to ? <Link to={to}>{content}</Link> : <div>{content}</div>}</li>;
}

const labels = { post: t('Post'), comment: t('Comment on'), image: t('Image for') } as const;

type Event = Overview['recent'][number] & { count: number };

/** Several images that were added to a post one after the other are one entry. */
function groupImages(events: Overview['recent']): Event[] {
  const groups: Event[] = [];
  for (const event of events) {
    const last = groups.at(-1);
    if (event.kind === 'image' && last?.kind === 'image' && last.post_id === event.post_id) last.count += 1;
    else groups.push({ ...event, count: 1 });
  }
  return groups;
}

function Recent({ events }: { events: Overview['recent'] }) {
  return (
    <section>
      <h2>{t('Recent activity')}</h2>
      {events.length === 0 && <p className="soft">{t('There is no activity yet.')}</p>}
      <ol className="recent">
        {groupImages(events).map((event) => (
          <li key={`${event.kind} ${event.id}`}>
            <p>
              {event.count > 1 ? t('{count} images for', { count: event.count }) : labels[event.kind]}{' '}
              <Link to={urls.editPost(event.post_id)}>{titleOf(event)}</Link>
            </p>
            <FormattedDate className="soft" date={event.date} style="full" />
            {event.text && <p className="quote">{event.text}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}
