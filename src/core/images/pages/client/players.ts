import { onPlainClick } from '../../../../platform/web/client/plain-click.ts';

/** Nothing of another site is loaded before the reader asks for it. Without this script the preview is a plain link. */
export const playInPlace = (): void =>
  onPlainClick('a[data-player]', (link) => void import('./player.ts').then(({ play }) => play(link)));
