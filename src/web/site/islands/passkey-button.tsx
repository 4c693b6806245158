import { useState } from 'react';
import { call } from '../../fetch-json.ts';
import { authenticateWithPasskey, passkeysUnavailable } from '../../passkeys.ts';

type Props = {
  siteUrl: string;
  name: string;
  /** Where it is the way on and not another one; it has the focus, then. */
  primary?: boolean;
  onEntered: () => void;
  onProblem: (problem: unknown) => void;
};

/** Signs in with a passkey; where that cannot be, it says why. Loaded by itself: readers never need it. */
export default function PasskeyButton({ siteUrl, name, primary = false, onEntered, onProblem }: Props) {
  const [busy, setBusy] = useState(false);
  const missing = passkeysUnavailable(siteUrl);
  if (missing) return <p className="soft">{missing}</p>;
  const enter = async () => {
    if (busy) return;
    setBusy(true);
    onProblem(null);
    try {
      const passkey = await authenticateWithPasskey('/api/admin/auth/passkey/options');
      await call('POST', '/api/admin/auth/passkey', { passkey });
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
      // biome-ignore lint/a11y/noAutofocus: it stands where the form was that the person sent
      autoFocus={primary}
      onClick={() => void enter()}
    >
      {name}
    </button>
  );
}
