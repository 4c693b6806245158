import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useConfirm } from '../../../../platform/admin/controls/confirm.tsx';
import { Form } from '../../../../platform/admin/controls/form.tsx';
import { ItemButton } from '../../../../platform/admin/controls/item-button.tsx';
import { LastUsed } from '../../../../platform/admin/controls/last-used.tsx';
import { TextField } from '../../../../platform/admin/controls/text-field.tsx';
import { useAction } from '../../../../platform/admin/data/use-action.ts';
import { useNotices } from '../../../../platform/admin/frame/notices.tsx';
import { rich } from '../../../../platform/messages/rich.ts';
import { t } from '../../../../platform/messages/translate.ts';
import { FormattedDate } from '../../../../platform/web/ui/date.tsx';
import { useSite } from '../../../site/pages/site-context.ts';
import { maxPasskeyNameLength, type Passkey, type SignInMethods } from '../../api/sign-in-methods.ts';
import { passkeyAdded, passkeyRemoved } from '../../messages.ts';
import { useSignInMessages } from '../../pages/sign-in-messages.ts';
import { accountCalls } from '../calls.ts';
import { useReauthentication } from './reauthenticate.tsx';

export function Passkeys({ methods }: { methods: SignInMethods }) {
  return (
    <section className="boxed" aria-labelledby="passkeys">
      <h2 id="passkeys">{t('Passkeys')}</h2>
      <p>
        {t(
          'A passkey signs you in with your fingerprint, your face or a PIN. It stays on your device or in your password manager, and it cannot be guessed or phished.',
        )}
      </p>
      {methods.passkeys.length > 0 && (
        <ul className="sessions" aria-label={t('Your passkeys')}>
          {methods.passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      <AddPasskey serverProblem={methods.passkeys_problem} />
    </section>
  );
}

function PasskeyItem({ passkey }: { passkey: Passkey }) {
  const confirm = useConfirm();
  const withReauthentication = useReauthentication();
  const run = useAction();
  const remove = async () => {
    const confirmed = await confirm({
      title: t('Remove this passkey?'),
      text: t(
        '"{name}" will no longer sign you in. Remove it from your device or password manager as well.',
        { name: passkey.name },
      ),
      action: t('Remove'),
    });
    if (confirmed)
      await run(
        () => withReauthentication(() => accountCalls.removePasskey({ id: passkey.id })),
        passkeyRemoved(passkey.name),
      );
  };
  return (
    <li>
      <p>
        <strong>{passkey.name}</strong>{' '}
        {passkey.synced && <span className="chip">{t('On several devices')}</span>}
      </p>
      <p className="soft">
        {rich('added {date}, {used}', {
          date: <FormattedDate date={passkey.date_added} style="full" />,
          used: <LastUsed date={passkey.last_used} />,
        })}
      </p>
      <ItemButton className="danger" action={t('Remove')} item={passkey.name} onClick={remove} />
    </li>
  );
}

/** Why passkeys cannot be used: the server's reason, or else this browser's. */
function usePasskeysProblem(serverProblem: string | null): string | null {
  const { site_url } = useSite();
  const messages = useSignInMessages();
  const [browserProblem, setBrowserProblem] = useState<string | null>(null);
  useEffect(() => {
    void import('../../browser-passkeys.ts').then(({ passkeysUnavailable }) =>
      setBrowserProblem(passkeysUnavailable(site_url, messages)),
    );
  }, [site_url, messages]);
  return serverProblem ?? browserProblem;
}

function AddPasskey({ serverProblem }: { serverProblem: string | null }) {
  const [name, setName] = useState('');
  const messages = useSignInMessages();
  const problem = usePasskeysProblem(serverProblem);
  const withReauthentication = useReauthentication();
  const { notify } = useNotices();
  const { revalidate } = useRevalidator();
  if (problem) return <p className="banner">{problem}</p>;
  const add = async () => {
    const { registerPasskey } = await import('../../browser-passkeys.ts');
    const passkey = await withReauthentication(() =>
      registerPasskey(accountCalls.newPasskeyOptions, messages),
    );
    const added = await withReauthentication(() => accountCalls.addPasskey({ name, passkey }));
    setName('');
    notify(passkeyAdded(added.name));
    await revalidate();
  };
  return (
    <Form className="inline" submitLabel={t('Add a passkey')} onSubmit={add}>
      <TextField
        label={t('Name of the new passkey')}
        autoComplete="off"
        maxLength={maxPasskeyNameLength}
        placeholder={t('Laptop, phone, key ring …')}
        value={name}
        onChange={setName}
      />
    </Form>
  );
}
