import { urls } from '../../http/urls.ts';
import { writeEvent } from './events.ts';

type Fetched = { url: string; page: Document };

const prefetched = new Map<string, { until: number; fetched: Promise<Fetched> }>();
const freshMs = 10_000;
const maxPrefetched = 8;
const hoverMs = 60;

/** Whether a URL is a public page of this site: not a file, the API or the admin area. */
export function isPage({ origin, pathname }: URL): boolean {
  return (
    origin === location.origin &&
    ![urls.api, urls.admin].some((area) => pathname === area || pathname.startsWith(`${area}/`)) &&
    (pathname.startsWith('/post/') || !/\.\w+$/.test(pathname))
  );
}

const scriptOf = (page: Document): string | null | undefined =>
  page.querySelector('script[type="module"]')?.getAttribute('src');

/**
 * Throws for everything but a page of the same build. With a purpose the request is not counted as a view: the reader may never
 * follow the link, or has the page already. Scripts cannot set Sec-Purpose.
 */
export async function fetchPage(url: URL, signal?: AbortSignal | null, purpose?: string): Promise<Fetched> {
  const headers = { accept: 'text/html', ...(purpose && { purpose }) };
  const response = await fetch(url, { headers, signal: signal ?? null });
  const isHtml = response.headers.get('content-type')?.startsWith('text/html');
  // Other errors (429, 503) have their own pages, which a normal navigation shows.
  if (!isHtml || ![200, 404, 410].includes(response.status)) throw new Error(`${url}: ${response.status}`);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  if (!isPage(new URL(response.url)) || scriptOf(page) !== scriptOf(document))
    throw new Error(`${url} belongs to another document.`);
  await addStyles(page);
  return { url: response.url.split('#', 1)[0] ?? '', page };
}

/** Loads the style sheets that this document lacks, between the others as the server orders them. */
function addStyles(page: Document): Promise<unknown> {
  const sheets = (of: Document) => [...of.querySelectorAll<HTMLLinkElement>('link[data-order]')];
  const orderOf = ({ dataset }: HTMLLinkElement) => dataset.order ?? '';
  const known = sheets(document);
  const missing = sheets(page).filter((sheet) => !known.some((other) => orderOf(other) === orderOf(sheet)));
  return Promise.all(
    missing.reverse().map((sheet) => {
      known.findLast((other) => orderOf(other) < orderOf(sheet))?.after(sheet);
      return new Promise((resolve) => {
        sheet.onload = sheet.onerror = resolve;
      });
    }),
  );
}

const keyOf = ({ origin, pathname, search }: URL): string => origin + pathname + search;

/** The page if it was prefetched recently. A prefetched page is used once. */
export function takePrefetched(url: URL): Promise<Fetched> | undefined {
  const known = prefetched.get(keyOf(url));
  prefetched.delete(keyOf(url));
  if (!known || known.until <= Date.now()) return;
  // Now it is a view. As a rule the server answers that the page is the same (304).
  fetch(url, { headers: { accept: 'text/html' } }).catch(() => {});
  return known.fetched;
}

export const discardPrefetched = (): void => prefetched.clear();

/** Prefetches the page of a link on hover and touch. */
export function prefetchOnIntent(): void {
  let resting: ReturnType<typeof setTimeout> | undefined;
  const prepare = ({ target }: Event, wait: number) => {
    clearTimeout(resting);
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || link.target || link.hasAttribute('download') || link.closest('[data-island]')) return;
    const url = new URL(link.href);
    if (isPage(url) && keyOf(url) !== keyOf(new URL(location.href)))
      resting = setTimeout(prefetch, wait, url);
  };
  addEventListener('pointerover', (event) => event.pointerType === 'mouse' && prepare(event, hoverMs));
  addEventListener('touchstart', (event) => prepare(event, 0), { passive: true });
  document.addEventListener(writeEvent, discardPrefetched);
}

function prefetch(url: URL): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  const key = keyOf(url);
  if (connection?.saveData || (prefetched.get(key)?.until ?? 0) > Date.now()) return;
  const fetched = fetchPage(url, null, 'prefetch');
  fetched.catch(() => prefetched.delete(key));
  prefetched.set(key, { until: Date.now() + freshMs, fetched });
  const [oldest] = prefetched.keys();
  if (prefetched.size > maxPrefetched && oldest) prefetched.delete(oldest);
}
