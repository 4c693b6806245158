import { type FormEvent, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { urls } from '../../../../platform/http/urls.ts';
import type { SignInMessages } from '../../../../platform/web/messages/types.ts';
import { islandMessages } from '../../../../platform/web/messages.ts';
import { isProblem } from '../../../../platform/web/not-found.ts';
import { signIn } from '../sign-in-calls.ts';

const PasskeyButton = lazy(() => import('./passkey-button.tsx'));
const SecondStep = lazy(() => import('./second-step.tsx'));

type Props = {
  siteUrl: string;
  messages: SignInMessages;
  /** Filled in, for a user who signs in again. */
  username?: string;
  onEntered: () => void;
  /** The way out, beside Login. */
  cancel: ReactNode;
};

/** Signs in with password and second factor, or with a passkey: on the login page, and in place where a session has ended. */
export function LoginForm({ siteUrl, messages, username, onEntered, cancel }: Props) {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  const [error, setError] = useState('');
  const [sending, setSending] = useState(false);
  const [passkeyAsked, setPasskeyAsked] = useState(false);
  const [restarted, setRestarted] = useState(false);

  const showProblem = (rejected: string) => (problem: unknown) => {
    if (problem === null) setError('');
    else if (isProblem(problem) && problem.code === 'no_auth') setError(rejected);
    else setError(problem instanceof Error ? problem.message : islandMessages().serverError);
  };
  const login = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending) return;
    const fields = new FormData(event.currentTarget);
    setSending(true);
    setError('');
    try {
      const { status } = await signIn({
        username: String(fields.get('username')),
        password: String(fields.get('password')),
      });
      if (status !== 'passkey') return onEntered();
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
    <>
      {passkeyAsked ? (
        <Suspense>
          <SecondStep
            siteUrl={siteUrl}
            messages={messages}
            onEntered={onEntered}
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
              defaultValue={username}
              autoComplete="username"
              // biome-ignore lint/a11y/noAutofocus: the user asked to start over
              autoFocus={restarted}
              autoCapitalize="none"
              spellCheck={false}
            />
          </p>
          <p className="field">
            <label htmlFor="password">{messages.password}</label>
            <input
              id="password"
              name="password"
              type="password"
              autoComplete="current-password"
              data-first-focus
            />
          </p>
          {alert}
          <p className="actions">
            <button type="submit" className="primary" aria-disabled={sending || undefined}>
              {messages.login}
            </button>
            {cancel}
          </p>
        </form>
      )}
      {hydrated && !passkeyAsked && (
        <Suspense>
          <PasskeyButton
            siteUrl={siteUrl}
            messages={messages}
            name={messages.signInWithPasskey}
            onEntered={onEntered}
            onProblem={showProblem(messages.passkeyRejected)}
          />
        </Suspense>
      )}
    </>
  );
}
