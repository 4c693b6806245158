import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import { type AskAboutShares, AskAboutSharesContext } from '../../../core/writing/admin/ask-about-shares.ts';
import { sharingCalls } from './calls.ts';
import type { Question } from './shares-dialog.tsx';

const SharesDialog = lazy(async () => ({ default: (await import('./shares-dialog.tsx')).SharesDialog }));

export function SharesProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<(Question & { resolve: () => void }) | null>(null);
  const ask = useCallback<AskAboutShares>(async (postId, action) => {
    // A list that cannot be loaded must not stop what the owner is doing.
    const shares = await sharingCalls.changeableShares({ id: postId }).catch(() => []);
    if (shares.length > 0) await new Promise<void>((resolve) => setOpen({ postId, action, shares, resolve }));
  }, []);
  return (
    <AskAboutSharesContext value={ask}>
      {children}
      <Suspense>
        {open && (
          <SharesDialog
            {...open}
            onClose={() => {
              setOpen(null);
              open.resolve();
            }}
          />
        )}
      </Suspense>
    </AskAboutSharesContext>
  );
}
