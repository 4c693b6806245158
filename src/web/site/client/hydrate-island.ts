import { type ComponentType, createElement, type ReactNode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';

/** Resolves once the component listens. */
export function hydrateIsland(
  element: HTMLElement,
  Component: ComponentType<never>,
  props: object,
): Promise<void> {
  return new Promise((resolve) => {
    startTransition(() => {
      const root = hydrateRoot(
        element,
        createElement(
          Hydrated,
          { onHydrated: resolve },
          createElement(Component as ComponentType<object>, props),
        ),
      );
      // The page is replaced without loading a new document: what it held has to end.
      element.addEventListener('island:unmount', () => root.unmount(), { once: true });
    });
  });
}

function Hydrated({ onHydrated, children }: { onHydrated(): void; children?: ReactNode }) {
  useEffect(onHydrated, [onHydrated]);
  return children;
}
