import { useRef, useState } from 'react';
import { errorMessage, useNotices } from '../frame/notices.tsx';
import { isSignedOut } from './guarded.ts';

/** Sends a form, one request at a time, and holds the error to show beside it. */
export function useSend() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const running = useRef(false);
  const { reportError } = useNotices();
  const send = async (work: () => Promise<void>) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setError(null);
    try {
      await work();
    } catch (error) {
      if (isSignedOut(error)) reportError(error);
      else setError(errorMessage(error));
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { busy, error, send, setError };
}
