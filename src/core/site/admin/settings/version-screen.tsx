import { useState } from 'react';
import { useLoaderData } from 'react-router';
import { guarded } from '../../../../platform/admin/data/guarded.ts';
import { useNotices } from '../../../../platform/admin/frame/notices.tsx';
import { ScreenTitle } from '../../../../platform/admin/frame/screen-title.tsx';
import { rich } from '../../../../platform/messages/rich.ts';
import { t } from '../../../../platform/messages/translate.ts';
import type { License } from '../../api/version.ts';
import { siteCalls } from '../calls.ts';
import './version.css';

export const loader = guarded(() => siteCalls.version());

/** Which version runs, and what it and earlier ones brought. */
export function Component() {
  const { version, changes } = useLoaderData<typeof loader>();
  return (
    <section>
      <ScreenTitle>{t('Version')}</ScreenTitle>
      <p>
        {rich('This site runs {version}. What each version brought:', {
          version: <strong>Not Terrible {version}</strong>,
        })}
      </p>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitizes it */}
      <div className="change-log" dangerouslySetInnerHTML={{ __html: changes }} />
      <Licenses />
    </section>
  );
}

/** Loaded when it is opened. */
function Licenses() {
  const { reportError } = useNotices();
  const [list, setList] = useState<readonly License[]>([]);
  const load = () => {
    if (list.length === 0) siteCalls.licenses().then(setList).catch(reportError);
  };
  return (
    <details className="licenses" onToggle={load}>
      <summary>{t('Licenses of what it is made of')}</summary>
      <div className="licenses-table">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('Package')}</th>
              <th scope="col">{t('Version')}</th>
              <th scope="col">{t('License')}</th>
            </tr>
          </thead>
          <tbody>
            {list.map(({ name, version, license }) => (
              <tr key={`${name} ${version}`}>
                <td>{name}</td>
                <td>{version}</td>
                <td>{license}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
