import type { Editor } from '@tiptap/core';
import { useEffect, useRef, useState } from 'react';
import { imageTypes } from '../../../platform/http/api/limits.ts';
import { uploadFailed } from '../../../platform/messages/owner.ts';
import { t } from '../../../platform/messages/translate.ts';
import { focusedChain } from '../focused-chain.ts';
import { uploadUnavailable } from '../messages.ts';
import type { Uploads } from '../uploads/uploads.ts';
import { Popup } from './popup.tsx';

type Props = { editor: Editor; uploads: Uploads; button: HTMLElement; onClose(toText: boolean): void };

/** Uploads images and inserts them as a gallery. */
export function GalleryPopup({ editor, uploads, button, onClose }: Props) {
  const [progress, setProgress] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const [controller] = useState(() => new AbortController());
  useEffect(() => () => controller.abort(), [controller]);

  async function upload(files: readonly File[]) {
    const { uploader } = uploads;
    if (typeof uploader === 'string') return setError(uploader);
    if (files.length === 0) return;
    const parts = files.map(() => 0);
    const onProgress = (index: number) => (fraction: number) => {
      parts[index] = fraction;
      setProgress(parts.reduce((sum, part) => sum + part, 0) / parts.length);
    };
    setError(null);
    setProgress(0);
    try {
      const sent = files.map((one, index) => uploader(one, onProgress(index), controller.signal));
      const images = await Promise.all(sent);
      if (controller.signal.aborted) return;
      focusedChain(editor)
        .insertGallery(images.map(({ src, alt }) => ({ src, alt: alt || null })))
        .run();
      onClose(true);
    } catch (failure) {
      if (controller.signal.aborted) return;
      setProgress(null);
      setError(failure instanceof Error && failure.message ? failure.message : uploadFailed);
    }
  }

  /** The dialog closes this popup, so the gallery is inserted without it. */
  async function choose() {
    onClose(false);
    const images = await uploads.pickImages?.({ multiple: true });
    const chain = focusedChain(editor);
    if (images) chain.insertGallery(images.map(({ src, alt }) => ({ src, alt: alt || null })));
    chain.run();
  }

  const unavailable = typeof uploads.uploader === 'string' ? uploads.uploader || uploadUnavailable : null;
  return (
    <Popup label={t('Gallery')} button={button} onClose={onClose}>
      <input
        ref={file}
        type="file"
        hidden
        multiple
        accept={imageTypes.join()}
        aria-label={t('Image files')}
        onChange={(event) => void upload([...(event.target.files ?? [])])}
      />
      {progress !== null && <progress max={1} value={progress} aria-label={t('Upload of the gallery')} />}
      {(error ?? unavailable) && (
        <p role="alert" className="error">
          {error ?? unavailable}
        </p>
      )}
      <div className="actions">
        <button type="button" onClick={() => onClose(true)}>
          {t('Cancel')}
        </button>
        {uploads.pickImages && (
          <button type="button" onClick={() => void choose()}>
            {t('Choose from library')}
          </button>
        )}
        <button
          type="button"
          className="primary"
          data-first
          disabled={unavailable !== null || progress !== null}
          onClick={() => file.current?.click()}
        >
          {t('Choose images…')}
        </button>
      </div>
    </Popup>
  );
}
