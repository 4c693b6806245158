/** A click that would follow a link in this tab, rather than open it elsewhere. */
export const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  !(button || metaKey || ctrlKey || shiftKey || altKey);

/** Handles plain clicks on elements that match the selector, instead of what the browser would do. */
export function onPlainClick<Found extends HTMLElement>(
  selector: string,
  handle: (found: Found) => void,
): void {
  addEventListener('click', (event) => {
    const found =
      isPlainClick(event) && event.target instanceof Element && event.target.closest<Found>(selector);
    if (!found) return;
    event.preventDefault();
    handle(found);
  });
}
