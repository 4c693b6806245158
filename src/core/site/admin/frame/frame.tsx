import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLoaderData, useLocation, useNavigation } from 'react-router';
import { SiteName } from '../../../../platform/admin/frame/site-name.ts';
import { sharedTexts } from '../../../../platform/admin/language.ts';
import { locale } from '../../../../platform/messages/translate.ts';
import { MessagesContext } from '../../../../platform/web/messages.ts';
import { DateFormat, dateFormat } from '../../../../platform/web/ui/date.tsx';
import { SkipLink } from '../../../../platform/web/ui/skip-link.tsx';
import { SiteContext } from '../../pages/site-context.ts';
import { siteCalls } from '../calls.ts';

export const frameLoader = () => siteCalls.publicSite();

/** Dates are in the time zone of the browser. */
const inOwnZone = dateFormat(locale());

/** What every screen of the admin area needs: the settings of the site, dates, the focus and the scroll position. */
export function Frame() {
  const site = useLoaderData<typeof frameLoader>();
  const isNavigating = useNavigation().state !== 'idle';
  useFocusAfterNavigation();
  return (
    <SiteContext value={site}>
      <SiteName value={site.site_name}>
        <MessagesContext value={sharedTexts()}>
          <DateFormat value={inOwnZone}>
            <SkipLink />
            {isNavigating && <div className="progress-line" />}
            <Outlet />
            <ScrollRestoration />
          </DateFormat>
        </MessagesContext>
      </SiteName>
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
