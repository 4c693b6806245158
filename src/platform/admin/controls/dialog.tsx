import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

type Props = {
  title: string;
  onClose: () => void;
  children: ReactNode;
  wide?: boolean;
  className?: string;
  /** Whether only screen readers get the title. */
  hideTitle?: boolean;
};

/** A modal dialog that is open while it is mounted. Escape calls `onClose`. */
export function Dialog({ title, onClose, children, wide = false, className = '', hideTitle = false }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // A layout effect, because a dialog returns the focus only if it is closed before its element is removed.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.querySelector<HTMLElement>('[data-first-focus]')?.focus();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`admin-dialog ${wide ? 'wide' : className}`}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={heading} className={hideTitle ? 'visually-hidden' : undefined}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}
