import type { Editor } from '@tiptap/core';
import { useState } from 'react';
import { linkUrl } from '../../../document/url.ts';
import { linkAt, removeLink, setLink } from '../schema/link-commands.ts';
import { Field } from './field.tsx';
import { Popup } from './popup.tsx';

type Props = { editor: Editor; button: HTMLElement; onClose(toText: boolean): void };

export function LinkPopup({ editor, button, onClose }: Props) {
  const [at] = useState(() => linkAt(editor));
  const [url, setUrl] = useState(at.link?.href ?? '');
  const [text, setText] = useState(at.text);
  const [inNewTab, setInNewTab] = useState(at.link ? at.link.target === '_blank' : true);
  const href = linkUrl(url);
  const complete = href !== null && (at.locked || text.trim() !== '');

  function insert() {
    if (href === null || !complete) return;
    setLink(editor, at, { href, text, inNewTab });
    onClose(true);
  }

  return (
    <Popup label="Link" button={button} onClose={onClose} onSubmit={insert}>
      <Field
        label="URL"
        value={url}
        onChange={setUrl}
        inputMode="url"
        error={href === null ? 'Please enter valid url.' : null}
      />
      <Field
        label="Text"
        value={text}
        onChange={setText}
        readOnly={at.locked}
        error={text.trim() === '' ? 'This is required' : null}
      />
      <label className="editor-check">
        <input type="checkbox" checked={inNewTab} onChange={(event) => setInNewTab(event.target.checked)} />
        Open in new tab
      </label>
      <div className="actions">
        {at.hasLink && (
          <button
            type="button"
            onClick={() => {
              removeLink(editor, at);
              onClose(true);
            }}
          >
            Remove
          </button>
        )}
        <button type="button" className="primary" disabled={!complete} onClick={insert}>
          Insert
        </button>
      </div>
    </Popup>
  );
}
