import type { Page } from '@playwright/test';

export type Small = { target: string; size: string };

/**
 * Targets that are smaller than WCAG 2.5.8 asks for (24 px), and primary actions smaller than 44 px. As the criterion
 * says, links within a sentence are left out, and so is a small target whose circle of 24 px touches no other target.
 */
export const smallTargets = (page: Page): Promise<Small[]> =>
  page.evaluate(() => {
    const least = 24;
    const leastPrimary = 44;
    const interactive =
      'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="button"], [role="option"], [tabindex="0"]';
    type Target = { element: Element; box: DOMRect };
    /** A label is part of the target of its field. */
    const boxOf = (element: Element): DOMRect => {
      const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
      const own = element.getBoundingClientRect();
      const labeled = label?.getBoundingClientRect();
      if (!labeled || labeled.width === 0) return own;
      const [left, top] = [Math.min(own.left, labeled.left), Math.min(own.top, labeled.top)];
      return new DOMRect(
        left,
        top,
        Math.max(own.right, labeled.right) - left,
        Math.max(own.bottom, labeled.bottom) - top,
      );
    };
    const isVisible = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: false }) &&
      !element.closest('.visually-hidden, .skip-link');
    const isInSentence = (element: Element) => {
      if (!(element instanceof HTMLAnchorElement)) return false;
      const around = element.closest('p, li, dd, td, th, figcaption, .content');
      if (getComputedStyle(element).display !== 'inline' || !around) return false;
      const rest = (around.textContent ?? '').replace(element.textContent ?? '', '').trim();
      return rest.length > 0;
    };
    const targets: Target[] = [...document.querySelectorAll(interactive)]
      .filter(isVisible)
      .map((element) => ({ element, box: boxOf(element) }))
      .filter(({ box }) => box.width > 0 && box.height > 0);
    const distance = (x: number, y: number, box: DOMRect) =>
      Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
    const hasRoom = ({ element, box }: Target) => {
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      return targets.every(
        (other) =>
          other.element === element ||
          other.element.contains(element) ||
          element.contains(other.element) ||
          distance(x, y, other.box) >= least / 2,
      );
    };
    return targets
      .filter(({ element, box }) => {
        const smallest = Math.min(box.width, box.height) + 0.5;
        if (element.matches('.primary')) return box.height + 0.5 < leastPrimary;
        return smallest < least && !isInSentence(element);
      })
      .filter((target) => target.element.matches('.primary') || !hasRoom(target))
      .map(({ element, box }) => ({
        target: `${element.tagName.toLowerCase()}.${element.className} ${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}`,
        size: `${Math.round(box.width)} × ${Math.round(box.height)}`,
      }));
  });
