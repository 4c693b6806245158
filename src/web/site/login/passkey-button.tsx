import { useState } from 'react';
import { call } from '../../fetch-json.ts';
import { passkeysMissing, showPasskey } from '../../passkeys.ts';

type Props = {
  siteUrl: string;
  name: string;
  /** Where it is the way on and not another one. */
  primary?: boolean;
  onEntered: () => void;
  onProblem: (problem: unknown) => void;
};

/** Signs in with a passkey; where that cannot be, it says why. Loaded by itself: readers never need it. */
export default function PasskeyButton({ siteUrl, name, primary = false, onEntered, onProblem }: Props) {
  const [busy, setBusy] = useState(false);
  const missing = passkeysMissing(siteUrl);
  if (missing) return <p className="soft">{missing}</p>;
  const enter = async () => {
    setBusy(true);
    onProblem(null);
    try {
      const passkey = await showPasskey('/api/admin/auth/passkey/options');
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
      disabled={busy}
      onClick={() => void enter()}
    >
      {name}
    </button>
  );
}
