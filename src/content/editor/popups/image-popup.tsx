import type { Editor } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import { useRef, useState } from 'react';
import { imageTypes } from '../../../platform/http/api/limits.ts';
import { invalidUrl } from '../../../platform/messages/owner.ts';
import { t } from '../../../platform/messages/translate.ts';
import { imageUrl } from '../../document/url.ts';
import { type ImageAttributes, placeImage, selectedImage } from '../schema/image.ts';
import type { Uploads } from '../uploads/uploads.ts';
import { Field } from './field.tsx';
import { Popup } from './popup.tsx';

type Props = { editor: Editor; uploads: Uploads; button: HTMLElement; onClose(toText: boolean): void };

export function ImagePopup({ editor, uploads, button, onClose }: Props) {
  const [selected] = useState(() => selectedImage(editor.state)?.attrs as ImageAttributes | undefined);
  const [url, setUrl] = useState(selected?.src ?? '');
  const [alt, setAlt] = useState(selected?.alt ?? '');
  const [title, setTitle] = useState(selected?.title ?? '');
  const file = useRef<HTMLInputElement>(null);
  const src = imageUrl(url);
  const changed =
    url !== (selected?.src ?? '') || alt !== (selected?.alt ?? '') || title !== (selected?.title ?? '');

  function insert() {
    if (src === null || !changed) return;
    setImage(editor, {
      src,
      alt: alt || (selected?.alt === '' ? '' : null),
      title: title || null,
      width: selected?.width ?? null,
    });
    onClose(true);
  }

  /** The dialog closes this popup, so the images are inserted without it. */
  async function choose() {
    onClose(false);
    const images = await uploads.pickImages?.({ multiple: selected === undefined });
    for (const image of images ?? [])
      setImage(editor, {
        src: image.src,
        alt: selected?.alt || image.alt || null,
        title: selected?.title ?? null,
        width: selected?.width ?? null,
      });
    editor.view.focus();
  }

  return (
    <Popup label={t('Image')} button={button} onClose={onClose} onSubmit={insert}>
      <Field
        label={t('URL')}
        value={url}
        onChange={setUrl}
        inputMode="url"
        error={src === null ? invalidUrl : null}
      />
      <Field label={t('Alt Text')} value={alt} onChange={setAlt} />
      <Field label={t('Title')} value={title} onChange={setTitle} />
      <div className="actions">
        {typeof uploads.uploader === 'function' && (
          <>
            <input
              ref={file}
              type="file"
              hidden
              multiple
              accept={imageTypes.join()}
              aria-label={t('Image file')}
              onChange={(event) => {
                uploads.add(event.target.files ?? [], editor.state.selection.to);
                onClose(true);
              }}
            />
            <button type="button" onClick={() => file.current?.click()}>
              {t('Upload…')}
            </button>
          </>
        )}
        {uploads.pickImages && (
          <button type="button" onClick={() => void choose()}>
            {t('Choose from library')}
          </button>
        )}
        <button type="button" className="primary" disabled={src === null || !changed} onClick={insert}>
          {t('Insert')}
        </button>
      </div>
    </Popup>
  );
}

/** Changes the selected image, or inserts a new one at the cursor. */
function setImage(editor: Editor, attributes: ImageAttributes): void {
  const { tr, selection } = editor.state;
  if (selectedImage(editor.state)) {
    for (const [name, value] of Object.entries(attributes)) tr.setNodeAttribute(selection.from, name, value);
  } else {
    tr.deleteSelection();
    const after = placeImage(tr, tr.selection.from, attributes);
    tr.setSelection(TextSelection.near(tr.doc.resolve(after)));
  }
  editor.view.dispatch(tr.scrollIntoView());
}
