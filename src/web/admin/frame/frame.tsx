import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLoaderData, useLocation, useNavigation } from 'react-router';
import type { PublicSite } from '../../../contract/site.ts';
import { call } from '../../fetch-json.ts';
import { SkipLink } from '../../site/document.tsx';
import { SiteContext } from '../../site/site-context.ts';
import { SiteFooter } from '../../site/site-footer.tsx';
import { SiteHeader } from '../../site/site-header.tsx';
import { DateFormat, inOwnZone } from '../../ui/date.tsx';

export const frameLoader = async (): Promise<PublicSite> =>
  (await call('GET', '/api/site')).body as PublicSite;

/** Header and footer of the site around the admin area. */
export function Frame() {
  const site = useLoaderData<typeof frameLoader>();
  const isWaiting = useNavigation().state !== 'idle';
  useFocusOnArrival();
  return (
    <SiteContext value={site}>
      <DateFormat value={inOwnZone}>
        <SkipLink />
        {isWaiting && <div className="progress-line" />}
        <SiteHeader site={site} signedIn />
        <main id="main" tabIndex={-1}>
          <Outlet />
        </main>
        <SiteFooter site={site} />
        <ScrollRestoration />
      </DateFormat>
    </SiteContext>
  );
}

/** Screen readers and the keyboard start at the new screen. */
function useFocusOnArrival(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current !== pathname) document.getElementById('main')?.focus({ preventScroll: true });
    shown.current = pathname;
  }, [pathname]);
}
