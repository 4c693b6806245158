import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { urls } from '../../../contract/urls.ts';
import { useConfirm } from '../controls/confirm.tsx';

let sessionIsOver = false;

/** Leaves the admin area because the session is over: there is nothing to ask. */
export function goHome(): void {
  sessionIsOver = true;
  // The browser may show this page again as it was, with everything on it.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
  location.assign(urls.home);
}

/** Asks before a form with unsaved changes or running uploads is left; the text is set aside and offered later. */
export function useAskBeforeLeaving(
  form: { isUnsaved(): boolean; setAside(): void },
  uploads: { readonly count: number },
): void {
  const hasWork = () => form.isUnsaved() || uploads.count > 0;
  const confirm = useConfirm();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => hasWork() && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (hasWork() && !sessionIsOver) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each time that somebody leaves
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    confirm({
      title: 'Leave without saving?',
      text: `${stopped(uploads.count)}What you typed is kept as a draft and is offered when you come back.`,
      action: 'Leave',
    }).then((leaves) => {
      if (!leaves) return blocker.reset();
      form.setAside();
      blocker.proceed();
    });
  }, [blocker.state]);
}

const stopped = (uploads: number): string => {
  if (uploads === 0) return '';
  const images =
    uploads === 1
      ? 'An image is still on its way and is'
      : `${uploads} images are still on their way and are`;
  return `${images} not uploaded if you leave. `;
};
