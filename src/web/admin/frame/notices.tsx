import {
  createContext,
  type FocusEvent,
  type ReactNode,
  use,
  useCallback,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Problem } from '../../../contract/errors.ts';
import { serverError } from '../../../messages/reader.ts';
import { isOtherUser, isSignedOut } from '../data/guarded.ts';
import { focusHeading } from './screen-title.tsx';

type Notice = { id: number; isError: boolean; text: string };

type Notices = {
  /** Confirms what was done; the notice disappears by itself. */
  notify(text: string): void;
  /** Shows why something failed; the notice stays until it is closed. */
  reportError(error: unknown): void;
};

type Props = { onSignedOut: () => void; onOtherUser: () => void; children: ReactNode };

const NoticesContext = createContext<Notices>({ notify: () => {}, reportError: () => {} });
export const useNotices = (): Notices => use(NoticesContext);

const visibleMs = 6_000;
const maxNotices = 4;

export const errorMessage = (error: unknown): string =>
  error instanceof Problem ? error.message : serverError;

export function NoticesProvider({ onSignedOut, onOtherUser, children }: Props) {
  const [notices, setNotices] = useState<Notice[]>([]);
  const nextId = useRef(0);
  const close = useCallback((id: number) => setNotices((all) => all.filter((one) => one.id !== id)), []);
  /** The element that had the focus before the notices: it gets the focus back when a notice is closed. */
  const focusedBefore = useRef<EventTarget | null>(null);
  const rememberFocus = ({ relatedTarget }: FocusEvent<HTMLButtonElement>) => {
    const isNotice = relatedTarget instanceof Element && relatedTarget.closest('.toasts');
    if (!isNotice) focusedBefore.current = relatedTarget;
  };
  const restoreFocus = () => {
    const { current } = focusedBefore;
    if (current instanceof HTMLElement && current.isConnected) current.focus();
    else focusHeading();
  };
  const value = useMemo<Notices>(() => {
    const add = (isError: boolean, text: string) => {
      const id = nextId.current++;
      setNotices((all) =>
        [...all.filter((one) => one.text !== text), { id, isError, text }].slice(-maxNotices),
      );
      if (!isError) setTimeout(close, visibleMs, id);
    };
    return {
      notify: (text) => add(false, text),
      reportError: (error) => {
        if (isOtherUser(error)) onOtherUser();
        else if (isSignedOut(error)) onSignedOut();
        else add(true, errorMessage(error));
      },
    };
  }, [close, onSignedOut, onOtherUser]);

  const list = (errors: boolean) =>
    notices
      .filter(({ isError }) => isError === errors)
      .map(({ id, text }) => (
        <p key={id} className={errors ? 'toast failed' : 'toast'}>
          {text}
          <button
            type="button"
            className="quiet"
            aria-label="Close message"
            onFocus={rememberFocus}
            onClick={() => {
              close(id);
              restoreFocus();
            }}
          >
            ×
          </button>
        </p>
      ));
  return (
    <NoticesContext value={value}>
      {children}
      <div className="toasts">
        <div role="alert">{list(true)}</div>
        <div role="status">{list(false)}</div>
      </div>
    </NoticesContext>
  );
}
