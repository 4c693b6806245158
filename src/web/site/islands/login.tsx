import { type FormEvent, lazy, Suspense, useEffect, useState } from 'react';
import { urls } from '../../../contract/urls.ts';
import { serverError } from '../../../messages/reader.ts';
import { call } from '../../fetch-json.ts';
import { isProblem } from '../../not-found.ts';

const PasskeyButton = lazy(() => import('./passkey-button.tsx'));
const SecondStep = lazy(() => import('./second-step.tsx'));

const refused = {
  password: 'incorrect password',
  passkey: 'This passkey was not accepted. Please try again.',
  'second step': 'This was not accepted, or it took too long. Please try again or start again.',
} as const;

/** Leaves the public pages: the admin area is a document of its own. */
const enter = () => location.assign(urls.admin);

export default function Login({ siteUrl }: { siteUrl: string }) {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  const [error, setError] = useState('');
  const [sending, setSending] = useState(false);
  const [passkeyAsked, setPasskeyAsked] = useState(false);
  const [again, setAgain] = useState(false);

  const tell = (way: keyof typeof refused) => (problem: unknown) => {
    if (problem === null) setError('');
    else if (isProblem(problem) && problem.code === 'no_auth') setError(refused[way]);
    else setError(problem instanceof Error ? problem.message : serverError);
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
      tell('password')(problem);
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
      <h1>Login</h1>
      <noscript>
        <p className="banner">Writing happens in the browser: please turn on JavaScript to log in.</p>
      </noscript>
      {passkeyAsked ? (
        <Suspense>
          <SecondStep
            siteUrl={siteUrl}
            onEntered={enter}
            onProblem={tell('second step')}
            onRestart={() => {
              setPasskeyAsked(false);
              setAgain(true);
              setError('');
            }}
          />
          {alert}
        </Suspense>
      ) : (
        <form method="post" action={urls.login} onSubmit={login}>
          <p className="field">
            <label htmlFor="username">UserName</label>
            <input
              id="username"
              name="username"
              autoComplete="username"
              // biome-ignore lint/a11y/noAutofocus: the form is back because its button was pressed
              autoFocus={again}
              autoCapitalize="none"
              spellCheck={false}
            />
          </p>
          <p className="field">
            <label htmlFor="password">Password</label>
            <input id="password" name="password" type="password" autoComplete="current-password" />
          </p>
          {alert}
          <p className="actions">
            <button type="submit" className="primary" aria-disabled={sending || undefined}>
              Login
            </button>
            <a href={urls.home}>Cancel</a>
          </p>
        </form>
      )}
      {hydrated && !passkeyAsked && (
        <Suspense>
          <PasskeyButton
            siteUrl={siteUrl}
            name="Sign in with a passkey"
            onEntered={enter}
            onProblem={tell('passkey')}
          />
        </Suspense>
      )}
    </div>
  );
}
