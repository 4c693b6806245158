import { type ChangeEvent, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { imageTypes } from '../../../contract/limits.ts';
import type { ChangedPhoto, Profile } from '../../../contract/profiles.ts';
import { FormError } from '../controls/form-error.tsx';
import { adminApi } from '../data/admin-api.ts';
import { useSend } from '../data/use-send.ts';
import './profiles.css';

/** The photo of an author. It is saved as soon as it is uploaded. */
export function PhotoField({ profile }: { profile: Profile }) {
  const { id, photo, display_name, username } = profile;
  const { busy, error, send } = useSend();
  const { revalidate } = useRevalidator();
  const [status, setStatus] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const change = (work: () => Promise<ChangedPhoto>, done: string) =>
    void send(async () => {
      setStatus('');
      const { notes } = await work();
      setStatus([done, ...notes].join(' '));
      await revalidate();
    });
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // The same file can be chosen again.
    target.value = '';
    if (file) change(() => adminApi.uploadPhoto(id, file), 'The photo was uploaded.');
  };
  return (
    <div className="boxed photo-field">
      <h2>Photo</h2>
      {photo && <img src={photo.file_path} width={96} height={96} alt={display_name || (username ?? '')} />}
      <p className="soft">
        JPEG, PNG, WebP, AVIF or GIF. It is cropped to a square, and metadata is removed.
      </p>
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
        <button type="button" aria-disabled={busy} onClick={() => !busy && input.current?.click()}>
          {photo ? 'Replace photo' : 'Upload photo'}
        </button>
        {photo && (
          <button
            type="button"
            className="quiet"
            aria-disabled={busy}
            onClick={() => !busy && change(() => adminApi.removePhoto(id), 'The photo was removed.')}
          >
            Remove photo
          </button>
        )}
        <span role="status">{busy ? 'Working …' : status}</span>
      </p>
      <FormError message={error} />
    </div>
  );
}
