import { useRevalidator } from 'react-router';
import { useNotices } from '../frame/notices.tsx';

/** Runs a request, confirms it with a notice and reloads the screen's data. Returns false if it failed. */
export function useAction() {
  const { notify, reportError } = useNotices();
  const { revalidate } = useRevalidator();
  return async (request: () => Promise<unknown>, done: string | (() => void)): Promise<boolean> => {
    try {
      await request();
    } catch (error) {
      reportError(error);
      return false;
    }
    if (typeof done === 'string') notify(done);
    else done();
    await revalidate();
    return true;
  };
}
