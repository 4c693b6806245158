import { useState } from 'react';
import { Dialog } from '../controls/dialog.tsx';

type Props = { codes: string[]; username: string; onKept: () => void };

/** New recovery codes. They are shown this once, so only the person's word closes it. */
export function CodesDialog({ codes, username, onKept }: Props) {
  const [told, setTold] = useState('');
  const text = `Recovery codes of ${username} for ${location.origin}\n\n${codes.join('\n')}\n`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setTold('Copied.');
    } catch {
      setTold('This browser does not copy. Please mark the codes and copy them by hand.');
    }
  };
  return (
    <Dialog title="Your recovery codes" onClose={() => setTold('Please keep the codes first.')}>
      <div className="recovery-codes">
        <p>
          Keep them where your passkey is not: on paper or in a password manager. They are shown only now.
          Each works once.
        </p>
        <ol>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
      </div>
      <p className="actions">
        <button type="button" data-first-focus onClick={() => void copy()}>
          Copy
        </button>
        <a
          className="button"
          download="recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
        >
          Download
        </a>
        <button type="button" onClick={() => window.print()}>
          Print
        </button>
        <button type="button" className="primary" onClick={onKept}>
          I have kept them
        </button>
      </p>
      <p role="status">{told}</p>
    </Dialog>
  );
}
