import { createContext, type ReactNode, use, useCallback, useState } from 'react';
import { Dialog } from './dialog.tsx';

export type Question = { title: string; text: string; action?: string };
type Confirm = (question: Question) => Promise<boolean>;

const ConfirmContext = createContext<Confirm>(async () => false);

/** Asks before something is gone for good; the answer is true only when the person says so. */
export const useConfirm = (): Confirm => use(ConfirmContext);

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<(Question & { answer: (yes: boolean) => void }) | null>(null);
  const confirm = useCallback<Confirm>(
    (question) => new Promise((resolve) => setAsked({ ...question, answer: resolve })),
    [],
  );
  const settle = (yes: boolean) => {
    setAsked(null);
    asked?.answer(yes);
  };
  return (
    <ConfirmContext value={confirm}>
      {children}
      {asked && (
        <Dialog title={asked.title} onClose={() => settle(false)}>
          <p>{asked.text}</p>
          <p className="actions">
            <button type="button" data-first-focus onClick={() => settle(false)}>
              Cancel
            </button>
            <button type="button" className="danger" onClick={() => settle(true)}>
              {asked.action ?? 'Delete'}
            </button>
          </p>
        </Dialog>
      )}
    </ConfirmContext>
  );
}
