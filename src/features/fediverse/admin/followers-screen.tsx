import { Link, useLoaderData } from 'react-router';
import { guarded } from '../../../platform/admin/data/guarded.ts';
import { ScreenTitle } from '../../../platform/admin/frame/screen-title.tsx';
import { urls } from '../../../platform/http/urls.ts';
import { FormattedDate } from '../../../platform/web/ui/date.tsx';
import type { FediverseStatus } from '../api.ts';
import { fediverseCalls } from './calls.ts';

export const loader = guarded(() => fediverseCalls.status());

/** How many people follow the blog from the fediverse, and which of their servers cannot be reached. */
export function Component() {
  return (
    <section>
      <ScreenTitle>Followers</ScreenTitle>
      <Followers {...useLoaderData<typeof loader>()} />
      <p className="soft">
        People on Mastodon and similar networks follow the blog by its address, which is in{' '}
        <Link to={`${urls.admin}/settings/networks`}>Networks</Link>.
      </p>
    </section>
  );
}

const shownHosts = 10;

function Followers({ followers, failing_hosts }: FediverseStatus) {
  const more = failing_hosts.length - shownHosts;
  return (
    <>
      <p>{followers === 1 ? '1 follower' : `${followers} followers`}</p>
      {failing_hosts.length > 0 && (
        <details>
          <summary>
            {failing_hosts.length === 1
              ? '1 server does not accept posts'
              : `${failing_hosts.length} servers do not accept posts`}
          </summary>
          <ul>
            {failing_hosts.slice(0, shownHosts).map(({ host, error, since, given_up }) => (
              <li key={host}>
                {host}, since <FormattedDate date={since} />: {error}
                {given_up && ' (given up)'}
              </li>
            ))}
            {more > 0 && <li>and {more} more</li>}
          </ul>
        </details>
      )}
    </>
  );
}
