import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

/** A modal dialog that is open while it is there. Escape closes it like `onClose('')`. */
export function Dialog({
  title,
  onClose,
  children,
  roomy = false,
}: {
  title: string;
  onClose: (answer: string) => void;
  children: ReactNode;
  roomy?: boolean;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // Before the element is removed: only a dialog that is still there gives the focus back to its opener.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    shown?.querySelector<HTMLElement>('[data-first-focus]')?.focus();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={roomy ? 'admin-dialog roomy' : 'admin-dialog'}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose('');
      }}
    >
      <h2 id={heading}>{title}</h2>
      {children}
    </dialog>
  );
}
