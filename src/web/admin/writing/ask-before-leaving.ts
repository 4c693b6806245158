import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { useConfirm } from '../confirm.tsx';

/** The state of a navigation that nobody can refuse: the session is over. */
export const sessionOver = { sessionOver: true };

/** Asks whoever leaves a form with something unsaved; what was typed is set aside and offered later. */
export function useAskBeforeLeaving({
  isUnsaved,
  setAside,
}: {
  isUnsaved(): boolean;
  setAside(): void;
}): void {
  const confirm = useConfirm();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUnsaved() && currentLocation.pathname !== nextLocation.pathname && !nextLocation.state?.sessionOver,
  );

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each time that somebody leaves
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    confirm({
      title: 'Leave without saving?',
      text: 'What you typed stays in this browser and is offered when you come back.',
      action: 'Leave',
    }).then((leaves) => {
      if (!leaves) return blocker.reset();
      setAside();
      blocker.proceed();
    });
  }, [blocker.state]);
}
