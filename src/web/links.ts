import { urls } from '../contract/urls.ts';

/** What a page can be asked for without leaving it: a screen of this site. Files and the API are not. */
const isScreen = ({ origin, pathname }: URL): boolean =>
  origin === location.origin &&
  !pathname.startsWith(urls.api) &&
  (pathname.startsWith('/post/') || !/\.\w+$/.test(pathname));

function linkOf(event: Event): { link: HTMLAnchorElement; url: URL } | null {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || (link.target && link.target !== '_self') || link.hasAttribute('download')) return null;
  const url = new URL(link.href);
  return isScreen(url) ? { link, url } : null;
}

const withoutOrigin = ({ pathname, search, hash }: URL | Location) => pathname + search + hash;

/** One pair of ears for every link of the site, those inside posts included: plain links, made quick. */
export function followLinks({ open, prepare }: { open(path: string): void; prepare(url: URL): void }): void {
  addEventListener('click', (event) => {
    const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    const found = event.defaultPrevented || event.button !== 0 || modified ? null : linkOf(event);
    if (!found) return;
    const path = withoutOrigin(found.url);
    const isHere = path === withoutOrigin(location);
    // The browser itself goes back to the part of the page that is in the address already.
    if (isHere && found.url.hash) return;
    event.preventDefault();
    if (!isHere) open(path);
  });

  let resting: ReturnType<typeof setTimeout> | undefined;
  const restMs = 60;
  const prepareLink = (event: Event, wait: number) => {
    clearTimeout(resting);
    const found = linkOf(event);
    if (!found || found.url.pathname + found.url.search === location.pathname + location.search) return;
    found.url.hash = '';
    resting = setTimeout(prepare, wait, found.url);
  };
  addEventListener('pointerover', (event) => {
    if (event.pointerType === 'mouse') prepareLink(event, restMs);
  });
  addEventListener('touchstart', (event) => prepareLink(event, 0), { passive: true });
}
