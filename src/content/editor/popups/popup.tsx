import {
  createContext,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';

type Props = {
  label: string;
  button: HTMLElement;
  /** `toText` if the focus returns to the text. */
  onClose(toText: boolean): void;
  onSubmit?(): void;
  children: ReactNode;
};

/** Places a popup that was not opened from the toolbar beside the text that it is about. */
export const PopupPlace = createContext<((panel: HTMLElement) => void) | null>(null);

/** Below the button, or above it where the style sheet places the toolbar at the bottom. */
function placeAtButton(panel: HTMLElement, button: HTMLElement): void {
  const frame = panel.offsetParent?.getBoundingClientRect();
  if (!frame) return;
  const { left, top, bottom } = button.getBoundingClientRect();
  panel.style.setProperty('--at', `${left - frame.left}px`);
  panel.style.setProperty('--under', `${bottom - frame.top}px`);
  panel.style.setProperty('--over', `${frame.bottom - top}px`);
}

/** A panel at a toolbar button. Not a form element, because forms cannot be nested in the post form. */
export function Popup({ label, button, onClose, onSubmit, children }: Props) {
  const panel = useRef<HTMLDivElement>(null);

  const placeAtText = use(PopupPlace);
  useLayoutEffect(() => {
    if (!panel.current) return;
    if (placeAtText) placeAtText(panel.current);
    else placeAtButton(panel.current, button);
  }, [placeAtText, button]);

  useLayoutEffect(() => {
    panel.current?.querySelector<HTMLElement>('[data-first], input:not([readonly]), button:enabled')?.focus();
  }, []);

  useEffect(() => {
    const onPointerDown = ({ target }: PointerEvent) => {
      if (!(target instanceof Node) || panel.current?.contains(target) || button.contains(target)) return;
      onClose(false);
    };
    document.addEventListener('pointerdown', onPointerDown);
    return () => document.removeEventListener('pointerdown', onPointerDown);
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
    // File dialogs and other windows take the focus without a relatedTarget, and return it.
    if (relatedTarget && !panel.current?.contains(relatedTarget) && !button.contains(relatedTarget))
      onClose(false);
  }

  function onMouseDown(event: MouseEvent) {
    // A blurred field may show its error, which would move the button away from the pointer.
    if (event.target instanceof Element && event.target.closest('button:enabled')) event.preventDefault();
  }

  return (
    <div
      ref={panel}
      role="dialog"
      aria-label={label}
      className="editor-popup"
      onKeyDown={onKeyDown}
      onBlur={onBlur}
      onMouseDown={onMouseDown}
    >
      {children}
    </div>
  );
}
