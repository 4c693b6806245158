import { useEffect } from 'react';
import type { PublicSite } from '../../contract/site.ts';
import { urls } from '../../contract/urls.ts';
import { fetchApi } from '../fetch-api.ts';
import { noteSession, useSignedIn } from '../session.ts';
import { SearchForm } from './search/search-form.tsx';

export function SiteHeader({ site }: { site: PublicSite }) {
  const signedIn = useSignedIn();
  useEffect(() => {
    // A failure was logged by the call; the link then says what it says to everybody.
    fetchApi.signedIn().then(noteSession, () => {});
  }, []);
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
