import { type ComponentType, createElement, type ReactNode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { IslandMessages } from '../messages/types.ts';
import { provideIslandMessages } from '../messages.ts';

/** Resolves once the component handles events. */
export function hydrateIsland(
  element: HTMLElement,
  Component: ComponentType<never>,
  props: object,
  messages: IslandMessages,
): Promise<void> {
  provideIslandMessages(messages);
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
    // An in-place navigation removes the island, so its root must be unmounted. Not before hydration is complete: React
    // treats an earlier update of the root as an error.
    const unmount = () => void hydrated.then(() => root.unmount());
    element.addEventListener('island:unmount', unmount, { once: true });
  });
  return hydrated;
}

function Hydrated({ onHydrated, children }: { onHydrated(): void; children?: ReactNode }) {
  useEffect(onHydrated, [onHydrated]);
  return children;
}
