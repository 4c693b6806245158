import { useRef, useState } from 'react';
import { isSignedOut } from './guarded.ts';
import { useNotices, wordsOf } from '../frame/notices.tsx';

/** Sends a form once at a time; why it was refused is shown beside it. */
export function useSend() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef(false);
  const { report } = useNotices();
  const send = async (work: () => Promise<void>) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      if (isSignedOut(error)) report(error);
      else setProblem(wordsOf(error));
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { busy, problem, send, setProblem };
}
