import { type ReactNode, use } from 'react';
import type { Assets } from '../../../platform/web/assets.ts';
import { toolbarColor } from '../../../platform/web/colors.ts';
import { CopyContext, useIsCopy } from '../../../platform/web/copy-context.ts';
import { textDirection, usesLatinScript } from '../../../platform/web/language-names.ts';
import { type PageStyle, pageStyles } from '../../../platform/web/page.ts';
import { schemeScript } from '../../../platform/web/ui/scheme-script.ts';
import { SkipLink } from '../../../platform/web/ui/skip-link.tsx';
import type { PublicMenu } from '../api/menu.ts';
import type { Announcement, PublicSite } from '../api/site.ts';
import { themeUrl } from '../api/theme-url.ts';
import { AnnouncementBanner } from './announcement.tsx';
import { FeedLinks } from './feed-links.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { SiteIcons } from './site-icons.tsx';
import { SiteProviders } from './site-providers.tsx';

type DocumentProps = { site: PublicSite; assets: Assets; head: ReactNode };

/** How `Main` begins. */
export const mainTag = '<main id="main" tabindex="-1">';

export const Main = ({ children }: { children?: ReactNode }) => (
  <main id="main" tabIndex={-1}>
    {children}
  </main>
);

/** The document of every public page, without what the page itself shows: its part of the head, and `main`. */
export function PublicDocument({
  announcement,
  customCss,
  menu,
  signedIn,
  path,
  isStatic = false,
  ...rest
}: Omit<DocumentProps, 'head'> & {
  announcement: Announcement;
  customCss: string | null;
  menu: PublicMenu;
  signedIn: boolean;
  path: string;
  frames: readonly string[];
  styles: readonly PageStyle[] | undefined;
  isStatic?: boolean;
}) {
  const { site, assets } = rest;
  const [pathname = ''] = path.split('?', 1);
  const isCopy = useIsCopy();
  const look = assets.look(site.look);
  return (
    <Html
      {...rest}
      head={
        <>
          {!isCopy && (
            <link
              rel="search"
              type="application/opensearchdescription+xml"
              title={site.site_name}
              href="/opensearch.xml"
            />
          )}
          <FeedLinks title={site.site_name} />
          {/* After the sheets of the site, which Html links first. */}
          {look && <link rel="stylesheet" href={look} />}
          {customCss && <link rel="stylesheet" href={customCss} />}
        </>
      }
      script={isStatic ? null : assets.site}
      signedIn={signedIn}
    >
      <SkipLink />
      <AnnouncementBanner announcement={announcement} back={path} />
      <SiteHeader site={site} menu={menu.header} path={pathname} signedIn={signedIn} />
      <Main />
      <SiteFooter site={site} menu={menu.footer} path={pathname} />
      {/* Announces the new page to screen readers after an in-place navigation. */}
      <p id="page-status" className="visually-hidden" aria-live="polite" />
    </Html>
  );
}

/** Colors of the browser's toolbar. After a reader chose a scheme, ui/scheme.ts makes its color the only one. */
const ThemeColor = ({ color }: { color: string }) =>
  (['light', 'dark'] as const).map((scheme) => (
    <meta
      key={scheme}
      name="theme-color"
      content={toolbarColor(color, scheme)}
      media={`(prefers-color-scheme: ${scheme})`}
      data-scheme={scheme}
    />
  ));

/** The document around public pages and the admin area. */
export function Html({
  site,
  assets,
  head,
  script,
  frames = [],
  styles = pageStyles,
  signedIn,
  language = site.language,
  children,
}: DocumentProps & {
  script: string | null;
  frames?: readonly string[];
  styles?: readonly PageStyle[] | undefined;
  signedIn: boolean;
  language?: string;
  children: ReactNode;
}) {
  const copy = use(CopyContext);
  const { style, fonts } = assets.type(site.type_pairing);
  return (
    <SiteProviders site={site} language={language} timeZone={site.time_zone}>
      {/* The content security policy is that of the loaded document: see needsOwnDocument in client/navigation.ts.
          The session shows links for the owner; on cached pages client/session.ts sets it. */}
      <html
        lang={language}
        dir={textDirection(language)}
        data-time-zone={site.time_zone}
        data-frames={frames.length > 0 ? frames.join(' ') : undefined}
        data-signed-in={signedIn || undefined}
        data-copy={copy !== null || undefined}
        data-live={copy?.live ?? undefined}
      >
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          {/* Requested together with the style sheets, they arrive before the first paint. They have Latin letters only. */}
          {usesLatinScript(language) &&
            fonts.map((href) => (
              <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="" />
            ))}
          {script && (
            // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
            <script dangerouslySetInnerHTML={{ __html: schemeScript }} />
          )}
          <ThemeColor color={site.theme_color} />
          {(['every', ...pageStyles] as const).map(
            (kind, order) =>
              (kind === 'every' || styles.includes(kind)) && (
                <link key={kind} rel="stylesheet" href={assets.styles[kind]} data-order={order} />
              ),
          )}
          <link rel="stylesheet" href={style} />
          <link rel="stylesheet" href={themeUrl(site.theme_color)} />
          <SiteIcons icon={site.images.icon} />
          <link rel="manifest" href="/manifest.webmanifest" />
          {head}
          {script && <script type="module" src={script} fetchPriority="low" />}
        </head>
        <body>{children}</body>
      </html>
    </SiteProviders>
  );
}
