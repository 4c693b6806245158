import { clicked } from './plain-click.ts';

/** Nothing of another site is loaded before the reader asks for it. Without this script the preview is a plain link. */
export function playInPlace(): void {
  addEventListener('click', (event) => {
    const link = clicked(event, 'a[data-player]');
    if (!link) return;
    event.preventDefault();
    void import('./player.ts').then(({ play }) => play(link));
  });
}
