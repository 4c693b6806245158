import { Link, useLoaderData } from 'react-router';
import { guarded } from '../../../platform/admin/data/guarded.ts';
import { ScreenTitle } from '../../../platform/admin/frame/screen-title.tsx';
import { urls } from '../../../platform/http/urls.ts';
import { Backups } from './backups.tsx';
import { backupCalls } from './calls.ts';

export const loader = guarded(() => backupCalls.state());

export function Component() {
  const state = useLoaderData<typeof loader>();
  return (
    <section>
      <ScreenTitle>Backups</ScreenTitle>
      <div className="boxed">
        <Backups state={state} />
      </div>
      <section className="boxed" aria-labelledby="restore-heading">
        <h2 id="restore-heading">Restore a backup</h2>
        <p>
          A backup replaces the whole site, so it is restored where the server runs: stop the site,{' '}
          <code>not-terrible restore --replace BACKUP</code>, start. What was replaced is set aside, not
          deleted. <Link to={`${urls.admin}/handbook/backups`}>Step by step</Link>
        </p>
        <p>
          Only a post or some images are gone? <Link to={`${urls.admin}/bin`}>Look in the bin first.</Link>
        </p>
      </section>
    </section>
  );
}
