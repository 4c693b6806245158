import { useLoaderData, useRevalidator } from 'react-router';
import { callsOf } from '../../../platform/admin/data/calls.ts';
import { guarded } from '../../../platform/admin/data/guarded.ts';
import { ScreenTitle } from '../../../platform/admin/frame/screen-title.tsx';
import type { Finding } from '../../../platform/findings.ts';
import { t } from '../../../platform/messages/translate.ts';
import type { doctorRoutes } from '../routes.ts';
import './doctor.css';

const { call } = callsOf<typeof doctorRoutes>();
const check = call('GET', '/api/admin/doctor');

export const loader = guarded(() => check());

const words: Record<Finding['state'], string> = {
  problem: t('Problem'),
  warning: t('Warning'),
  ok: t('Fine'),
};
const classes: Record<Finding['state'], string> = { problem: 'error', warning: 'warning', ok: 'soft' };
const states = Object.keys(words) as Finding['state'][];

/** What is wrong with the installation and what to do, the worst first. */
export function Component() {
  const findings = useLoaderData<typeof loader>();
  const { revalidate, state } = useRevalidator();
  const isBusy = state === 'loading';
  const sorted = states.flatMap((wanted) => findings.filter((found) => found.state === wanted));
  const isFine = findings.every((found) => found.state === 'ok');
  return (
    <section>
      <ScreenTitle>{t('Doctor')}</ScreenTitle>
      <p role="status">{isFine ? t('Everything is fine.') : t('There is something to do.')}</p>
      <ul className="findings boxed">
        {sorted.map(({ state: found, text, advice }) => (
          <li key={text}>
            <span className={classes[found]}>{words[found]}</span>
            <div>
              {text}
              {advice && <p>{advice}</p>}
            </div>
          </li>
        ))}
      </ul>
      <div className="actions">
        <button type="button" aria-disabled={isBusy} onClick={() => !isBusy && revalidate()}>
          {isBusy ? t('Checking …') : t('Check again')}
        </button>
      </div>
    </section>
  );
}
