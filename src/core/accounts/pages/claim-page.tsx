import type { ReactNode } from 'react';
import { passwordMin } from '../../../platform/http/api/limits.ts';
import { urls } from '../../../platform/http/urls.ts';
import { isProblem, notFound } from '../../../platform/web/not-found.ts';
import { type Page, redirectTo, type Screen, type Visit } from '../../../platform/web/page.ts';
import { NoIndex, PageTitle } from '../../site/pages/page-meta.tsx';
import * as messages from '../messages.ts';
import type { AccountsApi } from './page-api.ts';

/** Where the owner of a new site chooses name and password. It has no script, and GET changes nothing. */
export const claimPage: Page<AccountsApi> = {
  path: urls.claim(':token'),
  get: async (visit) => {
    const found = await claimOf(visit).find(visit.params.token ?? '');
    return found ? formScreen({ username: found.username }) : invalidScreen;
  },
  post: async (visit, form) => {
    const claim = claimOf(visit);
    const token = visit.params.token ?? '';
    const field = (name: string) => form.get(name) ?? '';
    const username = field('username');
    const password = field('password');
    try {
      if (!(await claim.find(token))) return invalidScreen;
      if (password !== field('again')) return formScreen({ username, error: messages.passwordsDiffer });
      return (await claim.claim(token, { username, password })) ? redirectTo(urls.admin, 303) : invalidScreen;
    } catch (problem) {
      if (!isProblem(problem) || problem.code !== 'invalid') throw problem;
      return formScreen({ username, error: problem.message });
    }
  },
};

function claimOf({ api, copy }: Visit<AccountsApi>) {
  if (copy) throw notFound();
  return api.claim;
}

const ClaimMeta = ({ title }: { title: string }) => (
  <>
    <PageTitle>{() => title}</PageTitle>
    <NoIndex />
  </>
);

type Typed = { username: string; error?: string };

const formScreen = (typed: Typed): Screen => ({
  status: typed.error ? 422 : 200,
  head: <ClaimMeta title={messages.claimTitle} />,
  main: <ClaimForm {...typed} />,
  isStatic: true,
});

const ids = { hint: 'claim-hint', error: 'claim-error' };

function ClaimForm({ username, error }: Typed) {
  const { claimFields } = messages;
  return (
    <div className="grid">
      <div className="login claim" lang="en" dir="ltr">
        <h1>{messages.claimTitle}</h1>
        <form method="post">
          <p>{messages.claimExplained}</p>
          {error !== undefined && (
            <p className="error" id={ids.error} role="alert">
              {error}
            </p>
          )}
          <p className="field">
            <label htmlFor="username">{claimFields.username}</label>
            <input
              id="username"
              name="username"
              defaultValue={username}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={50}
              required
            />
          </p>
          <p className="field">
            <label htmlFor="password">{claimFields.password}</label>
            <input
              id="password"
              name="password"
              type="password"
              autoComplete="new-password"
              aria-describedby={error === undefined ? ids.hint : `${ids.hint} ${ids.error}`}
              minLength={passwordMin}
              // biome-ignore lint/a11y/noAutofocus: the page is this form
              autoFocus
              required
            />
            <span className="soft" id={ids.hint}>
              {messages.passwordHint(passwordMin)}
            </span>
          </p>
          <p className="field">
            <label htmlFor="again">{claimFields.again}</label>
            <input id="again" name="again" type="password" autoComplete="new-password" required />
          </p>
          <p className="actions">
            <button type="submit" className="primary">
              {claimFields.submit}
            </button>
          </p>
        </form>
      </div>
    </div>
  );
}

const invalidScreen: Screen = {
  status: 404,
  head: <ClaimMeta title={messages.linkInvalidTitle} />,
  main: (
    <div className="notice grid" lang="en" dir="ltr">
      <h1>{messages.linkInvalidTitle}</h1>
      <p>{messages.linkInvalid}</p>
      <p>{messages.linkInvalidAdvice.claimed}</p>
      <p>
        <WithCommand text={messages.linkInvalidAdvice.unclaimed} />
      </p>
      <p>
        <a className="button" href={urls.login}>
          Login
        </a>
      </p>
    </div>
  ),
  isStatic: true,
};

/** A sentence with the command that prints a new link. */
function WithCommand({ text }: { text: string }): ReactNode {
  const [before, after] = text.split('{command}');
  return (
    <>
      {before}
      <code>{messages.claimCommand}</code>
      {after}
    </>
  );
}

/** Instead of the login form, while no one can sign in. It tells what everyone may know. */
export const NotClaimed = () => (
  <div className="banner not-claimed" lang="en" dir="ltr">
    <p>
      <strong>{messages.notClaimed.title}</strong>
    </p>
    <p>
      <WithCommand text={messages.notClaimed.advice} />
    </p>
  </div>
);
