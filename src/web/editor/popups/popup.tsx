import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';

type Props = {
  label: string;
  button: HTMLElement;
  /** `toText` when the focus goes back to where the author was writing. */
  onClose(toText: boolean): void;
  onSubmit?(): void;
  children: ReactNode;
};

/** A panel under a button of the toolbar. It is no form of its own, because it stands inside the post's form. */
export function Popup({ label, button, onClose, onSubmit, children }: Props) {
  const panel = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    panel.current?.querySelector<HTMLElement>('[data-first], input:not([readonly]), button:enabled')?.focus();
  }, []);

  useEffect(() => {
    const outside = ({ target }: PointerEvent) => {
      if (!(target instanceof Node) || panel.current?.contains(target) || button.contains(target)) return;
      onClose(false);
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [button, onClose]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onClose(true);
    else if (
      event.key === 'Enter' &&
      event.target instanceof HTMLInputElement &&
      event.target.type !== 'file'
    )
      onSubmit?.();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function onBlur({ relatedTarget }: FocusEvent) {
    // A file dialog and another window take the focus without a target, and give it back.
    if (relatedTarget && !panel.current?.contains(relatedTarget) && !button.contains(relatedTarget))
      onClose(false);
  }

  function onMouseDown(event: MouseEvent) {
    // Leaving a field may show its error, and the button would move away from under the mouse.
    if (event.target instanceof Element && event.target.closest('button:enabled')) event.preventDefault();
  }

  const scrolled = button.closest('.editor-toolbar')?.scrollLeft ?? 0;
  const place = {
    '--at': `${button.offsetLeft - scrolled}px`,
    '--under': `${button.offsetTop + button.offsetHeight}px`,
  } as CSSProperties;
  return (
    <div
      ref={panel}
      role="dialog"
      aria-label={label}
      className="editor-popup"
      style={place}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
      onMouseDown={onMouseDown}
    >
      {children}
    </div>
  );
}
