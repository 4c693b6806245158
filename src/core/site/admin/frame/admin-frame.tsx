import type { ComponentProps, ComponentType, ReactNode, Ref } from 'react';
import {
  currentLink,
  helpUrl,
  isWritingScreen,
  NavigationContext,
  navigationOf,
  navigationUrl,
} from '../../../../platform/admin/frame/navigation.ts';
import type { AdminLink, AdminModule } from '../../../../platform/admin/module.ts';
import { urls } from '../../../../platform/http/urls.ts';
import { t } from '../../../../platform/messages/translate.ts';
import type { PublicSite } from '../../api/site.ts';
import { SchemeSwitch } from '../../pages/scheme-switch.tsx';

export type AnchorProps = Omit<ComponentProps<'a'>, 'href'> & { to: string };
type Props = {
  site: PublicSite;
  modules: readonly AdminModule<PublicSite>[];
  pathname: string;
  /** The link of the router, or a plain one in the document before scripts start. */
  Anchor: ComponentType<AnchorProps>;
  /** Opens the command palette, once scripts have started. */
  onFind?: () => void;
  /** What runs in the background. */
  working?: ReactNode;
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
 * Header and side navigation around every screen but the writing screen. The server renders the same before scripts start, so
 * that nothing moves when the application takes over.
 */
export function AdminFrame(props: Props) {
  const { site, modules, pathname, Anchor, waitingCount, account, ref, children } = props;
  const isAlone = isWritingScreen(pathname);
  return (
    <div className="admin" ref={ref}>
      {!isAlone && <Header {...props} />}
      <div className={isAlone ? 'admin-body alone' : 'admin-body'}>
        {!isAlone && (
          <SideNavigation
            site={site}
            modules={modules}
            pathname={pathname}
            Anchor={Anchor}
            account={account}
            waitingCount={waitingCount}
          />
        )}
        <main id="main" tabIndex={-1}>
          {!isAlone && <ScreenTabs site={site} modules={modules} pathname={pathname} Anchor={Anchor} />}
          <NavigationContext value={navigationOf(modules, site)}>{children}</NavigationContext>
        </main>
      </div>
    </div>
  );
}

type HeaderProps = Omit<Props, 'children' | 'ref'>;

function Header({ site, modules, pathname, onFind, working, waiting, Anchor }: HeaderProps) {
  return (
    <header className="admin-header">
      <button
        type="button"
        className="quiet menu-button"
        popoverTarget={navigationId}
        aria-label={t('Menu')}
        title={t('Menu')}
      >
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M3 5h14M3 10h14M3 15h14" />
        </svg>
      </button>
      <p className="admin-site">
        <span>{site.site_name}</span>
        <Anchor className="admin-link" to={urls.admin}>
          {t('admin')}
        </Anchor>
      </p>
      {working}
      <button
        type="button"
        className="find-button"
        aria-keyshortcuts="Control+K Meta+K"
        title={t('Search or do anything (Ctrl+K or ⌘K)')}
        onClick={onFind}
      >
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M13 13l4 4M14 8.5a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0z" />
        </svg>
        <span>{t('Search or do anything')}</span>
      </button>
      {waiting}
      <a className="view-site" href={urls.home}>
        {t('view site')}
      </a>
      <Help modules={modules} pathname={pathname} />
      <Anchor className="button primary new-post" to={urls.addPost}>
        {t('New post')}
      </Anchor>
    </header>
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
    <nav id={navigationId} className="side" aria-label={t('Admin')} popover="auto">
      <ul>
        {navigationOf(modules, site).map(({ name, links }) => {
          const [first] = links;
          const isOpen = links.some(({ path }) => path === here?.path);
          const isFirst = first?.name === name && first.path === here?.path;
          return (
            <li key={name}>
              <Anchor
                to={navigationUrl(first?.path ?? '')}
                aria-current={isFirst ? here.current : isOpen ? 'true' : undefined}
              >
                {name}
                {first?.path === 'comments' && waitingCount}
              </Anchor>
              {isOpen && (
                <Screens links={links.filter((link) => link.name !== name)} here={here} Anchor={Anchor} />
              )}
            </li>
          );
        })}
      </ul>
      <div className="account">
        <a className="view-site" href={urls.home}>
          {t('view site')}
        </a>
        <Help modules={modules} pathname={pathname} />
        <SchemeSwitch />
        {account}
      </div>
    </nav>
  );
}

type ScreensProps = {
  links: readonly AdminLink[];
  here: ReturnType<typeof currentLink>;
  Anchor: Props['Anchor'];
};

/** The screens of a group. */
const Screens = ({ links, here, Anchor }: ScreensProps) =>
  links.length > 0 && (
    <ul>
      {links.map(({ path, name }) => (
        <li key={path}>
          <Anchor to={navigationUrl(path)} aria-current={here?.path === path ? here.current : undefined}>
            {name}
          </Anchor>
        </li>
      ))}
    </ul>
  );

/** In a narrow window the screens of the group are above the screen, because the drawer closes with each link. */
function ScreenTabs({
  site,
  modules,
  pathname,
  Anchor,
}: Pick<Props, 'site' | 'modules' | 'pathname' | 'Anchor'>) {
  const here = currentLink(modules, pathname);
  const group = navigationOf(modules, site).find(({ links }) =>
    links.some(({ path }) => path === here?.path),
  );
  if (!group || group.links.length < 2) return null;
  return (
    <nav className="screen-tabs" aria-label={group.name}>
      <Screens links={group.links} here={here} Anchor={Anchor} />
    </nav>
  );
}

/** Beside the screen once scripts have started (`data-help`), otherwise in a new tab. */
const Help = ({ modules, pathname }: Pick<Props, 'modules' | 'pathname'>) => (
  <a className="view-site" data-help href={helpUrl(modules, pathname)} target="_blank" rel="noreferrer">
    {t('Help')}
  </a>
);

/** Closes the drawer after a link in it was followed, and scrolls the tabs to the present screen. */
export function followNavigation(): void {
  document
    .querySelector('.screen-tabs [aria-current]')
    ?.scrollIntoView({ block: 'nearest', inline: 'center' });
  const drawer = document.getElementById(navigationId);
  if (drawer?.matches(':popover-open')) drawer.hidePopover();
}
