import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLoaderData, useLocation, useNavigation } from 'react-router';
import type { PublicSite } from '../../../core/site/api/site.ts';
import { SkipLink } from '../../../core/site/pages/document.tsx';
import { SiteContext } from '../../../core/site/pages/site-context.ts';
import { call } from '../../web/fetch-json.ts';
import * as english from '../../web/messages/en.ts';
import { MessagesContext } from '../../web/messages.ts';
import { DateFormat, inLocalZone } from '../../web/ui/date.tsx';

export const frameLoader = async (): Promise<PublicSite> =>
  (await call('GET', '/api/site')).body as PublicSite;

/** What every screen of the admin area needs: the settings of the site, dates, the focus and the scroll position. */
export function Frame() {
  const site = useLoaderData<typeof frameLoader>();
  const isNavigating = useNavigation().state !== 'idle';
  useFocusAfterNavigation();
  return (
    <SiteContext value={site}>
      <MessagesContext value={english}>
        <DateFormat value={inLocalZone}>
          <SkipLink />
          {isNavigating && <div className="progress-line" />}
          <Outlet />
          <ScrollRestoration />
        </DateFormat>
      </MessagesContext>
    </SiteContext>
  );
}

/** Moves the focus to the new screen, where keyboard and screen reader users continue. */
function useFocusAfterNavigation(): void {
  const { pathname } = useLocation();
  const previous = useRef(pathname);
  useEffect(() => {
    const main = document.getElementById('main');
    // A screen may name the field that its work begins with.
    const first = main?.querySelector<HTMLElement>('.screen [data-first-focus]');
    if (previous.current !== pathname) (first ?? main)?.focus({ preventScroll: true });
    previous.current = pathname;
  }, [pathname]);
}
