import { useRevalidator } from 'react-router';
import type { Session } from '../../../contract/owner.ts';
import { FormattedDate } from '../../ui/date.tsx';
import { adminApi } from '../data/admin-api.ts';
import { useNotices } from '../frame/notices.tsx';

/** Where the person is signed in, and the way out of each place. */
export function Sessions({ sessions }: { sessions: Session[] }) {
  const { notify, reportError } = useNotices();
  const { revalidate } = useRevalidator();
  const end = async (session: Session) => {
    try {
      await adminApi.endSession(session.id);
      notify('Signed out there.');
      await revalidate();
    } catch (error) {
      reportError(error);
    }
  };
  const endOthers = async () => {
    try {
      await adminApi.endOtherSessions();
      notify('Signed out everywhere else.');
      await revalidate();
    } catch (error) {
      reportError(error);
    }
  };
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">Where you are signed in</h2>
      <ul className="sessions">
        {sessions.map((session) => (
          <li key={session.id}>
            <p>
              <strong>{session.browser || 'Another program'}</strong>{' '}
              {session.current && <span className="chip good">This one</span>}
            </p>
            <p className="soft">
              since <FormattedDate date={session.date_added} style="full" />, last seen{' '}
              <FormattedDate date={session.last_seen} style="full" />
            </p>
            {!session.current && (
              <button type="button" onClick={() => void end(session)}>
                Sign out
              </button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <p className="actions">
          <button type="button" onClick={() => void endOthers()}>
            Sign out everywhere else
          </button>
        </p>
      )}
    </section>
  );
}
