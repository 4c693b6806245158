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
import { Problem, serverErrorText } from '../../../contract/errors.ts';
import { isSignedOut } from '../data/guarded.ts';
import { focusHeading } from './screen-title.tsx';

type Notice = { id: number; bad: boolean; text: string };

type Notices = {
  /** Tells what was done; it goes away by itself. */
  say(text: string): void;
  /** Tells what was refused and why; it stays until it is closed. */
  report(error: unknown): void;
};

const NoticesContext = createContext<Notices>({ say: () => {}, report: () => {} });
export const useNotices = (): Notices => use(NoticesContext);

const shownMs = 6_000;
const shownAtMost = 4;

export const wordsOf = (error: unknown): string =>
  error instanceof Problem ? error.message : serverErrorText;

export function NoticesArea({ onSignedOut, children }: { onSignedOut: () => void; children: ReactNode }) {
  const [notices, setNotices] = useState<Notice[]>([]);
  const next = useRef(0);
  const close = useCallback((id: number) => setNotices((all) => all.filter((one) => one.id !== id)), []);
  /** Who closes a message goes back to where they came from. */
  const left = useRef<EventTarget | null>(null);
  const leave = ({ relatedTarget }: FocusEvent<HTMLButtonElement>) => {
    const fromWithin = relatedTarget instanceof Element && relatedTarget.closest('.toasts');
    if (!fromWithin) left.current = relatedTarget;
  };
  const goBack = () => {
    if (left.current instanceof HTMLElement && left.current.isConnected) left.current.focus();
    else focusHeading();
  };
  const value = useMemo<Notices>(() => {
    const add = (bad: boolean, text: string) => {
      const id = next.current++;
      setNotices((all) => [...all.filter((one) => one.text !== text), { id, bad, text }].slice(-shownAtMost));
      if (!bad) setTimeout(close, shownMs, id);
    };
    return {
      say: (text) => add(false, text),
      report: (error) => {
        if (isSignedOut(error)) onSignedOut();
        else add(true, wordsOf(error));
      },
    };
  }, [close, onSignedOut]);

  const list = (bad: boolean) =>
    notices
      .filter((one) => one.bad === bad)
      .map(({ id, text }) => (
        <p key={id} className={bad ? 'toast bad' : 'toast'}>
          {text}
          <button
            type="button"
            className="quiet"
            aria-label="Close message"
            onFocus={leave}
            onClick={() => {
              close(id);
              goBack();
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
