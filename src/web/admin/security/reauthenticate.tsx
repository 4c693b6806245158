import { createContext, type ReactNode, use, useCallback, useId, useState } from 'react';
import { Problem } from '../../../contract/errors.ts';
import { useSite } from '../../site/site-context.ts';
import { Dialog } from '../controls/dialog.tsx';
import { FormError } from '../controls/form-error.tsx';
import { adminApi } from '../data/admin-api.ts';
import { useSend } from '../data/use-send.ts';

type Proven = <Result>(work: () => Promise<Result>) => Promise<Result>;

const ProvenContext = createContext<Proven>((work) => work());

/** Does what only the owner may do: when the server wants to know that it is still the same person, they are asked. */
export const useReauthentication = (): Proven => use(ProvenContext);

const isAsked = (error: unknown): boolean => error instanceof Problem && error.code === 'confirm';

export function ReauthenticationProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<{ answer: (proven: boolean) => void } | null>(null);
  const proven = useCallback<Proven>(async (work) => {
    try {
      return await work();
    } catch (error) {
      if (!isAsked(error)) throw error;
    }
    if (!(await new Promise<boolean>((resolve) => setAsked({ answer: resolve }))))
      throw new Problem('confirm', 'Nothing was done, because it was not confirmed that it is you.');
    return work();
  }, []);
  const settle = (is: boolean) => {
    setAsked(null);
    asked?.answer(is);
  };
  return (
    <ProvenContext value={proven}>
      {children}
      {asked && <ReauthenticationDialog onProven={() => settle(true)} onCancel={() => settle(false)} />}
    </ProvenContext>
  );
}

function ReauthenticationDialog({ onProven, onCancel }: { onProven: () => void; onCancel: () => void }) {
  const [password, setPassword] = useState('');
  const { busy, error, send } = useSend();
  const { site_url } = useSite();
  const id = useId();
  const withPasskey = async () => {
    const { passkeysUnavailable, authenticateWithPasskey } = await import('../../passkeys.ts');
    const missing = passkeysUnavailable(site_url);
    if (missing) throw new Problem('invalid', missing);
    await adminApi.reauthenticate({ passkey: await authenticateWithPasskey('/api/admin/confirm/options') });
    onProven();
  };
  return (
    <Dialog title="Is it you?" onClose={onCancel}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send(async () => {
            await adminApi.reauthenticate({ password });
            onProven();
          });
        }}
      >
        <p>This is for the owner alone. Please confirm with your password or a passkey.</p>
        <div className="field">
          <label htmlFor={id}>Your password</label>
          <input
            id={id}
            type="password"
            autoComplete="current-password"
            data-first-focus
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </div>
        <FormError message={error} />
        <p className="actions">
          <button type="button" onClick={onCancel}>
            Cancel
          </button>
          <button type="button" aria-disabled={busy} onClick={() => void send(withPasskey)}>
            Use a passkey
          </button>
          <button type="submit" className="primary" aria-disabled={busy}>
            Confirm
          </button>
        </p>
      </form>
    </Dialog>
  );
}
