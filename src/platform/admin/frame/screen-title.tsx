import { type ReactNode, use } from 'react';
import { SiteName } from './site-name.ts';

/** Moves the focus to the heading of the screen when the focused element was removed. */
export const focusHeading = (): void =>
  document.querySelector<HTMLElement>('.screen h1')?.focus({ preventScroll: true });

/** The heading of a screen and the title of its page, with the main action beside it. */
export function ScreenTitle({ children, action }: { children: string; action?: ReactNode }) {
  const siteName = use(SiteName);
  return (
    <div className="screen-head">
      <title>{`${children} · ${siteName}`}</title>
      <h1 tabIndex={-1}>{children}</h1>
      {action}
    </div>
  );
}
