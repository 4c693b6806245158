import { useState } from 'react';
import { copyText } from '../../../../platform/admin/controls/copy-text.ts';
import { Dialog } from '../../../../platform/admin/controls/dialog.tsx';
import { t } from '../../../../platform/messages/translate.ts';
import { codesCopied, codesNotCopied, saveCodesFirst } from '../../messages.ts';

type Props = { codes: string[]; username: string; onSaved: () => void };

/** New recovery codes. The server never shows them again, so Escape doesn't close the dialog. */
export function CodesDialog({ codes, username, onSaved }: Props) {
  const [status, setStatus] = useState('');
  const text = `${t('Recovery codes of {username} for {site}', { username, site: location.origin })}\n\n${codes.join('\n')}\n`;
  const copy = async () => setStatus((await copyText(text)) ? codesCopied : codesNotCopied);
  return (
    <Dialog title={t('Your recovery codes')} onClose={() => setStatus(saveCodesFirst)}>
      <div className="recovery-codes">
        <p>
          {t(
            'Store them apart from your passkey: on paper or in a password manager. They are shown only once, and each code works once.',
          )}
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
          {t('Copy')}
        </button>
        <a
          className="button"
          download="recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
        >
          {t('Download')}
        </a>
        <button type="button" onClick={() => window.print()}>
          {t('Print')}
        </button>
        <button type="button" className="primary" onClick={onSaved}>
          {t('I have saved them')}
        </button>
      </p>
      <p role="status">{status}</p>
    </Dialog>
  );
}
