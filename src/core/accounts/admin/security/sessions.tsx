import { useAction } from '../../../../platform/admin/data/use-action.ts';
import { rich } from '../../../../platform/messages/rich.ts';
import { t } from '../../../../platform/messages/translate.ts';
import { FormattedDate } from '../../../../platform/web/ui/date.tsx';
import type { Session } from '../../api/owner.ts';
import { otherSessionsEnded, sessionEnded } from '../../messages.ts';
import { accountCalls } from '../calls.ts';

export function Sessions({ sessions }: { sessions: Session[] }) {
  const run = useAction();
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">{t('Where you are signed in')}</h2>
      <ul className="sessions">
        {sessions.map((session) => (
          <li key={session.id}>
            <p>
              <strong>{session.browser || t('Unknown browser')}</strong>{' '}
              {session.current && <span className="chip good">{t('This one')}</span>}
            </p>
            <p className="soft">
              {rich('since {date}, last seen {seen}', {
                date: <FormattedDate date={session.date_added} style="full" />,
                seen: <FormattedDate date={session.last_seen} style="full" />,
              })}
            </p>
            {!session.current && (
              <button
                type="button"
                className="quiet"
                onClick={() => void run(() => accountCalls.endSession({ id: session.id }), sessionEnded)}
              >
                {t('Sign out')}
              </button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <p className="actions">
          <button
            type="button"
            onClick={() => void run(() => accountCalls.endOtherSessions(), otherSessionsEnded)}
          >
            {t('Sign out everywhere else')}
          </button>
        </p>
      )}
    </section>
  );
}
