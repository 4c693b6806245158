import { type ChangeEvent, type ReactNode, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { imageTypes } from '../../http/api/limits.ts';
import { t } from '../../messages/translate.ts';
import { useSend } from '../data/use-send.ts';
import { FormError } from './form-error.tsx';

type Props = {
  /** Follows the verb on the buttons, for screen readers. */
  name: ReactNode;
  /** Begins the message after a change: "Logo: uploaded." */
  label: string;
  hasImage: boolean;
  isDisabled?: boolean;
  describedBy?: string;
  upload: (file: File) => Promise<{ notes: string[] }>;
  remove: () => Promise<{ notes: string[] }>;
};

/** Uploads, replaces or removes one image, which is saved at once. */
export function ImageActions({ name, label, hasImage, isDisabled = false, describedBy, ...props }: Props) {
  const { busy, error, send } = useSend();
  const { revalidate } = useRevalidator();
  const [status, setStatus] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const change = (work: () => Promise<{ notes: string[] }>, done: string) =>
    void send(async () => {
      setStatus('');
      const { notes } = await work();
      setStatus([`${label}: ${done}`, ...notes].join(' '));
      await revalidate();
    });
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // The same file can be chosen again.
    target.value = '';
    if (file) change(() => props.upload(file), t('uploaded.'));
  };
  return (
    <>
      <p className="actions">
        <input
          ref={input}
          className="visually-hidden"
          type="file"
          tabIndex={-1}
          aria-hidden="true"
          accept={imageTypes.join(',')}
          onChange={choose}
        />
        <button
          type="button"
          aria-disabled={busy || isDisabled}
          aria-describedby={describedBy}
          onClick={() => !busy && !isDisabled && input.current?.click()}
        >
          {hasImage ? t('Replace') : t('Upload')} {name}
        </button>
        {hasImage && (
          <button
            type="button"
            className="quiet"
            aria-disabled={busy}
            onClick={() => !busy && change(props.remove, t('removed.'))}
          >
            {t('Remove')} {name}
          </button>
        )}
        <span role="status">{busy ? t('Working …') : status}</span>
      </p>
      <FormError message={error} />
    </>
  );
}
