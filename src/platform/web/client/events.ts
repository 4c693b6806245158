/** Events from islands to the page script: they are separate bundles and share no module state. */

/** A write succeeded, so prefetched pages may be stale. */
export const writeEvent = 'site:write';
export const announceWrite = (): void => void document.dispatchEvent(new Event(writeEvent));

/** The element with this id is stale. */
export const refreshEvent = 'site:refresh';
export const refresh = (id: string): void =>
  void document.dispatchEvent(new CustomEvent(refreshEvent, { detail: id }));
