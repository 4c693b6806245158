import { type RefObject, useEffect } from 'react';
import { focusHeading } from '../frame/screen-title.tsx';

type Step = { parent: Element; index: number };

const focusable = ':is(button, input, select, textarea):enabled, a[href], summary';

/** The path from the element up to the container, recorded while the element is still in the document. */
function pathOf(element: Element, container: Element): Step[] {
  const path: Step[] = [];
  for (let node = element; node !== container && node.parentElement; node = node.parentElement)
    path.push({ parent: node.parentElement, index: [...node.parentElement.children].indexOf(node) });
  return path;
}

/** The focusable element that took the place of the removed one, or the one closest to it. */
function closestTo(path: readonly Step[]): HTMLElement | null {
  for (const { parent, index } of path) {
    if (!parent.isConnected) continue;
    const successor = parent.children[index] ?? parent.lastElementChild;
    for (const candidate of [successor, parent]) {
      if (candidate instanceof HTMLElement && candidate.matches(focusable)) return candidate;
      const found = candidate?.querySelector<HTMLElement>(focusable);
      if (found) return found;
    }
  }
  return null;
}

/**
 * Moves the focus to a neighbor when the focused element is removed or disabled. Browsers would drop it, and keyboard
 * and screen reader users would start from the top of the page again.
 */
export function usePreservedFocus(container: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = container.current;
    if (!root) return;
    let last: { element: Element; path: Step[] } | null = null;
    const onFocusIn = ({ target }: Event) => {
      if (target instanceof Element && root.contains(target))
        last = { element: target, path: pathOf(target, root) };
    };
    const onPointerDown = ({ target }: Event) => {
      if (target instanceof Node && !last?.element.contains(target)) last = null;
    };
    const onMutation = () => {
      if (!last) return;
      const { activeElement, body } = document;
      if (activeElement !== body && activeElement !== last.element) return;
      if (last.element.isConnected && !last.element.matches(':disabled')) return;
      const next = closestTo(last.path);
      last = null;
      if (next) next.focus({ preventScroll: true });
      else focusHeading();
    };
    const observer = new MutationObserver(onMutation);
    observer.observe(root, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    root.addEventListener('focusin', onFocusIn);
    document.addEventListener('pointerdown', onPointerDown);
    return () => {
      observer.disconnect();
      root.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('pointerdown', onPointerDown);
    };
  }, [container]);
}
