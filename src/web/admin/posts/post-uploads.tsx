import { useId } from 'react';
import { dropUpload, useUploadsOf } from '../images/uploads.ts';

/** Opens the file picker of the browser; a label, so that it looks like the buttons beside it. */
export function UploadPicker({ title, onFiles }: { title: string; onFiles: (files: FileList) => void }) {
  const id = useId();
  return (
    <span className="picker">
      <input
        id={id}
        type="file"
        multiple
        accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
        aria-label={`Upload images to ${title}`}
        onChange={({ target }) => {
          if (target.files?.length) onFiles(target.files);
          target.value = '';
        }}
      />
      <label htmlFor={id} aria-hidden="true">
        Upload images
      </label>
    </span>
  );
}

/** The files that are on their way to a post, and those that were refused. */
export function PostUploads({ postId }: { postId: number }) {
  const uploads = useUploadsOf(postId);
  if (uploads.length === 0) return null;
  return (
    <ul className="uploads" aria-label="Uploads">
      {uploads.map(({ id, name, state, fraction, reason }) => (
        <li key={id} className={state === 'refused' ? 'refused' : undefined}>
          <span className="name">{name}</span>
          {state === 'refused' ? (
            <span role="alert">{reason}</span>
          ) : (
            <progress aria-label={name} max={1} value={fraction} />
          )}
          <button
            type="button"
            className="quiet"
            aria-label={`${state === 'refused' ? 'Close' : 'Cancel'} ${name}`}
            onClick={() => dropUpload(id)}
          >
            {state === 'refused' ? 'Close' : 'Cancel'}
          </button>
        </li>
      ))}
    </ul>
  );
}
