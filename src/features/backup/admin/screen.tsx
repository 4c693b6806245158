import { Link, useLoaderData } from 'react-router';
import { guarded } from '../../../platform/admin/data/guarded.ts';
import { ScreenTitle } from '../../../platform/admin/frame/screen-title.tsx';
import { urls } from '../../../platform/http/urls.ts';
import { rich } from '../../../platform/messages/rich.ts';
import { t } from '../../../platform/messages/translate.ts';
import { Backups } from './backups.tsx';
import { backupCalls } from './calls.ts';

export const loader = guarded(() => backupCalls.state());

export function Component() {
  const state = useLoaderData<typeof loader>();
  return (
    <section>
      <ScreenTitle>{t('Backups')}</ScreenTitle>
      <div className="boxed">
        <Backups state={state} />
      </div>
      <section className="boxed" aria-labelledby="restore-heading">
        <h2 id="restore-heading">{t('Restore a backup')}</h2>
        <p>
          {rich(
            'A backup replaces the whole site, so it is restored where the server runs: stop the site, {command}, start. What was replaced is set aside, not deleted. <link>Step by step</link>',
            {
              command: <code>not-terrible restore --replace BACKUP</code>,
              link: (text) => <Link to={`${urls.admin}/handbook/backups`}>{text}</Link>,
            },
          )}
        </p>
        <p>
          {rich('Only a post or some images are gone? <link>Look in the bin first.</link>', {
            link: (text) => <Link to={`${urls.admin}/bin`}>{text}</Link>,
          })}
        </p>
      </section>
    </section>
  );
}
