/** Nothing of another site is loaded before the reader asks for it. Without this script the preview is a plain link. */
export function playInPlace(): void {
  addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a[data-player]') : null;
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    void import('./player.ts').then(({ play }) => play(link));
  });
}
