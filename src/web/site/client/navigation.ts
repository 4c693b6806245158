import { refreshEvent } from './events.ts';
import { hydrateIdle } from './hydration.ts';
import { discardPrefetched, fetchPage, isPage, prefetchOnIntent, takePrefetched } from './prefetch.ts';

/**
 * Follows links and search forms by replacing `<main>`. Built on the Navigation API, so that history, scroll positions,
 * fragments and aborted navigations are the browser's own. Without that API, and whenever anything is unexpected, a
 * link is a plain link.
 */
export function navigateInPlace(): void {
  const { navigation } = window;
  if (!navigation) return;
  // After a reload, going back to a page that was replaced in place changes nothing but the URL until this script runs.
  const [loaded] = performance.getEntriesByType('navigation');
  if (loaded && pageUrl(loaded.name) !== pageUrl(location.href)) location.reload();
  navigation.addEventListener('navigate', (event) => {
    const { destination, navigationType, downloadRequest, formData, hashChange } = event;
    const url = new URL(destination.url);
    const isTraversal = navigationType === 'traverse';
    if (!event.canIntercept || hashChange || downloadRequest !== null || formData) return;
    // A reload loads; history.replaceState has no page to load.
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

/** A form that lets a list grow replaces the history entry and leaves the scroll position alone. */
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
    const page = await (takePrefetched(url) ?? fetchPage(url, event.signal));
    if (event.signal.aborted) return;
    const update = () => replacePage(page, event);
    const quiet = event.info === 'stay' || matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (quiet || !document.startViewTransition) update();
    else await withTransition(update);
  } catch (error) {
    if (event.signal.aborted) return;
    console.warn(error);
    // The URL is that of the new page already: load it as a plain link would.
    location.reload();
  } finally {
    delete root.dataset.loading;
  }
}

/** The animation is skipped when the next navigation begins before it ends; the update counts, not the animation. */
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
  replaceHead(page);
  document.documentElement.lang = page.documentElement.lang;
  if (event.info === 'stay') return;
  event.scroll();
  const heading = fresh.querySelector<HTMLElement>('h1') ?? fresh;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  const status = document.getElementById('page-status');
  if (status) status.textContent = document.title;
}

const pageUrl = (url: string): string => url.split('#', 1)[0] ?? '';

function replaceElement(old: Element, fresh: Element): void {
  for (const island of old.querySelectorAll('.island')) island.dispatchEvent(new Event('island:unmount'));
  old.replaceWith(document.adoptNode(fresh));
  hydrateIdle(fresh);
}

/** Title and metadata of the page; style sheets and scripts are the same for every page of a build. */
const ownHead =
  'title, meta[property], meta[name]:not([name="viewport"]), link[rel="canonical"], link[rel="alternate"], script[type="application/ld+json"]';

function replaceHead(page: Document): void {
  for (const element of document.head.querySelectorAll(ownHead)) element.remove();
  document.head.append(...page.head.querySelectorAll(ownHead));
}

/** Shows the server's latest version of one part of the page. */
async function refreshElement(id: string): Promise<void> {
  discardPrefetched();
  const { page } = await fetchPage(new URL(location.href));
  const [old, fresh] = [document.getElementById(id), page.getElementById(id)];
  if (old && fresh) replaceElement(old, fresh);
}
