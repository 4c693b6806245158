import {
  createContext,
  type FocusEvent,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { Problem } from '../../http/problem.ts';
import { binEmptied } from '../../messages/owner.ts';
import { t } from '../../messages/translate.ts';
import { isOtherUser, isSignedOut } from '../data/guarded.ts';
import { NoRoomInBin } from '../data/no-room-in-bin.ts';
import { sharedTexts } from '../language.ts';
import { focusHeading } from './screen-title.tsx';

type Undo = () => Promise<void>;
type Notice = {
  id: number;
  isError: boolean;
  text: string;
  undo?: Undo | undefined;
  /** Offered after an error: deletes what the bin has no room for. */
  deleteForGood?: (() => Promise<number>) | undefined;
  topic?: string | undefined;
  until?: number | undefined;
  since: number;
};

type Notices = {
  /**
   * Confirms what was done; the notice disappears by itself. One that offers to undo it stays for 10 seconds at least, and
   * until the next navigation. With a topic it replaces an earlier notice of the same topic, and is closed after 10 seconds, but
   * not while it has the focus or the pointer. What can be undone until a given time is offered so long, on every screen.
   */
  notify(text: string, undo?: Undo, topic?: string, until?: number): void;
  /** Shows why something failed; the notice stays until it is closed. */
  reportError(error: unknown): void;
};

type Props = { onSignedOut: () => void; onOtherUser: () => void; children: ReactNode };

const NoticesContext = createContext<Notices>({ notify: () => {}, reportError: () => {} });
export const useNotices = (): Notices => use(NoticesContext);

const visibleMs = 6_000;
const undoableMs = 10_000;
const maxNotices = 4;

export const errorMessage = (error: unknown): string =>
  error instanceof Problem ? error.message : sharedTexts().serverError;

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
    type Offers = Pick<Notice, 'undo' | 'topic' | 'deleteForGood' | 'until'>;
    const add = (isError: boolean, text: string, offers: Offers = {}) => {
      const id = nextId.current++;
      const { undo, topic } = offers;
      const notice = { id, isError, text, ...offers, since: Date.now() };
      const stays = (one: Notice) =>
        one.undo ? topic === undefined || one.topic !== topic : one.text !== text;
      setNotices((all) => [...all.filter(stays), notice].slice(-maxNotices));
      if (!isError && !undo) setTimeout(close, visibleMs, id);
    };
    return {
      notify: (text, undo, topic, until) => add(false, text, { undo, topic, until }),
      reportError: (error) => {
        if (isOtherUser(error)) onOtherUser();
        else if (isSignedOut(error)) onSignedOut();
        else if (error instanceof NoRoomInBin)
          add(true, error.message, { deleteForGood: error.deleteForGood });
        else add(true, errorMessage(error));
      },
    };
  }, [close, onSignedOut, onOtherUser]);

  const undo = useCallback(
    ({ id, undo }: Notice) => {
      close(id);
      void undo?.();
    },
    [close],
  );
  const { revalidate } = useRevalidator();
  const deleteForGood = async ({ id, deleteForGood }: Notice) => {
    close(id);
    try {
      const count = (await deleteForGood?.()) ?? 0;
      if (count > 0) value.notify(binEmptied(count));
    } catch (error) {
      value.reportError(error);
    }
    await revalidate();
  };
  useUndoneByNavigation(notices, close);
  useUndoKey(notices, undo);

  const list = (errors: boolean) =>
    notices
      .filter(({ isError }) => isError === errors)
      .map((notice) => (
        <Toast key={notice.id} notice={notice} onExpire={close}>
          <span>{notice.text}</span>
          {notice.undo && (
            <button
              type="button"
              className="undo"
              aria-keyshortcuts={notice.until === undefined ? 'Control+Z Meta+Z' : undefined}
              onFocus={rememberFocus}
              onClick={() => {
                undo(notice);
                restoreFocus();
              }}
            >
              {t('Undo')}
            </button>
          )}
          {notice.deleteForGood && (
            <button
              type="button"
              className="undo"
              onFocus={rememberFocus}
              onClick={() => {
                void deleteForGood(notice);
                restoreFocus();
              }}
            >
              {t('Delete for good')}
            </button>
          )}
          <button
            type="button"
            className="quiet"
            aria-label={t('Close message')}
            onFocus={rememberFocus}
            onClick={() => {
              close(notice.id);
              restoreFocus();
            }}
          >
            ×
          </button>
        </Toast>
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

type ToastProps = { notice: Notice; onExpire: (id: number) => void; children: ReactNode };

function Toast({ notice: { id, isError, topic, until }, onExpire, children }: ToastProps) {
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isTimed = (topic !== undefined || until !== undefined) && !isHovered && !isFocused;
  useEffect(() => {
    if (!isTimed) return;
    const timer = setTimeout(onExpire, until === undefined ? undoableMs : until - Date.now(), id);
    return () => clearTimeout(timer);
  }, [isTimed, id, until, onExpire]);
  return (
    <p
      className={isError ? 'toast failed' : 'toast'}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {children}
    </p>
  );
}

/** After a navigation, notices that offer to undo something are closed once they were visible long enough. */
function useUndoneByNavigation(notices: readonly Notice[], close: (id: number) => void): void {
  const { key } = useLocation();
  const latest = useRef(notices);
  useEffect(() => {
    latest.current = notices;
  });
  const first = useRef(key);
  useEffect(() => {
    if (key === first.current) return;
    first.current = key;
    const timers = latest.current
      .filter(({ undo, until }) => undo && until === undefined)
      .map(({ id, since }) => setTimeout(close, Math.max(0, since + undoableMs - Date.now()), id));
    return () => {
      // A further navigation sets its own timers.
      for (const timer of timers) clearTimeout(timer);
    };
  }, [key, close]);
}

const editable = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])';

/** Ctrl+Z undoes the latest deletion, except where it undoes typing; not what stays for long, which is no longer the latest change. */
function useUndoKey(notices: readonly Notice[], undo: (notice: Notice) => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isUndo =
        (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === 'z';
      const last = notices.findLast(({ undo, until }) => undo && until === undefined);
      if (!isUndo || !last || event.defaultPrevented) return;
      const { target } = event;
      if (target instanceof Element && target.matches(editable) && !target.matches('[type="checkbox"]'))
        return;
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      undo(last);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [notices, undo]);
}
