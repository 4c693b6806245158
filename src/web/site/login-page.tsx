import { urls } from '../../contract/urls.ts';
import { Island } from './island.tsx';
import { type Page, redirectTo } from './page.ts';
import { NoIndex, PageTitle } from './page-meta.tsx';
import { useSite } from './site-context.ts';

export const loginPage: Page = {
  path: urls.login,
  get: async () => ({
    head: (
      <>
        <PageTitle>Login</PageTitle>
        <NoIndex />
      </>
    ),
    main: <LoginForm />,
  }),
  // The form was sent before its script was there. Signing in needs the script, so the person has to try again.
  post: async () => redirectTo(urls.login, 303),
};

function LoginForm() {
  return <Island name="login" props={{ siteUrl: useSite().site_url }} idle />;
}
