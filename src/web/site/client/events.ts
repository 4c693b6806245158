/** What islands tell the script of the page: they are loaded apart from it and share no state. */

/** A write succeeded, so pages that were prefetched may be out of date. */
export const writeEvent = 'site:write';
export const noteWrite = (): void => void document.dispatchEvent(new Event(writeEvent));

/** The element with this id shows something that has changed on the server. */
export const refreshEvent = 'site:refresh';
export const refresh = (id: string): void =>
  void document.dispatchEvent(new CustomEvent(refreshEvent, { detail: id }));
