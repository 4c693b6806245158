import type { ComponentProps } from 'react';
import { useHydrated } from './hydrated.ts';

type Properties = ComponentProps<'button'> & { href: string };

/** A button where scripts run; until then, and without them, a link to a page that shows what the button would. */
export function LinkButton({ href, className = '', children, ...button }: Properties) {
  return useHydrated() ? (
    <button type="button" className={className} {...button}>
      {children}
    </button>
  ) : (
    <a className={`button ${className}`} href={href}>
      {children}
    </a>
  );
}
