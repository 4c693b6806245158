import { useState } from 'react';
import { useLoaderData } from 'react-router';
import { guarded } from '../../../../platform/admin/data/guarded.ts';
import { ScreenTitle } from '../../../../platform/admin/frame/screen-title.tsx';
import { t } from '../../../../platform/messages/translate.ts';
import { accountCalls } from '../calls.ts';
import { Passkeys } from './passkeys.tsx';
import { PasswordForm } from './password-form.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';
import './security.css';

export const loader = guarded(async () => {
  const [users, methods, sessions] = await Promise.all([
    accountCalls.users(),
    accountCalls.signInMethods(),
    accountCalls.sessions(),
  ]);
  return { me: users.find((user) => user.you), methods, sessions };
});

export function Component() {
  const { me, methods, sessions } = useLoaderData<typeof loader>();
  const [changing, setChanging] = useState(false);
  return (
    <section className="security">
      <ScreenTitle>{t('Security')}</ScreenTitle>
      <section className="boxed" aria-labelledby="own-password">
        <h2 id="own-password">{t('Password')}</h2>
        {changing && me ? (
          <PasswordForm user={me} onDone={() => setChanging(false)} />
        ) : (
          <>
            <p>{t('A new password signs you out everywhere else.')}</p>
            <p className="actions">
              <button type="button" onClick={() => setChanging(true)}>
                {t('Change password')}
              </button>
            </p>
          </>
        )}
      </section>
      <Passkeys methods={methods} />
      <SecondFactor methods={methods} username={me?.username ?? ''} />
      <Sessions sessions={sessions} />
    </section>
  );
}
