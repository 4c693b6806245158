import { codePoints } from '../../../platform/http/api/text.ts';
import { urls } from '../../../platform/http/urls.ts';
import { useIsCopy } from '../../../platform/web/copy-context.ts';
import { useMessages } from '../../../platform/web/messages.ts';
import type { MenuItem } from '../api/menu.ts';
import type { PublicSite } from '../api/site.ts';
import { HeaderMenu } from './menu.tsx';
import { SearchForm } from './search-form.tsx';
import { SiteName, Tagline } from './site-name.tsx';

type Props = { site: PublicSite; menu: readonly MenuItem[]; path: string; signedIn: boolean };

/** Cached pages say 'login'; client/session.ts changes the link when there is a session. */
export function SiteHeader({ site, menu, path, signedIn }: Props) {
  const messages = useMessages();
  return (
    <header className="site-header">
      <a className="site-title" href={urls.home} rel="home" data-length={lengthOf(site.site_name)}>
        <SiteName site={site} />
      </a>
      <Tagline site={site} />
      <HeaderMenu items={menu} path={path} />
      {!useIsCopy() && (
        <>
          <SearchForm label={messages.searchSite} />
          <a className="search-link" href={urls.search}>
            {messages.searchLink}
          </a>
          <Account signedIn={signedIn} />
        </>
      )}
    </header>
  );
}

function Account({ signedIn }: { signedIn: boolean }) {
  const messages = useMessages();
  return (
    <nav className="account" aria-label={messages.account}>
      <a
        className="session-link"
        href={signedIn ? urls.admin : urls.login}
        data-admin={messages.adminLink}
        data-login={messages.loginLink}
      >
        {signedIn ? messages.adminLink : messages.loginLink}
      </a>
    </nav>
  );
}

/** The style sheet makes long names smaller and reserves their lines before the title font has loaded. */
const lengths = [
  ['short', 14],
  ['medium', 26],
  ['long', 50],
  ['longer', 72],
] as const;

function lengthOf(name: string): string {
  const length = codePoints(name);
  return lengths.find(([, most]) => length <= most)?.[0] ?? 'longest';
}
