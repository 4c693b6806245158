import { useEffect } from 'react';
import { sessionPollMs } from '../../../contract/limits.ts';
import { adminApi } from '../data/admin-api.ts';

/**
 * Asks every few seconds whether the session still stands, but not while nobody looks, and at once when somebody does
 * again. When it is over the asking stops; when the network is, it goes on.
 */
export function useSessionWatch(onOver: () => void): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stopped = false;
    const wait = () => {
      clearTimeout(timer);
      if (!stopped && !document.hidden) timer = setTimeout(check, sessionPollMs);
    };
    const check = async () => {
      const signedIn = await adminApi.signedIn().catch(() => true);
      if (signedIn || stopped) return wait();
      stopped = true;
      onOver();
    };
    const look = () => {
      clearTimeout(timer);
      if (!document.hidden) void check();
    };
    document.addEventListener('visibilitychange', look);
    wait();
    return () => {
      stopped = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [onOver]);
}
