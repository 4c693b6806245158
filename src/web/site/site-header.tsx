import type { PublicSite } from '../../contract/site.ts';
import { urls } from '../../contract/urls.ts';
import { SearchForm } from './search/search-form.tsx';

/** Pages of visitors say 'login'; client/session.ts changes the link for a person who is signed in. */
export function SiteHeader({ site, signedIn }: { site: PublicSite; signedIn: boolean }) {
  return (
    <header className="site-header">
      <a className="site-title" href={urls.home} rel="home">
        {site.site_name}
      </a>
      <SearchForm label="Search this site" />
      <a className="search-link" href={urls.search}>
        search
      </a>
      <nav aria-label="Account">
        <a className="session-link" href={signedIn ? urls.admin : urls.login}>
          {signedIn ? 'admin' : 'login'}
        </a>
      </nav>
    </header>
  );
}
