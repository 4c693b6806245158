import { type ReactNode, useEffect, useId, useRef } from 'react';

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
  useEffect(() => {
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
