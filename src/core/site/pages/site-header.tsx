import { codePoints } from '../../../platform/http/api/plain-text.ts';
import { urls } from '../../../platform/http/urls.ts';
import { useHasServer, useIsCopy } from '../../../platform/web/copy-context.ts';
import { useMessages } from '../../../platform/web/messages.ts';
import type { MenuItem } from '../api/menu.ts';
import type { PublicSite } from '../api/site.ts';
import { HeaderMenu } from './menu.tsx';
import { SiteName, Tagline } from './site-name.tsx';

type Props = { site: PublicSite; menu: readonly MenuItem[]; path: string; signedIn: boolean };

/** Cached pages say 'login'; client/session.ts changes the link when there is a session. */
export function SiteHeader({ site, menu, path, signedIn }: Props) {
  const messages = useMessages();
  const isCopy = useIsCopy();
  const hasServer = useHasServer();
  return (
    <header className="site-header">
      <div className="brand" data-length={lengthOf(site.site_name)}>
        <a className="site-title" href={urls.home} rel="home">
          <SiteName site={site} />
        </a>
        <Tagline site={site} />
      </div>
      {(menu.length > 0 || hasServer) && (
        <HeaderMenu items={menu} path={path}>
          {hasServer && (
            <li>
              <a href={urls.search} aria-current={path === urls.search ? 'page' : undefined}>
                {messages.searchLink}
              </a>
            </li>
          )}
          {!isCopy && (
            <li>
              <a
                className="session-link"
                href={signedIn ? urls.admin : urls.login}
                data-admin={messages.adminLink}
                data-login={messages.loginLink}
              >
                {signedIn ? messages.adminLink : messages.loginLink}
              </a>
            </li>
          )}
        </HeaderMenu>
      )}
    </header>
  );
}

/** The style sheet makes long names smaller and reserves their lines before the title font has loaded. */
const lengths = [
  ['short', 14],
  ['fair', 18],
  ['medium', 26],
  ['long', 50],
  ['longer', 72],
] as const;

function lengthOf(name: string): string {
  const length = codePoints(name);
  return lengths.find(([, most]) => length <= most)?.[0] ?? 'longest';
}
