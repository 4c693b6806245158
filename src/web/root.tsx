import { type ReactNode, use, useEffect } from 'react';
import {
  type LoaderFunctionArgs,
  Outlet,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { serverErrorText } from '../contract/errors.ts';
import { urls } from '../contract/urls.ts';
import { apiContext } from './api.ts';
import { AssetsContext } from './assets.ts';
import { useScrollMemory } from './scroll-memory.ts';
import { AnnouncementBanner } from './site/announcement-banner.tsx';
import { FeedLinks } from './site/feed/feed-links.tsx';
import { SiteFooter } from './site/site-footer.tsx';
import { SiteHeader } from './site/site-header.tsx';
import { HydratedContext, useHydration } from './ui/hydrated.ts';

export const rootLoader = ({ context }: LoaderFunctionArgs) => context.get(apiContext).frame();

/** The frame is loaded once, and again when a screen reloads its data after a change, as the settings do. */
export const staysLoaded = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.href === nextUrl.href;

export function Root() {
  const { site, announcement } = useLoaderData<typeof rootLoader>();
  const waiting = useNavigation().state !== 'idle';
  useScrollMemory();
  return (
    <Page themeColor={site.theme_color} siteName={site.site_name}>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      {waiting && <div className="progress-line" />}
      <SiteHeader site={site} />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <SiteFooter site={site} />
      <AnnouncementBanner key={announcement.title + announcement.message} announcement={announcement} />
    </Page>
  );
}

/** The document around every screen. */
function Page({
  themeColor,
  siteName,
  children,
}: {
  themeColor: string;
  siteName: string;
  children: ReactNode;
}) {
  const { styles } = use(AssetsContext);
  const hydrated = useHydration();
  useEffect(() => {
    // The page is alive: the first script has nothing left to do.
    if (hydrated) document.querySelector('script[data-live]')?.removeAttribute('data-live');
  }, [hydrated]);
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={themeColor} />
        {styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        <link rel="stylesheet" href="/title-font.css" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link
          rel="search"
          type="application/opensearchdescription+xml"
          title={siteName}
          href="/opensearch.xml"
        />
        <FeedLinks title={siteName} />
      </head>
      <body>
        <HydratedContext value={hydrated}>{children}</HydratedContext>
      </body>
    </html>
  );
}

/** Nothing is known of the site itself: a page that needs no data. */
export function RootError() {
  return (
    <Page themeColor="#c8102e" siteName="Feed">
      <title>Something went wrong</title>
      <main className="notice">
        <h1>Something went wrong.</h1>
        <p>{serverErrorText}</p>
        <p>
          <a href={urls.home}>Back to the first page</a>
        </p>
      </main>
    </Page>
  );
}
