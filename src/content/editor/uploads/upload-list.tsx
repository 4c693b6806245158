import { useRef, useSyncExternalStore } from 'react';
import { imageTypes } from '../../../platform/http/api/limits.ts';
import type { Upload, Uploads } from './uploads.ts';

/** Progress and errors of pasted, dropped or selected images. Never takes the focus from the text. */
export function UploadList({ uploads, onDescribe }: { uploads: Uploads; onDescribe(): void }) {
  const list = useSyncExternalStore(uploads.subscribe, () => uploads.list);
  const asks = useSyncExternalStore(uploads.subscribe, () => uploads.asksForAltTexts);
  if (list.length === 0 && !asks) return null;
  return (
    <ul className="editor-uploads" aria-label="Images">
      {list.map((upload) => (
        <li key={upload.id}>
          <Row upload={upload} uploads={uploads} />
        </li>
      ))}
      {asks && list.every(({ state }) => state !== 'sending') && (
        <li>
          <span role="status">New images have no alt text yet.</span>
          <button type="button" aria-haspopup="dialog" onClick={onDescribe}>
            Describe…
          </button>
          <button type="button" onClick={() => uploads.stopAsking()}>
            Later
          </button>
        </li>
      )}
    </ul>
  );
}

function Row({ upload, uploads }: { upload: Upload; uploads: Uploads }) {
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
