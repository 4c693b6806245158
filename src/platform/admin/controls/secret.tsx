import { useState } from 'react';
import { copyText } from './copy-text.ts';

type Props = { label: string; value: string; onClose: () => void };

/** A secret that the server never shows again. */
export function Secret({ label, value, onClose }: Props) {
  const [status, setStatus] = useState('');
  const copy = async () =>
    setStatus(
      (await copyText(value)) ? 'Copied.' : 'It could not be copied. Please select it and copy it yourself.',
    );
  return (
    <section className="boxed" aria-label={label}>
      <p>{label}. It is shown only once: store it in a password manager or in the app that needs it.</p>
      <p>
        <code className="secret" dir="ltr">
          {value}
        </code>
      </p>
      <p className="actions">
        <button type="button" onClick={() => void copy()}>
          Copy
        </button>
        <button type="button" onClick={onClose}>
          I have stored it
        </button>
      </p>
      <p role="status">{status}</p>
    </section>
  );
}
