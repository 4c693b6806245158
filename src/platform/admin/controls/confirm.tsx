import { createContext, type ReactNode, use, useCallback, useState } from 'react';
import { t } from '../../messages/translate.ts';
import { Dialog } from './dialog.tsx';

type Question = { title: string; text: string; action?: string };
type Confirm = (question: Question) => Promise<boolean>;

const ConfirmContext = createContext<Confirm>(async () => false);

/** Asks before something is deleted or lost. Resolves to true only if the user confirms. */
export const useConfirm = (): Confirm => use(ConfirmContext);

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<(Question & { resolve: (confirmed: boolean) => void }) | null>(null);
  const confirm = useCallback<Confirm>(
    (question) => new Promise((resolve) => setOpen({ ...question, resolve })),
    [],
  );
  const close = (confirmed: boolean) => {
    setOpen(null);
    open?.resolve(confirmed);
  };
  return (
    <ConfirmContext value={confirm}>
      {children}
      {open && (
        <Dialog title={open.title} onClose={() => close(false)}>
          <p>{open.text}</p>
          <p className="actions">
            <button type="button" data-first-focus onClick={() => close(false)}>
              {t('Cancel')}
            </button>
            <button type="button" className="danger" onClick={() => close(true)}>
              {open.action ?? t('Delete')}
            </button>
          </p>
        </Dialog>
      )}
    </ConfirmContext>
  );
}
