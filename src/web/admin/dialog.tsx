import { type ReactNode, useEffect, useId, useRef } from 'react';

/** A modal dialog that is open while it is there. Escape closes it like `onClose('')`. */
export function Dialog({
  title,
  onClose,
  children,
  wide = false,
}: {
  title: string;
  onClose: (answer: string) => void;
  children: ReactNode;
  wide?: boolean;
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
      className={wide ? 'admin-dialog wide' : 'admin-dialog'}
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
