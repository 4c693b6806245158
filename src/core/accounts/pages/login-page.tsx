import { urls } from '../../../platform/http/urls.ts';
import { commandLine } from '../../../platform/messages/command-line.ts';
import { Island } from '../../../platform/web/island.tsx';
import { useMessages } from '../../../platform/web/messages.ts';
import { type Page, redirectTo } from '../../../platform/web/page.ts';
import { NoIndex, PageTitle } from '../../site/pages/page-meta.tsx';
import { useSite } from '../../site/pages/site-context.ts';
import { NotClaimed } from './claim-page.tsx';
import type Login from './islands/login.tsx';
import type { AccountsApi } from './page-api.ts';
import { useSignInMessages } from './sign-in-messages.ts';

export const loginPage: Page<AccountsApi> = {
  path: urls.login,
  get: async ({ api }) => ({
    head: (
      <>
        <PageTitle>{({ login }) => login}</PageTitle>
        <NoIndex />
      </>
    ),
    styles: ['other'],
    main: (
      <div className="grid">
        {(await api.claim.isClaimed()) ? (
          <>
            <LoginForm />
            <LoginHelp />
          </>
        ) : (
          <Unclaimed />
        )}
      </div>
    ),
  }),
  // The form was sent before its script had loaded. Signing in needs the script.
  post: async () => redirectTo(urls.login, 303),
};

const Unclaimed = () => (
  <div className="login">
    <h1>{useMessages().login}</h1>
    <NotClaimed />
  </div>
);

function LoginForm() {
  const { site_url: siteUrl } = useSite();
  return <Island<typeof Login> name="login" props={{ siteUrl, messages: useSignInMessages() }} idle />;
}

function LoginHelp() {
  const [before, after] = useMessages().lostPassword.split('{command}');
  return (
    <p className="login-help">
      {before}
      <code>{commandLine('admin')}</code>
      {after}
    </p>
  );
}
