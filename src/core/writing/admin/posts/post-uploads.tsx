import { useId } from 'react';
import { imageTypes } from '../../../../platform/http/api/limits.ts';
import { t } from '../../../../platform/messages/translate.ts';
import { dropUpload, useUploadsOf } from '../../../images/admin/uploads.ts';

/** A file input with a label over it, because file inputs cannot be styled like the buttons beside it. */
export function UploadPicker({ title, onFiles }: { title: string; onFiles: (files: FileList) => void }) {
  const id = useId();
  return (
    <span className="picker">
      <input
        id={id}
        type="file"
        multiple
        accept={imageTypes.join()}
        aria-label={t('Upload images to {title}', { title })}
        onChange={({ target }) => {
          if (target.files?.length) onFiles(target.files);
          target.value = '';
        }}
      />
      <label htmlFor={id} aria-hidden="true">
        {t('Upload images')}
      </label>
    </span>
  );
}

/** The running and failed uploads of a post. */
export function PostUploads({ postId }: { postId: number }) {
  const uploads = useUploadsOf(postId);
  if (uploads.length === 0) return null;
  return (
    <ul className="uploads" aria-label={t('Uploads')}>
      {uploads.map(({ id, name, state, fraction, reason }) => (
        <li key={id} className={state === 'failed' ? 'failed' : undefined}>
          <span className="name">{name}</span>
          {state === 'failed' ? (
            <span role="alert">{reason}</span>
          ) : (
            <progress aria-label={name} max={1} value={fraction} />
          )}
          <button
            type="button"
            className="quiet"
            aria-label={`${state === 'failed' ? t('Close') : t('Cancel')} ${name}`}
            onClick={() => dropUpload(id)}
          >
            {state === 'failed' ? t('Close') : t('Cancel')}
          </button>
        </li>
      ))}
    </ul>
  );
}
