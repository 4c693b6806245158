import { type RefObject, useEffect } from 'react';
import { focusHeading } from '../frame/screen-title.tsx';

type Step = { parent: Element; index: number };

const focusable = ':is(button, input, select, textarea):enabled, a[href], summary';

/** Where the element is, from the inside out: its place stays known when it is gone. */
function placeOf(element: Element, area: Element): Step[] {
  const steps: Step[] = [];
  for (let here = element; here !== area && here.parentElement; here = here.parentElement)
    steps.push({ parent: here.parentElement, index: [...here.parentElement.children].indexOf(here) });
  return steps;
}

/** What took the place, or stands closest to it. */
function neighbour(place: readonly Step[]): HTMLElement | null {
  for (const { parent, index } of place) {
    if (!parent.isConnected) continue;
    const heir = parent.children[index] ?? parent.lastElementChild;
    for (const within of [heir, parent]) {
      if (within instanceof HTMLElement && within.matches(focusable)) return within;
      const found = within?.querySelector<HTMLElement>(focusable);
      if (found) return found;
    }
  }
  return null;
}

/** Keyboards and screen readers would start from the top again when a button goes away under them. */
export function usePreservedFocus(area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    let last: { element: Element; place: Step[] } | null = null;
    const note = ({ target }: Event) => {
      if (target instanceof Element && element.contains(target))
        last = { element: target, place: placeOf(target, element) };
    };
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !last?.element.contains(target)) last = null;
    };
    const look = () => {
      if (!last) return;
      const { activeElement, body } = document;
      if (activeElement !== body && activeElement !== last.element) return;
      if (last.element.isConnected && !last.element.matches(':disabled')) return;
      const { place } = last;
      last = null;
      const heir = neighbour(place);
      if (heir) heir.focus({ preventScroll: true });
      else focusHeading();
    };
    const observer = new MutationObserver(look);
    observer.observe(element, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    element.addEventListener('focusin', note);
    document.addEventListener('pointerdown', leave);
    return () => {
      observer.disconnect();
      element.removeEventListener('focusin', note);
      document.removeEventListener('pointerdown', leave);
    };
  }, [area]);
}
