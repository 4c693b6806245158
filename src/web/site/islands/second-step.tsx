import { type FormEvent, useState } from 'react';
import { call } from '../../fetch-json.ts';
import PasskeyButton from './passkey-button.tsx';

type Props = {
  siteUrl: string;
  onEntered: () => void;
  onProblem: (problem: unknown) => void;
  onRestart: () => void;
};

/** After the right password: a passkey, or a recovery code in its place. */
export default function SecondStep({ siteUrl, onEntered, onProblem, onRestart }: Props) {
  const [sending, setSending] = useState(false);
  const sendCode = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending) return;
    const code = String(new FormData(event.currentTarget).get('code'));
    setSending(true);
    onProblem(null);
    try {
      await call('POST', '/api/admin/auth/recovery-code', { code });
      onEntered();
    } catch (problem) {
      onProblem(problem);
      setSending(false);
    }
  };
  return (
    <>
      <p role="status">The password is right. Now please show your passkey.</p>
      <p className="actions">
        <PasskeyButton
          siteUrl={siteUrl}
          name="Use your passkey"
          primary
          onEntered={onEntered}
          onProblem={onProblem}
        />
        <button type="button" className="quiet" onClick={onRestart}>
          Start again
        </button>
      </p>
      <details>
        <summary>The passkey is lost or not at hand</summary>
        <form onSubmit={(event) => void sendCode(event)}>
          <p className="field">
            <label htmlFor="code">Recovery code</label>
            <input
              id="code"
              name="code"
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
            />
          </p>
          <p className="actions">
            <button type="submit" className="primary" aria-disabled={sending}>
              Use this code
            </button>
          </p>
        </form>
      </details>
    </>
  );
}
