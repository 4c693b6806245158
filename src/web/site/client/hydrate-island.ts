import { type ComponentType, createElement, type ReactNode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';

/** Resolves once the component listens. */
export function hydrateIsland(
  element: HTMLElement,
  Component: ComponentType<never>,
  props: object,
): Promise<void> {
  const { promise: hydrated, resolve } = Promise.withResolvers<void>();
  startTransition(() => {
    const root = hydrateRoot(
      element,
      createElement(
        Hydrated,
        { onHydrated: resolve },
        createElement(Component as ComponentType<object>, props),
      ),
    );
    // The page is replaced without loading a new document: what it held has to end. Not before it is hydrated, because
    // React takes an earlier update of a root for a failure.
    const unmount = () => void hydrated.then(() => root.unmount());
    element.addEventListener('island:unmount', unmount, { once: true });
  });
  return hydrated;
}

function Hydrated({ onHydrated, children }: { onHydrated(): void; children?: ReactNode }) {
  useEffect(onHydrated, [onHydrated]);
  return children;
}
