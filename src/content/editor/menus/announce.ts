/** Announces a change that is not visible at the cursor, in the status element of the editor. */
export function announce(text: HTMLElement, message: string): void {
  const status = text.closest('.editor')?.querySelector('.editor-announcements');
  if (!status) return;
  // A repeated message is a change too.
  status.textContent = status.textContent === message ? `${message}\u00a0` : message;
}
