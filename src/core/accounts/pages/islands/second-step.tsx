import { type FormEvent, useState } from 'react';
import type { SignInMessages } from '../../../../platform/web/messages/types.ts';
import { signInWithRecoveryCode } from '../sign-in-calls.ts';
import PasskeyButton from './passkey-button.tsx';

type Props = {
  siteUrl: string;
  messages: SignInMessages;
  onEntered: () => void;
  onProblem: (problem: unknown) => void;
  onRestart: () => void;
};

/** The second factor after the password: a passkey, or a recovery code instead. */
export default function SecondStep({ siteUrl, messages, onEntered, onProblem, onRestart }: Props) {
  const [sending, setSending] = useState(false);
  const sendCode = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending) return;
    const code = String(new FormData(event.currentTarget).get('code'));
    setSending(true);
    onProblem(null);
    try {
      await signInWithRecoveryCode({ code });
      onEntered();
    } catch (problem) {
      onProblem(problem);
      setSending(false);
    }
  };
  return (
    <>
      <p role="status">{messages.secondFactorNeeded}</p>
      <p className="actions">
        <PasskeyButton
          siteUrl={siteUrl}
          messages={messages}
          name={messages.usePasskey}
          primary
          onEntered={onEntered}
          onProblem={onProblem}
        />
        <button type="button" className="quiet" onClick={onRestart}>
          {messages.startOver}
        </button>
      </p>
      <details>
        <summary>{messages.passkeyLost}</summary>
        <form onSubmit={(event) => void sendCode(event)}>
          <p className="field">
            <label htmlFor="code">{messages.recoveryCode}</label>
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
              {messages.useRecoveryCode}
            </button>
          </p>
        </form>
      </details>
    </>
  );
}
