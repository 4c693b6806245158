import type { Editor } from '@tiptap/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { imageTypes } from '../../../platform/http/api/limits.ts';
import { invalidUrl, uploadFailed } from '../../../platform/messages/owner.ts';
import { t } from '../../../platform/messages/translate.ts';
import { imageUrl, linkUrl } from '../../document/url.ts';
import { Field } from '../popups/field.tsx';
import type { Uploads } from '../uploads/uploads.ts';
import type { BubbleForm } from './bubble-tools.ts';
import { imageSelection, linkImage, linkOf, setImageAttributes } from './image-actions.ts';

type Props = { form: Exclude<BubbleForm, 'snippet'>; editor: Editor; uploads: Uploads; onDone(): void };

/** Alternative text, link or source of the selected image. An empty link removes it. */
export function BubbleFields({ form, editor, uploads, onDone }: Props) {
  const [selected] = useState(() => imageSelection(editor));
  const [value, setValue] = useState(() => {
    if (!selected) return '';
    return form === 'alt' ? (selected.node.attrs.alt ?? '') : form === 'link' ? linkOf(selected) : '';
  });
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector('input')?.focus(), []);

  const isValid =
    form === 'alt' ||
    (form === 'link' ? value.trim() === '' || linkUrl(value) !== null : imageUrl(value) !== null);

  function save() {
    if (!isValid) return;
    if (form === 'alt') setImageAttributes(editor, { alt: value });
    else if (form === 'link') linkImage(editor, linkUrl(value));
    else setImageAttributes(editor, { src: imageUrl(value) ?? '' });
    onDone();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(event.target instanceof HTMLInputElement))
      return;
    event.preventDefault();
    save();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter in its field submits, as in a form
    <div ref={box} className="editor-bubble-fields" onKeyDown={onKeyDown}>
      <Field
        label={form === 'alt' ? t('Alt Text') : 'URL'}
        value={value}
        onChange={setValue}
        {...(form === 'alt' ? {} : { inputMode: 'url' as const })}
        error={isValid ? null : invalidUrl}
      />
      <div className="actions">
        {form === 'replace' && <ReplacingUpload editor={editor} uploads={uploads} onDone={onDone} />}
        <button type="button" className="primary" disabled={!isValid} onClick={save}>
          {t('Apply')}
        </button>
      </div>
    </div>
  );
}

function ReplacingUpload({ editor, uploads, onDone }: Omit<Props, 'form'>) {
  const file = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string | null>(null);
  const [controller] = useState(() => new AbortController());
  useEffect(() => () => controller.abort(), [controller]);
  const { uploader } = uploads;
  if (typeof uploader === 'string') return null;

  async function upload(chosen: File | undefined) {
    if (!chosen || typeof uploader === 'string') return;
    try {
      const { src, alt } = await uploader(chosen, () => {}, controller.signal);
      if (controller.signal.aborted) return;
      setImageAttributes(editor, { src, width: null, ...(alt ? { alt } : {}) });
      onDone();
    } catch (failure) {
      if (!controller.signal.aborted)
        setError(failure instanceof Error && failure.message ? failure.message : uploadFailed);
    }
  }

  return (
    <>
      {error && (
        <p role="alert" className="error">
          {error}
        </p>
      )}
      <input
        ref={file}
        type="file"
        hidden
        accept={imageTypes.join()}
        aria-label={t('Image file')}
        onChange={(event) => void upload(event.target.files?.[0])}
      />
      <button type="button" onClick={() => file.current?.click()}>
        {t('Upload…')}
      </button>
    </>
  );
}
