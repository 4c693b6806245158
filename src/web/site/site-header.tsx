import type { PublicSite } from '../../contract/site.ts';
import { urls } from '../../contract/urls.ts';
import { useMessages } from '../messages.ts';
import { SearchForm } from './search/search-form.tsx';
import { SiteName, Tagline } from './site-name.tsx';

/** Cached pages say 'login'; client/session.ts changes the link when there is a session. */
export function SiteHeader({ site, signedIn }: { site: PublicSite; signedIn: boolean }) {
  const messages = useMessages();
  return (
    <header className="site-header">
      <a className="site-title" href={urls.home} rel="home">
        <SiteName site={site} />
      </a>
      <Tagline site={site} />
      <SearchForm label={messages.searchSite} />
      <a className="search-link" href={urls.search}>
        {messages.searchLink}
      </a>
      <nav aria-label={messages.account}>
        <a
          className="session-link"
          href={signedIn ? urls.admin : urls.login}
          data-admin={messages.adminLink}
          data-login={messages.loginLink}
        >
          {signedIn ? messages.adminLink : messages.loginLink}
        </a>
      </nav>
    </header>
  );
}
