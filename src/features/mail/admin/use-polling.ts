import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

const pollMs = 3_000;

/** Loads the data of the screen again while there is something to wait for, and not while the tab is hidden. */
export function usePolling(isMoving: boolean): void {
  const { revalidate, state } = useRevalidator();
  const isIdle = state === 'idle';
  useEffect(() => {
    // The next request begins some seconds after the last answer, so that a slow server is not asked more often than it answers.
    if (!isMoving || !isIdle) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      timer = setTimeout(() => (document.hidden ? wait() : void revalidate()), pollMs);
    };
    wait();
    return () => clearTimeout(timer);
  }, [isMoving, isIdle, revalidate]);
}
