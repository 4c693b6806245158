import { useEffect } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router';
import { urls } from '../../http/urls.ts';
import { plural, t } from '../../messages/translate.ts';
import { flushPendingChanges } from '../../web/pending-changes.ts';
import { useConfirm } from '../controls/confirm.tsx';

let sessionEnded = false;
/** Tells for each open writing screen whether it has unsaved changes. */
const writing = new Set<() => boolean>();

export function hasUnsavedWriting(): boolean {
  flushPendingChanges();
  return [...writing].some((hasUnsaved) => hasUnsaved());
}

/** Leaves the admin area when the session has ended, without asking about unsaved changes. */
export function goHome(): void {
  sessionEnded = true;
  // The browser may restore this page from its back/forward cache, with the private data on it.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
  location.assign(urls.home);
}

/** Asks before leaving a form with unsaved changes or running uploads. The text stays as a draft. */
export function useAskBeforeLeaving(
  form: { isUnsaved(): boolean; setAside(): void },
  uploads: { readonly count: number },
): void {
  const hasUnsaved = () => {
    flushPendingChanges();
    return form.isUnsaved() || uploads.count > 0;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads the latest values from refs
  useEffect(() => {
    const isUnsaved = () => form.isUnsaved() || uploads.count > 0;
    writing.add(isUnsaved);
    return () => void writing.delete(isUnsaved);
  }, []);
  useLeaveQuestion(
    hasUnsaved,
    () =>
      [
        ...uploadWarning(uploads.count),
        t('What you typed stays as a draft, which you can restore later.'),
      ].join(' '),
    () => form.setAside(),
  );
}

/** Asks before a screen with something unsaved is left. A screen can ask one question. */
export function useLeaveQuestion(hasUnsaved: () => boolean, text: () => string, onLeave?: () => void): void {
  const confirm = useConfirm();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => hasUnsaved() && currentLocation.pathname !== nextLocation.pathname,
  );

  useBeforeUnload((event) => {
    if (hasUnsaved() && !sessionEnded) event.preventDefault();
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once per blocked navigation
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    confirm({ title: t('Leave without saving?'), text: text(), action: t('Leave') }).then((confirmed) => {
      if (!confirmed) return blocker.reset();
      onLeave?.();
      blocker.proceed();
    });
  }, [blocker.state]);
}

const uploadWarning = (uploads: number): string[] =>
  uploads === 0
    ? []
    : [
        plural(uploads, {
          one: 'An image is still uploading and will not be saved if you leave.',
          other: '{count} images are still uploading and will not be saved if you leave.',
        }),
      ];
