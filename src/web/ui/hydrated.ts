import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False in the HTML of the server and while it is brought to life, true from then on. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
