import { createContext, startTransition, use, useEffect, useState } from 'react';

export const HydratedContext = createContext(false);

/** False in the HTML of the server and while it is brought to life, true from then on. */
export const useHydrated = (): boolean => use(HydratedContext);

/** For the document alone. What changes with it does so bit by bit: nobody who scrolls or types meanwhile is held up. */
export function useHydration(): boolean {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => startTransition(() => setHydrated(true)), []);
  return hydrated;
}
