import { type FormEvent, useState } from 'react';
import { type LoaderFunctionArgs, redirect, useNavigate } from 'react-router';
import { serverErrorText } from '../../contract/errors.ts';
import { urls } from '../../contract/urls.ts';
import { apiContext } from '../api.ts';
import { call } from '../fetch-json.ts';
import { isProblem } from '../found.ts';
import { noteSession } from '../session.ts';
import { useHydrated } from '../ui/hydrated.ts';
import { useSite } from './use-site.ts';

export async function loader({ context }: LoaderFunctionArgs) {
  return (await context.get(apiContext).signedIn()) ? redirect(urls.admin) : null;
}

/** A form that was sent before the page was ready: nobody is signed in, and nothing of it is kept. */
export const action = () => redirect(urls.login);

export function Component() {
  const site = useSite();
  const navigate = useNavigate();
  const ready = useHydrated();
  const [error, setError] = useState('');
  const [sending, setSending] = useState(false);

  const login = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    setSending(true);
    setError('');
    try {
      await call('POST', '/api/admin/auth', {
        username: String(fields.get('username')),
        password: String(fields.get('password')),
      });
      noteSession(true);
      await navigate(urls.admin);
    } catch (problem) {
      const refused = isProblem(problem) && problem.code === 'no_auth';
      setError(refused ? 'incorrect password' : problem instanceof Error ? problem.message : serverErrorText);
      setSending(false);
    }
  };
  return (
    <div className="login">
      <title>{`Login · ${site.site_name}`}</title>
      <meta name="robots" content="noindex" />
      <h1>Login</h1>
      <noscript>
        <p className="banner">Writing happens in the browser: please turn on JavaScript to log in.</p>
      </noscript>
      <form method="post" onSubmit={login}>
        <p className="field">
          <label htmlFor="username">UserName</label>
          <input
            id="username"
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
        </p>
        <p className="field">
          <label htmlFor="password">Password</label>
          <input id="password" name="password" type="password" autoComplete="current-password" />
        </p>
        <p className="error" role="alert">
          {error}
        </p>
        <p className="actions">
          <button type="submit" className="primary" disabled={!ready || sending}>
            Login
          </button>
          <a href={urls.home}>Cancel</a>
        </p>
      </form>
    </div>
  );
}
