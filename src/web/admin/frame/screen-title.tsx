import type { ReactNode } from 'react';
import { useSite } from '../../site/site-context.ts';

/** Where the focus goes when what had it is gone. */
export const focusHeading = (): void =>
  document.querySelector<HTMLElement>('.screen h1')?.focus({ preventScroll: true });

/** The heading of a screen, which names the window as well; what can be done first stands beside it. */
export function ScreenTitle({ children, action }: { children: string; action?: ReactNode }) {
  const { site_name } = useSite();
  return (
    <div className="screen-head">
      <title>{`${children} · ${site_name}`}</title>
      <h1 tabIndex={-1}>{children}</h1>
      {action}
    </div>
  );
}
