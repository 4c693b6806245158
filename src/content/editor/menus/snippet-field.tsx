import type { Editor } from '@tiptap/core';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../../platform/messages/translate.ts';
import { Field } from '../popups/field.tsx';
import { type Snippets, selectedHtml } from './snippets.ts';

type Props = { editor: Editor; snippets: Snippets; onDone(): void };

/** Saves the selection as a snippet. One of the same name is replaced. */
export function SnippetField({ editor, snippets, onDone }: Props) {
  const [html] = useState(() => selectedHtml(editor));
  const [name, setName] = useState('');
  const [error, setError] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector('input')?.focus(), []);

  async function save() {
    if (name.trim() === '') return;
    try {
      await snippets.save(name, html);
      onDone();
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure));
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter in its field submits, as in a form
    <div
      ref={box}
      className="editor-bubble-fields"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        void save();
      }}
    >
      <Field label={t('Name of the snippet')} value={name} onChange={setName} error={error} />
      <div className="actions">
        <button type="button" className="primary" disabled={name.trim() === ''} onClick={() => void save()}>
          {t('Save')}
        </button>
      </div>
    </div>
  );
}
