import type { Islands } from '../island.tsx';
import { loadIslandMessages } from './island-messages.ts';
import { isPlainClick } from './plain-click.ts';

/** The controls of an island that were clicked during its hydration, in order. */
type Pending = { clicks: number[] };

const selector = '[data-island]';
const controls = 'a[href], button';
const intents = ['pointerover', 'pointerdown', 'touchstart', 'focusin', 'keydown'];

let islands: Islands = {};
const pending = new WeakMap<HTMLElement, Pending>();

/** Hydrates each island on the first sign of intent, and islands marked idle when the browser is idle. */
export function hydrateOnIntent(known: Islands): void {
  islands = known;
  const options = { capture: true, passive: true };
  for (const intent of intents)
    addEventListener(intent, ({ target }) => void begin(islandOf(target)), options);
  addEventListener('click', deferClick, true);
  hydrateIdle(document);
}

/** Must be called for content that was added to the page. */
export function hydrateIdle(within: ParentNode): void {
  const idle = window.requestIdleCallback ?? setTimeout;
  for (const island of within.querySelectorAll<HTMLElement>(`${selector}[data-idle]`))
    idle(() => void begin(island));
}

const islandOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null;

/** A click on an island that is not hydrated yet is replayed after hydration. */
function deferClick(event: MouseEvent): void {
  const island = islandOf(event.target);
  if (!island || !isPlainClick(event)) return;
  const control = (event.target as Element).closest<HTMLElement>(controls);
  if (!control || !island.contains(control)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const clicks = begin(island)?.clicks;
  const index = controlsOf(island).indexOf(control);
  if (!(isWrite(control) && clicks?.includes(index))) clicks?.push(index);
}

/** A double click must not send a vote or a comment twice. Other clicks count each, as on the counter. */
const isWrite = (control: HTMLElement): boolean =>
  control instanceof HTMLButtonElement && control.type === 'submit' && control.form?.method === 'post';

const controlsOf = (island: HTMLElement): HTMLElement[] => [
  ...island.querySelectorAll<HTMLElement>(controls),
];

function begin(island: HTMLElement | null): Pending | undefined {
  if (!island) return undefined;
  const known = pending.get(island);
  if (known) return known;
  const own: Pending = { clicks: [] };
  pending.set(island, own);
  void hydrate(island, own);
  return own;
}

async function hydrate(island: HTMLElement, { clicks }: Pending): Promise<void> {
  const { island: name } = island.dataset;
  try {
    const [{ hydrateIsland }, { default: Component }, messages] = await Promise.all([
      import('./hydrate-island.ts'),
      (islands[name as string] as Islands[string])(),
      loadIslandMessages(),
    ]);
    // The page may have been replaced in the meantime.
    if (!island.isConnected) return;
    const { props = '{}' } = island.dataset;
    // From here on its numbers are the component's: see client/live.ts.
    island.removeAttribute('data-props');
    await hydrateIsland(island, Component, JSON.parse(props), messages);
  } catch (error) {
    // Without its script an island still works with plain links and forms.
    console.error(error);
  }
  // Without the attribute, clicks are no longer deferred.
  island.removeAttribute('data-island');
  for (const index of clicks) controlsOf(island)[index]?.click();
}
