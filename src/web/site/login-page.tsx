import { urls } from '../../contract/urls.ts';
import { commandLine } from '../../messages/command-line.ts';
import { useMessages } from '../messages.ts';
import { Island } from './island.tsx';
import { type Page, redirectTo } from './page.ts';
import { NoIndex, PageTitle } from './page-meta.tsx';
import { useSignInMessages } from './sign-in-messages.ts';
import { useSite } from './site-context.ts';

export const loginPage: Page = {
  path: urls.login,
  get: async () => ({
    head: (
      <>
        <PageTitle>{({ login }) => login}</PageTitle>
        <NoIndex />
      </>
    ),
    main: (
      <div className="grid">
        <LoginForm />
        <LoginHelp />
      </div>
    ),
  }),
  // The form was sent before its script had loaded. Signing in needs the script.
  post: async () => redirectTo(urls.login, 303),
};

function LoginForm() {
  const { site_url: siteUrl } = useSite();
  return <Island name="login" props={{ siteUrl, messages: useSignInMessages() }} idle />;
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
