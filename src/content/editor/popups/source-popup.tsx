import type { Editor } from '@tiptap/core';
import { useRef, useState } from 'react';
import { invalidUrl } from '../../../platform/messages/owner.ts';
import { t } from '../../../platform/messages/translate.ts';
import { imageUrl, linkUrl } from '../../document/url.ts';
import { focusedChain } from '../focused-chain.ts';
import type { Uploads } from '../uploads/uploads.ts';
import { Field } from './field.tsx';
import { Popup } from './popup.tsx';

type Props = {
  editor: Editor;
  uploads: Uploads;
  source: 'embed' | 'audio' | 'video';
  button: HTMLElement;
  onClose(toText: boolean): void;
};

const labels = { embed: t('Embed'), audio: t('Audio'), video: t('Video') };

/** Asks for the URL of a page to embed, or of an audio or video file. */
export function SourcePopup({ editor, uploads, source, button, onClose }: Props) {
  const [url, setUrl] = useState('');
  const file = useRef<HTMLInputElement>(null);
  const src = source === 'embed' ? webUrl(url) : imageUrl(url);

  function insert() {
    if (src === null) return;
    const chain = focusedChain(editor);
    (source === 'embed' ? chain.insertEmbed(src) : chain.insertMedia({ kind: source, src })).run();
    onClose(true);
  }

  return (
    <Popup label={labels[source]} button={button} onClose={onClose} onSubmit={insert}>
      <Field
        label={t('URL')}
        value={url}
        onChange={setUrl}
        inputMode="url"
        error={src === null ? invalidUrl : null}
      />
      <div className="actions">
        {source !== 'embed' && uploads.recordingUploader && (
          <>
            <input
              ref={file}
              type="file"
              hidden
              multiple
              accept={`${source}/*`}
              aria-label={t('{label} file', { label: labels[source] })}
              onChange={(event) => {
                uploads.add(event.target.files ?? [], editor.state.selection.to);
                onClose(true);
              }}
            />
            <button type="button" data-first onClick={() => file.current?.click()}>
              {t('Upload…')}
            </button>
          </>
        )}
        <button type="button" className="primary" disabled={src === null} onClick={insert}>
          {t('Insert')}
        </button>
      </div>
    </Popup>
  );
}

function webUrl(text: string): string | null {
  const url = linkUrl(text);
  return url && /^https?:/i.test(url) ? url : null;
}
