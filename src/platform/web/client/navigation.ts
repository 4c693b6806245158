import { refreshEvent } from './events.ts';
import { hydrateIdle } from './hydration.ts';
import { discardPrefetched, fetchPage, isPage, prefetchOnIntent, takePrefetched } from './prefetch.ts';

/**
 * Follows links and search forms by replacing `<main>`. Built on the Navigation API, so that history, scroll positions,
 * fragments and aborted navigations are handled by the browser. Without that API, and on any unexpected response, links
 * load a new document.
 */
export function navigateInPlace(): void {
  const { navigation } = window;
  if (!navigation) return;
  // After a reload, going back to a page that was replaced in place only changes the URL until this script runs.
  const [loaded] = performance.getEntriesByType('navigation');
  if (loaded && pageUrl(loaded.name) !== pageUrl(location.href)) location.reload();
  navigation.addEventListener('navigate', (event) => {
    const { destination, navigationType, downloadRequest, formData, hashChange } = event;
    const url = new URL(destination.url);
    const isTraversal = navigationType === 'traverse';
    if (!event.canIntercept || hashChange || downloadRequest !== null || formData) return;
    // A reload must load a new document; history.replaceState needs no load at all.
    if (navigationType === 'reload' || (destination.sameDocument && !isTraversal) || !isPage(url)) return;
    if (!isTraversal && url.href === location.href) return event.preventDefault();
    event.intercept({ focusReset: 'manual', scroll: 'manual', handler: () => open(url, event) });
  });
  addEventListener('submit', submitInPlace);
  document.addEventListener(
    refreshEvent,
    (event) => void refreshElement((event as CustomEvent<string>).detail),
  );
  prefetchOnIntent();
}

/** A form that extends a list replaces the history entry and keeps the scroll position. */
function submitInPlace(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement;
  if (event.defaultPrevented || form.dataset.navigate !== 'replace') return;
  event.preventDefault();
  const fields = new URLSearchParams(
    new FormData(form, event.submitter) as unknown as Record<string, string>,
  );
  window.navigation.navigate(`${form.action}?${fields}`, { history: 'replace', info: 'stay' });
}

async function open(url: URL, event: NavigateEvent): Promise<void> {
  const root = document.documentElement;
  root.dataset.loading = '';
  try {
    const isSamePage = event.info === 'stay';
    const page = await (takePrefetched(url) ?? fetchPage(url, event.signal, isSamePage ? 'more' : ''));
    if (event.signal.aborted) return;
    // The URL is already that of the new page.
    if (needsOwnDocument(page.page)) return location.reload();
    const update = () => replacePage(page, event);
    const quiet = isSamePage || matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (quiet || !document.startViewTransition) update();
    else await withTransition(update);
  } catch (error) {
    if (event.signal.aborted) return;
    console.warn(error);
    // The URL is already that of the new page, so a reload loads it.
    location.reload();
  } finally {
    delete root.dataset.loading;
  }
}

/** The loaded document's content security policy stays in force, so a page with other players is loaded as a whole. */
const needsOwnDocument = ({ documentElement: { dataset } }: Document): boolean =>
  dataset.frames !== undefined && dataset.frames !== document.documentElement.dataset.frames;

/** The next navigation may skip the animation; only the update matters. */
async function withTransition(update: () => void): Promise<void> {
  const { ready, finished, updateCallbackDone } = document.startViewTransition(update);
  for (const animation of [ready, finished]) animation.catch(() => {});
  await updateCallbackDone;
}

function replacePage({ url, page }: Awaited<ReturnType<typeof fetchPage>>, event: NavigateEvent): void {
  const fresh = page.querySelector('main');
  const old = document.querySelector('main');
  if (!fresh || !old) throw new Error('The page has no <main>.');
  if (url !== pageUrl(location.href))
    history.replaceState(history.state, '', url + new URL(event.destination.url).hash);
  replaceElement(old, fresh);
  // Closed again, and with the current page marked.
  const menu = page.querySelector('.menu');
  if (menu) document.querySelector('.menu')?.replaceWith(document.adoptNode(menu));
  replaceHead(page);
  document.documentElement.lang = page.documentElement.lang;
  if (event.info === 'stay') return;
  event.scroll();
  if (!focusWanted(fresh)) {
    const heading = fresh.querySelector<HTMLElement>('h1') ?? fresh;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }
  const status = document.getElementById('page-status');
  if (status) status.textContent = document.title;
}

/** As the browser does when it loads a document. */
function focusWanted(root: Element): boolean {
  const wanted = root.querySelector<HTMLElement>('[autofocus]');
  wanted?.focus();
  return wanted !== null;
}

const pageUrl = (url: string): string => url.split('#', 1)[0] ?? '';

function replaceElement(old: Element, fresh: Element): void {
  for (const island of old.querySelectorAll('.island')) island.dispatchEvent(new Event('island:unmount'));
  old.replaceWith(document.adoptNode(fresh));
  hydrateIdle(fresh);
}

/** Title and metadata; style sheets and scripts are the same for every page of a build. */
const ownHead =
  'title, meta[property], meta[name]:not([name="viewport"], [name="theme-color"]), link[rel="canonical"], link[rel="alternate"], script[type="application/ld+json"]';

function replaceHead(page: Document): void {
  for (const element of document.head.querySelectorAll(ownHead)) element.remove();
  document.head.append(...page.head.querySelectorAll(ownHead));
}

/** Replaces one part of the page with the server's latest version. */
async function refreshElement(id: string): Promise<void> {
  discardPrefetched();
  const { page } = await fetchPage(new URL(location.href), null, 'refresh');
  const [old, fresh] = [document.getElementById(id), page.getElementById(id)];
  if (!old || !fresh) return;
  replaceElement(old, fresh);
  focusWanted(fresh);
}
