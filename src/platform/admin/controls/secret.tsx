import { useState } from 'react';
import { t } from '../../messages/translate.ts';
import { copyText } from './copy-text.ts';

type Props = { label: string; value: string; onClose: () => void };

/** A secret that the server never shows again. */
export function Secret({ label, value, onClose }: Props) {
  const [status, setStatus] = useState('');
  const copy = async () =>
    setStatus(
      (await copyText(value))
        ? t('Copied.')
        : t('It could not be copied. Please select it and copy it yourself.'),
    );
  return (
    <section className="boxed" aria-label={label}>
      <p>
        {t('{label}. It is shown only once: store it in a password manager or in the app that needs it.', {
          label,
        })}
      </p>
      <p>
        <code className="secret" dir="ltr">
          {value}
        </code>
      </p>
      <p className="actions">
        <button type="button" onClick={() => void copy()}>
          {t('Copy')}
        </button>
        <button type="button" onClick={onClose}>
          {t('I have stored it')}
        </button>
      </p>
      <p role="status">{status}</p>
    </section>
  );
}
