import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { SignInMethods } from '../../../contract/sign-in-methods.ts';
import { useConfirm } from '../controls/confirm.tsx';
import { adminApi } from '../data/admin-api.ts';
import { useNotices } from '../frame/notices.tsx';
import { CodesDialog } from './codes-dialog.tsx';
import { useReauthentication } from './reauthenticate.tsx';

/** Whether a passkey is asked for after the password, and the codes for the day it is lost. */
export function SecondFactor({ ways, username }: { ways: SignInMethods; username: string }) {
  const { codes, setSecondFactor, renewCodes } = useSecondFactor(ways);
  const { second_factor: on, recovery_codes_left: left } = ways;
  const possible = on || ways.passkeys.length > 0;
  return (
    <>
      <section className="boxed" aria-labelledby="second-factor">
        <h2 id="second-factor">Second factor</h2>
        <label className="switch">
          <input
            type="checkbox"
            role="switch"
            aria-checked={on}
            aria-describedby="second-factor-hint"
            checked={on}
            disabled={!possible}
            onChange={() => void setSecondFactor(!on)}
          />
          Ask for a passkey after the password
        </label>
        <p id="second-factor-hint" className="soft">
          {possible
            ? 'The password alone then opens nothing. A passkey alone still signs in: your device checks that it is you.'
            : 'Add a passkey first.'}
        </p>
      </section>
      <section className="boxed" aria-labelledby="recovery-codes">
        <h2 id="recovery-codes">Recovery codes</h2>
        <p>
          {left === 0
            ? 'There are none. A code takes the place of a passkey that is lost, once.'
            : `${left} ${left === 1 ? 'code is' : 'codes are'} left. Each takes the place of a lost passkey, once.`}
        </p>
        <p className="actions">
          <button type="button" onClick={() => void renewCodes()}>
            {left === 0 ? 'Make recovery codes' : 'Make new codes'}
          </button>
        </p>
      </section>
      {codes && <CodesDialog codes={codes.list} username={username} onKept={codes.kept} />}
    </>
  );
}

function useSecondFactor({ recovery_codes_left: left }: SignInMethods) {
  const [codes, setCodes] = useState<{ list: string[]; kept: () => void } | null>(null);
  const confirm = useConfirm();
  const withReauthentication = useReauthentication();
  const { notify, reportError } = useNotices();
  const { revalidate } = useRevalidator();

  /** Shows new codes until the person says that they are kept. */
  const showNewCodes = async () => {
    const list = await withReauthentication(() => adminApi.newRecoveryCodes());
    await new Promise<void>((kept) => setCodes({ list, kept }));
    setCodes(null);
  };
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      reportError(error);
    }
    await revalidate();
  };
  return {
    codes,
    setSecondFactor: (on: boolean) =>
      attempt(async () => {
        if (on && left === 0) await showNewCodes();
        await withReauthentication(() => adminApi.setSecondFactor(on));
        notify(
          on ? 'Signing in asks for a passkey after the password.' : 'The password alone signs in again.',
        );
      }),
    renewCodes: () =>
      attempt(async () => {
        const sure =
          left === 0 ||
          (await confirm({
            title: 'Make new recovery codes?',
            text: 'The codes that you have now will no longer work.',
            action: 'Make new codes',
          }));
        if (sure) await showNewCodes();
      }),
  };
}
