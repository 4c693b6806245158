import { useId, useRef, useState, useSyncExternalStore } from 'react';
import { imageTypes } from '../../../platform/http/api/limits.ts';
import type { Upload, Uploads } from './uploads.ts';

/** Progress and errors of pasted, dropped or selected images. Never takes the focus from the text. */
export function UploadList({ uploads }: { uploads: Uploads }) {
  const list = useSyncExternalStore(uploads.subscribe, () => uploads.list);
  if (list.length === 0) return null;
  return (
    <ul className="editor-uploads" aria-label="Images">
      {list.map((upload) => (
        <li key={upload.id}>
          <Row upload={upload} uploads={uploads} />
        </li>
      ))}
    </ul>
  );
}

function Row({ upload, uploads }: { upload: Upload; uploads: Uploads }) {
  if (upload.state === 'placed') return <Describe upload={upload} uploads={uploads} />;
  if (upload.state === 'failed')
    return (
      <>
        <p role="alert" className="error">
          {upload.name}: {upload.reason}
        </p>
        {upload.retry && (
          <button type="button" onClick={() => uploads.retry(upload.id)}>
            Try again
          </button>
        )}
        <button type="button" onClick={() => uploads.dismiss(upload.id)}>
          Dismiss
        </button>
      </>
    );
  if (upload.state === 'missing') return <Missing upload={upload} uploads={uploads} />;
  return (
    <>
      <span role="status">
        {upload.isFetched ? 'Fetching' : 'Uploading'} {upload.name}
      </span>
      <progress
        max={1}
        value={upload.isFetched ? undefined : upload.fraction}
        aria-label={`Progress of ${upload.name}`}
      />
      <button type="button" aria-label={`Cancel ${upload.name}`} onClick={() => uploads.dismiss(upload.id)}>
        Cancel
      </button>
    </>
  );
}

function Missing({ upload, uploads }: { upload: Extract<Upload, { state: 'missing' }>; uploads: Uploads }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <p role="alert" className="error">
        {upload.name}: {upload.reason}
      </p>
      <input
        ref={input}
        type="file"
        hidden
        accept={imageTypes.join(',')}
        aria-label={`File of ${upload.name}`}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) uploads.choose(upload.id, file);
        }}
      />
      <button
        type="button"
        aria-label={`Choose the file of ${upload.name}`}
        onClick={() => input.current?.click()}
      >
        Choose file…
      </button>
      <button type="button" onClick={() => uploads.dismiss(upload.id)}>
        Dismiss
      </button>
    </>
  );
}

function Describe({ upload, uploads }: { upload: Extract<Upload, { state: 'placed' }>; uploads: Uploads }) {
  const id = useId();
  const [alt, setAlt] = useState('');
  return (
    <>
      <img src={upload.src} alt="" />
      <label htmlFor={id} role="status">
        Alt Text for {upload.name}
      </label>
      <input
        id={id}
        type="text"
        value={alt}
        placeholder="What does it show?"
        onChange={(event) => setAlt(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          uploads.describe(upload.id, alt);
        }}
      />
      <button type="button" disabled={alt.trim() === ''} onClick={() => uploads.describe(upload.id, alt)}>
        Save
      </button>
      <button type="button" onClick={() => uploads.dismiss(upload.id)}>
        Later
      </button>
    </>
  );
}
