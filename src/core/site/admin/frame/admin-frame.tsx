import type { ComponentProps, ComponentType, ReactNode, Ref } from 'react';
import {
  currentLink,
  helpUrl,
  NavigationContext,
  navigationOf,
  navigationUrl,
} from '../../../../platform/admin/frame/navigation.ts';
import type { AdminModule } from '../../../../platform/admin/module.ts';
import { urls } from '../../../../platform/http/urls.ts';
import type { PublicSite } from '../../api/site.ts';
import { SchemeSwitch } from '../../pages/scheme-switch.tsx';

export type AnchorProps = Omit<ComponentProps<'a'>, 'href'> & { to: string };
type Props = {
  site: PublicSite;
  modules: readonly AdminModule<PublicSite>[];
  pathname: string;
  /** The link of the router, or a plain one in the document before scripts start. */
  Anchor: ComponentType<AnchorProps>;
  /** Comments that wait for approval, once their number is known. */
  waiting?: ReactNode;
  /** The same number, for the navigation. */
  waitingCount?: ReactNode;
  account?: ReactNode;
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
};

const navigationId = 'admin-navigation';

/**
 * Header and side navigation around every screen. The server renders the same before scripts start, so that nothing moves
 * when the application takes over.
 */
export function AdminFrame(props: Props) {
  const { site, modules, pathname, Anchor, waiting, waitingCount, account, ref, children } = props;
  return (
    <div className="admin" ref={ref}>
      <header className="admin-header">
        <button
          type="button"
          className="quiet menu-button"
          popoverTarget={navigationId}
          aria-label="Menu"
          title="Menu"
        >
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d="M3 5h14M3 10h14M3 15h14" />
          </svg>
        </button>
        <p className="admin-site">
          <span>{site.site_name}</span>
          <Anchor className="admin-link" to={urls.admin}>
            admin
          </Anchor>
        </p>
        {waiting}
        <a className="view-site" href={urls.home}>
          view site
        </a>
        <Help modules={modules} pathname={pathname} />
        <Anchor className="button primary new-post" to={urls.addPost}>
          New post
        </Anchor>
      </header>
      <div className="admin-body">
        <SideNavigation
          site={site}
          modules={modules}
          pathname={pathname}
          Anchor={Anchor}
          account={account}
          waitingCount={waitingCount}
        />
        <main id="main" tabIndex={-1}>
          <NavigationContext value={navigationOf(modules, site)}>{children}</NavigationContext>
        </main>
      </div>
    </div>
  );
}

/** A column beside the screen; in a narrow window a drawer, which the menu button opens. */
function SideNavigation({
  site,
  modules,
  pathname,
  Anchor,
  account,
  waitingCount,
}: Pick<Props, 'site' | 'modules' | 'pathname' | 'Anchor' | 'account' | 'waitingCount'>) {
  const here = currentLink(modules, pathname);
  return (
    <nav id={navigationId} className="side" aria-label="Admin" popover="auto">
      {navigationOf(modules, site).map(({ name, links }) => (
        <section key={name} aria-labelledby={`navigation-${name}`}>
          <h2 id={`navigation-${name}`}>{name}</h2>
          <ul>
            {links.map(({ path, name }) => (
              <li key={path}>
                <Anchor
                  to={navigationUrl(path)}
                  aria-current={here?.path === path ? here.current : undefined}
                >
                  {name}
                  {path === 'comments' && waitingCount}
                </Anchor>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <div className="account">
        <a className="view-site" href={urls.home}>
          view site
        </a>
        <Help modules={modules} pathname={pathname} />
        <SchemeSwitch />
        {account}
      </div>
    </nav>
  );
}

/** In a new tab, so that the screen stays as it is. */
const Help = ({ modules, pathname }: Pick<Props, 'modules' | 'pathname'>) => (
  <a className="view-site" href={helpUrl(modules, pathname)} target="_blank" rel="noreferrer">
    Help
  </a>
);

/** Closes the drawer after a link in it was followed. */
export function closeNavigation(): void {
  const drawer = document.getElementById(navigationId);
  if (drawer?.matches(':popover-open')) drawer.hidePopover();
}
