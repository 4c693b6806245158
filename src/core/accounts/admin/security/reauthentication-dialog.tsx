import { useState } from 'react';
import { Dialog } from '../../../../platform/admin/controls/dialog.tsx';
import { FormError } from '../../../../platform/admin/controls/form-error.tsx';
import { TextField } from '../../../../platform/admin/controls/text-field.tsx';
import { useSend } from '../../../../platform/admin/data/use-send.ts';
import { Problem } from '../../../../platform/http/problem.ts';
import { t } from '../../../../platform/messages/translate.ts';
import { useSite } from '../../../site/pages/site-context.ts';
import { useSignInMessages } from '../../pages/sign-in-messages.ts';
import { accountCalls } from '../calls.ts';

type Props = { onSuccess: () => void; onCancel: () => void };

export function ReauthenticationDialog({ onSuccess, onCancel }: Props) {
  const [password, setPassword] = useState('');
  const { busy, error, send } = useSend();
  const { site_url } = useSite();
  const messages = useSignInMessages();
  const withPassword = async () => {
    await accountCalls.reauthenticate({ password });
    onSuccess();
  };
  const withPasskey = async () => {
    const { passkeysUnavailable, authenticateWithPasskey } = await import('../../browser-passkeys.ts');
    const missing = passkeysUnavailable(site_url, messages);
    if (missing) throw new Problem('invalid', missing);
    await accountCalls.reauthenticate({
      passkey: await authenticateWithPasskey(accountCalls.reauthenticationOptions, messages),
    });
    onSuccess();
  };
  return (
    <Dialog title={t("Confirm that it's you")} onClose={onCancel}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send(withPassword);
        }}
      >
        <p>{t('Only the owner may do this. Please confirm with your password or a passkey.')}</p>
        <TextField
          label={t('Your password')}
          type="password"
          autoComplete="current-password"
          data-first-focus
          value={password}
          onChange={setPassword}
        />
        <FormError message={error} />
        <p className="actions">
          <button type="button" onClick={onCancel}>
            {t('Cancel')}
          </button>
          <button type="button" aria-disabled={busy} onClick={() => void send(withPasskey)}>
            {t('Use a passkey')}
          </button>
          <button type="submit" className="primary" aria-disabled={busy}>
            {t('Confirm')}
          </button>
        </p>
      </form>
    </Dialog>
  );
}
