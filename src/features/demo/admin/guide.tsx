import { useState } from 'react';
import { Link } from 'react-router';
import { callsOf } from '../../../platform/admin/data/calls.ts';
import { useNotices } from '../../../platform/admin/frame/notices.tsx';
import { urls } from '../../../platform/http/urls.ts';
import { t } from '../../../platform/messages/translate.ts';
import type { demoRoutes } from '../routes.ts';
import './guide.css';

const { call } = callsOf<typeof demoRoutes>();
const readDemo = call('GET', '/api/admin/demo');
const resetDemo = call('POST', '/api/admin/demo/reset');

const pollMs = 500;

/** Resolves when the server of before has made room for a new one. */
async function waitForRestart(started: string): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    // While it restarts, nothing answers.
    const now = await readDemo().catch(() => null);
    if (now && now.started !== started) return;
  }
}

/** What to try in the demo, and the way back to its beginning. */
export function Guide() {
  const { reportError } = useNotices();
  const [isResetting, setResetting] = useState(false);
  const reset = async () => {
    setResetting(true);
    try {
      const { started } = await resetDemo();
      await waitForRestart(started);
      location.assign(urls.admin);
    } catch (error) {
      setResetting(false);
      reportError(error);
    }
  };
  return (
    <nav className="demo-guide" aria-label={t('Demo')}>
      <ul>
        <li>
          <Link to={urls.addPost}>{t('Try the editor')}</Link>
        </li>
        <li>
          <Link to={`${urls.admin}/comments`}>{t('Approve a comment')}</Link>
        </li>
        <li>
          <Link to={`${urls.admin}/design`}>{t('Switch the look')}</Link>
        </li>
      </ul>
      <button type="button" className="quiet" disabled={isResetting} onClick={() => void reset()}>
        {isResetting ? t('Resetting …') : t('Reset the demo')}
      </button>
    </nav>
  );
}
