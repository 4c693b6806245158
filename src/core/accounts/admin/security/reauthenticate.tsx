import { createContext, lazy, type ReactNode, Suspense, use, useCallback, useState } from 'react';
import { Problem } from '../../../../platform/http/problem.ts';
import { t } from '../../../../platform/messages/translate.ts';

const notReauthenticated = t("Nothing was done, because you didn't confirm that it's you.");

type WithReauthentication = <Result>(request: () => Promise<Result>) => Promise<Result>;

const ReauthenticationContext = createContext<WithReauthentication>((request) => request());

/** Runs a request; if the server demands re-authentication, asks for it and runs the request again. */
export const useReauthentication = (): WithReauthentication => use(ReauthenticationContext);

const ReauthenticationDialog = lazy(async () => ({
  default: (await import('./reauthentication-dialog.tsx')).ReauthenticationDialog,
}));

const isDemanded = (error: unknown): boolean => error instanceof Problem && error.code === 'confirm';

export function ReauthenticationProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<{ resolve: (succeeded: boolean) => void } | null>(null);
  const withReauthentication = useCallback<WithReauthentication>(async (request) => {
    try {
      return await request();
    } catch (error) {
      if (!isDemanded(error)) throw error;
    }
    if (!(await new Promise<boolean>((resolve) => setOpen({ resolve }))))
      throw new Problem('confirm', notReauthenticated);
    return request();
  }, []);
  const close = (succeeded: boolean) => {
    setOpen(null);
    open?.resolve(succeeded);
  };
  return (
    <ReauthenticationContext value={withReauthentication}>
      {children}
      <Suspense>
        {open && <ReauthenticationDialog onSuccess={() => close(true)} onCancel={() => close(false)} />}
      </Suspense>
    </ReauthenticationContext>
  );
}
