import { useState } from 'react';
import type { SignInMessages } from '../../../../platform/web/messages/types.ts';
import { authenticateWithPasskey, passkeysUnavailable } from '../../browser-passkeys.ts';
import { signInOptions, signInWithPasskey } from '../sign-in-calls.ts';

type Props = {
  siteUrl: string;
  messages: SignInMessages;
  name: string;
  /** The main action of the form; it takes the focus. */
  primary?: boolean;
  onEntered: () => void;
  onProblem: (problem: unknown) => void;
};

/** Signs in with a passkey, or says why that is impossible. A chunk of its own, because readers never need it. */
export default function PasskeyButton(props: Props) {
  const { siteUrl, messages, name, primary = false, onEntered, onProblem } = props;
  const [busy, setBusy] = useState(false);
  const unavailable = passkeysUnavailable(siteUrl, messages);
  if (unavailable) return <p className="soft">{unavailable}</p>;
  const enter = async () => {
    if (busy) return;
    setBusy(true);
    onProblem(null);
    try {
      const passkey = await authenticateWithPasskey(signInOptions, messages);
      await signInWithPasskey({ passkey });
      onEntered();
    } catch (problem) {
      onProblem(problem);
      setBusy(false);
    }
  };
  return (
    <button
      type="button"
      className={primary ? 'primary' : undefined}
      aria-disabled={busy}
      // biome-ignore lint/a11y/noAutofocus: it replaces the form that was just sent
      autoFocus={primary}
      onClick={() => void enter()}
    >
      {name}
    </button>
  );
}
