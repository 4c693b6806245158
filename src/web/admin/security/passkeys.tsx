import { useEffect, useId, useState } from 'react';
import { useRevalidator } from 'react-router';
import { type Passkey, passkeyNameMax, type SignInMethods } from '../../../contract/sign-in-methods.ts';
import { useSite } from '../../site/site-context.ts';
import { FormattedDate } from '../../ui/date.tsx';
import { useConfirm } from '../controls/confirm.tsx';
import { FormError } from '../controls/form-error.tsx';
import { adminApi } from '../data/admin-api.ts';
import { useSend } from '../data/use-send.ts';
import { useNotices } from '../frame/notices.tsx';
import { useReauthentication } from './reauthenticate.tsx';

/** The keys of the person: added, listed, removed. */
export function Passkeys({ ways }: { ways: SignInMethods }) {
  return (
    <section className="boxed" aria-labelledby="passkeys">
      <h2 id="passkeys">Passkeys</h2>
      <p>
        A passkey signs you in with a touch, a look or a PIN. It lives on your device or in your password
        manager, and nobody can guess or steal it with a copied page.
      </p>
      {ways.passkeys.length > 0 && (
        <ul className="sessions" aria-label="Your passkeys">
          {ways.passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      <AddPasskey problem={ways.passkeys_problem} />
    </section>
  );
}

function PasskeyItem({ passkey }: { passkey: Passkey }) {
  const confirm = useConfirm();
  const withReauthentication = useReauthentication();
  const { notify, reportError } = useNotices();
  const { revalidate } = useRevalidator();
  const remove = async () => {
    const sure = await confirm({
      title: 'Remove this passkey?',
      text: `"${passkey.name}" will no longer sign you in. Remove it from your device or password manager as well.`,
      action: 'Remove',
    });
    if (!sure) return;
    try {
      await withReauthentication(() => adminApi.removePasskey(passkey.id));
      notify(`"${passkey.name}" was removed.`);
      await revalidate();
    } catch (error) {
      reportError(error);
    }
  };
  return (
    <li>
      <p>
        <strong>{passkey.name}</strong> {passkey.synced && <span className="chip">On several devices</span>}
      </p>
      <p className="soft">
        added <FormattedDate date={passkey.date_added} style="full" />,{' '}
        {passkey.last_used ? (
          <>
            last used <FormattedDate date={passkey.last_used} style="full" />
          </>
        ) : (
          'never used'
        )}
      </p>
      <button
        type="button"
        className="danger"
        aria-label={`Remove ${passkey.name}`}
        onClick={() => void remove()}
      >
        Remove
      </button>
    </li>
  );
}

/** What stands in the way of passkeys, on the server's side or on this browser's. */
function usePasskeysProblem(ofSite: string | null): string | null {
  const { site_url } = useSite();
  const [here, setHere] = useState<string | null>(null);
  useEffect(() => {
    void import('../../passkeys.ts').then(({ passkeysUnavailable }) =>
      setHere(passkeysUnavailable(site_url)),
    );
  }, [site_url]);
  return ofSite ?? here;
}

function AddPasskey({ problem: ofSite }: { problem: string | null }) {
  const [name, setName] = useState('');
  const missing = usePasskeysProblem(ofSite);
  const withReauthentication = useReauthentication();
  const { notify } = useNotices();
  const { revalidate } = useRevalidator();
  const { busy, error, send } = useSend();
  const id = useId();
  if (missing) return <p className="banner">{missing}</p>;
  const add = async () => {
    const { registerPasskey } = await import('../../passkeys.ts');
    const made = await withReauthentication(() => registerPasskey('/api/admin/passkeys/new/options'));
    const added = await withReauthentication(() => adminApi.addPasskey(name, made));
    setName('');
    notify(`"${added.name}" can sign you in now.`);
    await revalidate();
  };
  return (
    <form
      className="inline"
      onSubmit={(event) => {
        event.preventDefault();
        void send(add);
      }}
    >
      <div className="field">
        <label htmlFor={id}>Name of the new passkey</label>
        <input
          id={id}
          type="text"
          autoComplete="off"
          maxLength={passkeyNameMax}
          placeholder="Laptop, phone, key ring …"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      <span className="actions">
        <button type="submit" aria-disabled={busy}>
          Add a passkey
        </button>
      </span>
      <FormError message={error} />
    </form>
  );
}
