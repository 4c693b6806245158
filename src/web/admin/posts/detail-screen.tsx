import { Link, useLoaderData } from 'react-router';
import type { Overview } from '../../../contract/site.ts';
import { urls } from '../../../contract/urls.ts';
import { FormattedDate } from '../../ui/date.tsx';
import { formatBytes, formatNumber } from '../controls/format.ts';
import { adminApi } from '../data/admin-api.ts';
import { guarded } from '../data/guarded.ts';
import { ScreenTitle } from '../frame/screen-title.tsx';
import { Backups } from '../settings/backups.tsx';

export const loader = guarded(() => adminApi.overview());

/** The site at a glance: what there is, what waits, what happened last. */
export function Component() {
  const site = useLoaderData<typeof loader>();
  const storage = site.images.bytes + site.database_bytes;
  return (
    <section>
      <ScreenTitle>Detail</ScreenTitle>
      {site.untrusted_forwarding && (
        <p className="banner" role="status">
          <span>
            A request came with the header <code>{site.untrusted_forwarding.header}</code>, but its sender is
            not a trusted proxy (<FormattedDate date={site.untrusted_forwarding.date} style="full" />
            ). If a proxy is in front of this site, set <code>TRUST_PROXY</code>: until then all visitors
            share one address and its rate limits, and wrong passwords of others can lock you out. If there is
            none, a visitor made the header up, and there is nothing to do.
          </span>
        </p>
      )}
      <ul className="facts">
        <Fact name="Comments waiting" value={site.comments.waiting} to="/admin/comments?state=waiting" />
        <Fact name="Drafts" value={site.posts.inactive} to="/admin?status=inactive" />
        <Fact name="Active posts" value={site.posts.active} to="/admin?status=active" />
        <Fact name="Approved comments" value={site.comments.approved} to="/admin/comments?state=approved" />
        <Fact name="Votes" value={site.votes} to="/admin?order=votes" />
        <Fact name="Images" value={site.images.count} to="/admin/image" />
        <Fact name="Categories" value={site.categories} to="/admin/categories" />
        <Fact name="Tags" value={site.tags} />
      </ul>
      <div className="columns">
        <Recent events={site.recent} />
        <section>
          <h2>Storage</h2>
          <dl className="pairs">
            <dt>Images</dt>
            <dd>{formatBytes(site.images.bytes)}</dd>
            <dt>Database</dt>
            <dd>{formatBytes(site.database_bytes)}</dd>
            <dt>Together</dt>
            <dd>
              <strong>{formatBytes(storage)}</strong>
            </dd>
          </dl>
          <Backups state={site.backups} />
          <h2>Version</h2>
          <p>Not Terrible {site.version}</p>
        </section>
      </div>
    </section>
  );
}

function Fact({ name, value, to }: { name: string; value: number; to?: string }) {
  const words = (
    <>
      <strong>{formatNumber(value)}</strong> <span>{name}</span>
    </>
  );
  return <li>{to ? <Link to={to}>{words}</Link> : <div>{words}</div>}</li>;
}

const happened = { post: 'Post', comment: 'Comment on', image: 'Image for' } as const;

function Recent({ events }: { events: Overview['recent'] }) {
  return (
    <section>
      <h2>Recent activity</h2>
      {events.length === 0 && <p className="soft">Nothing has happened yet.</p>}
      <ol className="recent">
        {events.map((event) => (
          <li key={`${event.kind} ${event.id}`}>
            <p>
              {happened[event.kind]}{' '}
              <Link to={urls.editPost(event.post_id)}>{event.post_title || 'Untitled'}</Link>{' '}
              <FormattedDate className="soft" date={event.date} style="full" />
            </p>
            {event.text && <p className="quote">{event.text}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}
