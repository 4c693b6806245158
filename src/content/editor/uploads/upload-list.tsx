import { useRef, useSyncExternalStore } from 'react';
import { imageTypes } from '../../../platform/http/api/limits.ts';
import { t } from '../../../platform/messages/translate.ts';
import type { Upload, Uploads } from './uploads.ts';

/** Progress and errors of pasted, dropped or selected images. Never takes the focus from the text. */
export function UploadList({ uploads, onDescribe }: { uploads: Uploads; onDescribe(): void }) {
  const list = useSyncExternalStore(uploads.subscribe, () => uploads.list);
  const asks = useSyncExternalStore(uploads.subscribe, () => uploads.asksForAltTexts);
  const together = useSyncExternalStore(uploads.subscribe, () => uploads.together);
  const isOffered = asks || together.length > 0;
  if (list.length === 0 && !isOffered) return null;
  return (
    <ul className="editor-uploads" aria-label={t('Images')}>
      {list.map((upload) => (
        <li key={upload.id}>
          <Row upload={upload} uploads={uploads} />
        </li>
      ))}
      {isOffered && list.every(({ state }) => state !== 'sending') && (
        <li>
          <span role="status">{asks ? t('New images have no alt text yet.') : t('Images')}</span>
          {asks && (
            <button type="button" aria-haspopup="dialog" onClick={onDescribe}>
              {t('Describe…')}
            </button>
          )}
          {together.length > 0 && (
            <button type="button" onClick={() => uploads.makeGallery()}>
              {t('Make Gallery')}
            </button>
          )}
          <button type="button" onClick={() => uploads.stopOffering()}>
            {t('Later')}
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
            {t('Try again')}
          </button>
        )}
        <button type="button" onClick={() => uploads.dismiss(upload.id)}>
          {t('Dismiss')}
        </button>
      </>
    );
  if (upload.state === 'missing') return <Missing upload={upload} uploads={uploads} />;
  return (
    <>
      <span role="status">
        {upload.isFetched ? t('Fetching') : t('Uploading')} {upload.name}
      </span>
      <progress
        max={1}
        value={upload.isFetched ? undefined : upload.fraction}
        aria-label={t('Progress of {name}', { name: upload.name })}
      />
      <button
        type="button"
        aria-label={t('Cancel {name}', { name: upload.name })}
        onClick={() => uploads.dismiss(upload.id)}
      >
        {t('Cancel')}
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
        aria-label={t('File of {name}', { name: upload.name })}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) uploads.choose(upload.id, file);
        }}
      />
      <button
        type="button"
        aria-label={t('Choose the file of {name}', { name: upload.name })}
        onClick={() => input.current?.click()}
      >
        {t('Choose file…')}
      </button>
      <button type="button" onClick={() => uploads.dismiss(upload.id)}>
        {t('Dismiss')}
      </button>
    </>
  );
}
