import { useEffect } from 'react';
import { sessionPollMs } from '../../../platform/http/api/limits.ts';
import { accountCalls } from './calls.ts';

/**
 * Polls the session while the page is visible, and checks at once when it becomes visible again. Polling stops when the
 * session has ended, but not on a network error; it starts again when `isSignedIn` becomes true. `onConfirmed` is called
 * after each check that found a session.
 */
export function useSessionWatch(isSignedIn: boolean, onEnd: () => void, onConfirmed: () => void): void {
  useEffect(() => {
    if (!isSignedIn) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stopped = false;
    const schedule = () => {
      clearTimeout(timer);
      if (!stopped && !document.hidden) timer = setTimeout(check, sessionPollMs);
    };
    const check = async () => {
      const signedIn = await accountCalls.isSignedIn().catch(() => null);
      if (signedIn && !stopped) onConfirmed();
      if (signedIn !== false || stopped) return schedule();
      stopped = true;
      onEnd();
    };
    const onVisibilityChange = () => {
      clearTimeout(timer);
      if (!document.hidden) void check();
    };
    document.addEventListener('visibilitychange', onVisibilityChange);
    schedule();
    return () => {
      stopped = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisibilityChange);
    };
  }, [isSignedIn, onEnd, onConfirmed]);
}
