/** A click that would follow a link in this tab, rather than open it elsewhere. */
export const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  !(button || metaKey || ctrlKey || shiftKey || altKey);

/** The element of a plain click that matches the selector. */
export const clicked = <Found extends HTMLElement>(event: MouseEvent, selector: string): Found | null =>
  isPlainClick(event) && event.target instanceof Element ? event.target.closest<Found>(selector) : null;
