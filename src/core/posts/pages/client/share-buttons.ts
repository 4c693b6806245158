import { onPlainClick } from '../../../../platform/web/client/plain-click.ts';

/** What the button does is loaded when it is used. */
export const shareOnClick = (): void =>
  onPlainClick('[data-share]', (button) => void import('./share.ts').then(({ share }) => share(button)));
