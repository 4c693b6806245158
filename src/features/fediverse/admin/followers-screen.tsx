import { Link, useLoaderData } from 'react-router';
import { Nothing } from '../../../platform/admin/controls/nothing.tsx';
import { guarded } from '../../../platform/admin/data/guarded.ts';
import { ScreenTitle } from '../../../platform/admin/frame/screen-title.tsx';
import { urls } from '../../../platform/http/urls.ts';
import { rich } from '../../../platform/messages/rich.ts';
import { plural, t } from '../../../platform/messages/translate.ts';
import { FormattedDate } from '../../../platform/web/ui/date.tsx';
import type { FediverseStatus } from '../api.ts';
import { fediverseCalls } from './calls.ts';

export const loader = guarded(() => fediverseCalls.status());

/** How many people follow the blog from the fediverse, and which of their servers cannot be reached. */
export function Component() {
  return (
    <section>
      <ScreenTitle>{t('Followers')}</ScreenTitle>
      <Followers {...useLoaderData<typeof loader>()} />
    </section>
  );
}

const shownHosts = 10;

function Followers({ followers, failing_hosts }: FediverseStatus) {
  const more = failing_hosts.length - shownHosts;
  const count = plural(followers, { one: '1 follower', other: '{count} followers' });
  const explanation = rich(
    'People on Mastodon and similar networks follow the blog by its address, which is in <link>Networks</link>.',
    { link: (text) => <Link to={`${urls.admin}/settings/networks`}>{text}</Link> },
  );
  if (followers === 0 && failing_hosts.length === 0)
    return <Nothing text={t('No followers yet.')} action={explanation} />;
  return (
    <>
      <p>{count}</p>
      <p className="soft">{explanation}</p>
      {failing_hosts.length > 0 && (
        <details>
          <summary>
            {plural(failing_hosts.length, {
              one: '1 server does not accept posts',
              other: '{count} servers do not accept posts',
            })}
          </summary>
          <ul>
            {failing_hosts.slice(0, shownHosts).map(({ host, error, since, given_up }) => (
              <li key={host}>
                {rich('{host}, since {date}: {error}', { host, date: <FormattedDate date={since} />, error })}
                {given_up && ` (${t('given up')})`}
              </li>
            ))}
            {more > 0 && <li>{t('and {more} more', { more })}</li>}
          </ul>
        </details>
      )}
    </>
  );
}
