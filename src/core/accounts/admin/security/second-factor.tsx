import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { useConfirm } from '../../../../platform/admin/controls/confirm.tsx';
import { Switch } from '../../../../platform/admin/controls/switch.tsx';
import { useNotices } from '../../../../platform/admin/frame/notices.tsx';
import { plural, t } from '../../../../platform/messages/translate.ts';
import type { SignInMethods } from '../../api/sign-in-methods.ts';
import { secondFactorOff, secondFactorOn } from '../../messages.ts';
import { accountCalls } from '../calls.ts';
import { CodesDialog } from './codes-dialog.tsx';
import { useReauthentication } from './reauthenticate.tsx';

/** The passkey as second factor, and the recovery codes that replace a lost one. */
export function SecondFactor({ methods, username }: { methods: SignInMethods; username: string }) {
  const { codes, setSecondFactor, renewCodes } = useSecondFactor(methods);
  const { second_factor: on, recovery_codes_left: left } = methods;
  const isPossible = on || methods.passkeys.length > 0;
  return (
    <>
      <section className="boxed" aria-labelledby="second-factor">
        <h2 id="second-factor">{t('Second factor')}</h2>
        <Switch
          label={t('Ask for a passkey after the password')}
          aria-describedby="second-factor-hint"
          checked={on}
          disabled={!isPossible}
          onChange={(on) => void setSecondFactor(on)}
        />
        <p id="second-factor-hint" className="soft">
          {isPossible
            ? t(
                'The password alone is then not enough. A passkey alone still signs you in, because your device checks that it is you.',
              )
            : t('Add a passkey first.')}
        </p>
      </section>
      <section className="boxed" aria-labelledby="recovery-codes">
        <h2 id="recovery-codes">{t('Recovery codes')}</h2>
        <p>
          {left === 0
            ? t('You have no recovery codes. Each code replaces a lost passkey once.')
            : plural(left, {
                one: '1 code is left. Each code replaces a lost passkey once.',
                other: '{count} codes are left. Each code replaces a lost passkey once.',
              })}
        </p>
        <p className="actions">
          <button type="button" onClick={() => void renewCodes()}>
            {left === 0 ? t('Create recovery codes') : t('Create new codes')}
          </button>
        </p>
      </section>
      {codes && <CodesDialog codes={codes.list} username={username} onSaved={codes.onSaved} />}
    </>
  );
}

function useSecondFactor({ recovery_codes_left: left }: SignInMethods) {
  const [codes, setCodes] = useState<{ list: string[]; onSaved: () => void } | null>(null);
  const confirm = useConfirm();
  const withReauthentication = useReauthentication();
  const { notify, reportError } = useNotices();
  const { revalidate } = useRevalidator();

  /** Shows new codes until the user confirms that they are saved. */
  const showNewCodes = async () => {
    const list = await withReauthentication(() => accountCalls.newRecoveryCodes());
    await new Promise<void>((onSaved) => setCodes({ list, onSaved }));
    setCodes(null);
  };
  const run = async (work: () => Promise<void>) => {
    await work().catch(reportError);
    await revalidate();
  };
  return {
    codes,
    setSecondFactor: (on: boolean) =>
      run(async () => {
        if (on && left === 0) await showNewCodes();
        await withReauthentication(() => accountCalls.setSecondFactor({ on }));
        notify(on ? secondFactorOn : secondFactorOff);
      }),
    renewCodes: () =>
      run(async () => {
        const confirmed =
          left === 0 ||
          (await confirm({
            title: t('Create new recovery codes?'),
            text: t('Your current codes will stop working.'),
            action: t('Create new codes'),
          }));
        if (confirmed) await showNewCodes();
      }),
  };
}
