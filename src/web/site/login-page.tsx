import { urls } from '../../contract/urls.ts';
import * as messages from '../../messages/reader.ts';
import { Island } from './island.tsx';
import { type Page, redirectTo } from './page.ts';
import { NoIndex, PageTitle } from './page-meta.tsx';
import { useSite } from './site-context.ts';

export const loginPage: Page = {
  path: urls.login,
  get: async () => ({
    head: (
      <>
        <PageTitle>{messages.login}</PageTitle>
        <NoIndex />
      </>
    ),
    main: <LoginForm />,
  }),
  // The form was sent before its script had loaded. Signing in needs the script.
  post: async () => redirectTo(urls.login, 303),
};

function LoginForm() {
  return <Island name="login" props={{ siteUrl: useSite().site_url }} idle />;
}
