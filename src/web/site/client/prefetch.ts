import { urls } from '../../../contract/urls.ts';
import { writeEvent } from './events.ts';

type Fetched = { url: string; page: Document };

const prefetched = new Map<string, { until: number; fetched: Promise<Fetched> }>();
const freshMs = 10_000;
const mostPrefetched = 8;
const hoverMs = 60;

/** Whether a URL is a public page of this site: no file, no call of the API, no screen of the admin area. */
export function isPage({ origin, pathname }: URL): boolean {
  return (
    origin === location.origin &&
    ![urls.api, urls.admin].some((area) => pathname === area || pathname.startsWith(`${area}/`)) &&
    (pathname.startsWith('/post/') || !/\.\w+$/.test(pathname))
  );
}

const scriptOf = (page: Document): string | null | undefined =>
  page.querySelector('script[type="module"]')?.getAttribute('src');

/** Fetches a page; everything but a page of this very build throws. */
export async function fetchPage(url: URL, signal?: AbortSignal): Promise<Fetched> {
  const answer = await fetch(url, { headers: { accept: 'text/html' }, signal: signal ?? null });
  const isHtml = answer.headers.get('content-type')?.startsWith('text/html');
  // Other refusals (429, 503) have words of their own that a plain navigation shows.
  if (!isHtml || ![200, 404, 410].includes(answer.status)) throw new Error(`${url}: ${answer.status}`);
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  if (!isPage(new URL(answer.url)) || scriptOf(page) !== scriptOf(document))
    throw new Error(`${url} belongs to another document.`);
  return { url: answer.url.split('#', 1)[0] ?? '', page };
}

const keyOf = ({ origin, pathname, search }: URL): string => origin + pathname + search;

/** The page if it was fetched ahead a moment ago. It is used once. */
export function takePrefetched(url: URL): Promise<Fetched> | undefined {
  const known = prefetched.get(keyOf(url));
  prefetched.delete(keyOf(url));
  return known && known.until > Date.now() ? known.fetched : undefined;
}

export const discardPrefetched = (): void => prefetched.clear();

/** Fetches the page of a link that the mouse rests on or a finger touches. */
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
  const fetched = fetchPage(url);
  fetched.catch(() => prefetched.delete(key));
  prefetched.set(key, { until: Date.now() + freshMs, fetched });
  const [oldest] = prefetched.keys();
  if (prefetched.size > mostPrefetched && oldest) prefetched.delete(oldest);
}
