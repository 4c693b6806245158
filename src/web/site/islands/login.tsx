import { type FormEvent, lazy, Suspense, useEffect, useState } from 'react';
import { urls } from '../../../contract/urls.ts';
import * as messages from '../../../messages/reader.ts';
import { call } from '../../fetch-json.ts';
import { isProblem } from '../../not-found.ts';

const PasskeyButton = lazy(() => import('./passkey-button.tsx'));
const SecondStep = lazy(() => import('./second-step.tsx'));

/** The admin area is a separate document. */
const enter = () => location.assign(urls.admin);

export default function Login({ siteUrl }: { siteUrl: string }) {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  const [error, setError] = useState('');
  const [sending, setSending] = useState(false);
  const [passkeyAsked, setPasskeyAsked] = useState(false);
  const [restarted, setRestarted] = useState(false);

  const showProblem = (rejected: string) => (problem: unknown) => {
    if (problem === null) setError('');
    else if (isProblem(problem) && problem.code === 'no_auth') setError(rejected);
    else setError(problem instanceof Error ? problem.message : messages.serverError);
  };
  const login = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending) return;
    const fields = new FormData(event.currentTarget);
    setSending(true);
    setError('');
    try {
      const { body } = await call('POST', '/api/admin/auth', {
        username: String(fields.get('username')),
        password: String(fields.get('password')),
      });
      if ((body as { status: string }).status !== 'passkey') return enter();
      setPasskeyAsked(true);
    } catch (problem) {
      showProblem(messages.incorrectPassword)(problem);
    }
    setSending(false);
  };
  const alert = (
    <p className="error" role="alert">
      {error}
    </p>
  );
  return (
    <div className="login">
      <h1>{messages.login}</h1>
      <noscript>
        <p className="banner">{messages.loginNeedsJavaScript}</p>
      </noscript>
      {passkeyAsked ? (
        <Suspense>
          <SecondStep
            siteUrl={siteUrl}
            onEntered={enter}
            onProblem={showProblem(messages.secondFactorRejected)}
            onRestart={() => {
              setPasskeyAsked(false);
              setRestarted(true);
              setError('');
            }}
          />
          {alert}
        </Suspense>
      ) : (
        <form method="post" action={urls.login} onSubmit={login}>
          <p className="field">
            <label htmlFor="username">{messages.username}</label>
            <input
              id="username"
              name="username"
              autoComplete="username"
              // biome-ignore lint/a11y/noAutofocus: the user asked to start over
              autoFocus={restarted}
              autoCapitalize="none"
              spellCheck={false}
            />
          </p>
          <p className="field">
            <label htmlFor="password">{messages.password}</label>
            <input id="password" name="password" type="password" autoComplete="current-password" />
          </p>
          {alert}
          <p className="actions">
            <button type="submit" className="primary" aria-disabled={sending || undefined}>
              {messages.login}
            </button>
            <a href={urls.home}>{messages.cancel}</a>
          </p>
        </form>
      )}
      {hydrated && !passkeyAsked && (
        <Suspense>
          <PasskeyButton
            siteUrl={siteUrl}
            name={messages.signInWithPasskey}
            onEntered={enter}
            onProblem={showProblem(messages.passkeyRejected)}
          />
        </Suspense>
      )}
    </div>
  );
}
