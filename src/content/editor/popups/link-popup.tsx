import type { Editor } from '@tiptap/core';
import { useState } from 'react';
import { invalidUrl, required } from '../../../platform/messages/owner.ts';
import { t } from '../../../platform/messages/translate.ts';
import { linkUrl } from '../../document/url.ts';
import { linkAt, removeLink, setLink } from '../schema/link-commands.ts';
import { LinkField } from './link-field.tsx';
import { Popup } from './popup.tsx';
import type { FindPosts, FoundPost } from './post-search.ts';

type Props = {
  editor: Editor;
  button: HTMLElement;
  findPosts: FindPosts | undefined;
  onClose(toText: boolean): void;
};

export function LinkPopup({ editor, button, findPosts, onClose }: Props) {
  const [target] = useState(() => linkAt(editor));
  const [url, setUrl] = useState(target.link?.href ?? '');
  const [text, setText] = useState(target.text);
  const [inNewTab, setInNewTab] = useState(target.link ? target.link.target === '_blank' : true);
  const href = linkUrl(url);
  const complete = href !== null && (target.locked || text.trim() !== '');

  function insert() {
    if (href === null || !complete) return;
    setLink(editor, target, { href, text, inNewTab });
    onClose(true);
  }

  function choose(post: FoundPost) {
    setUrl(post.url);
    if (!target.locked && (text.trim() === '' || isStartOf(text, post.title))) setText(post.title);
  }

  return (
    <Popup label={t('Link')} button={button} onClose={onClose} onSubmit={insert}>
      <LinkField
        label={t('URL')}
        value={url}
        onChange={setUrl}
        inputMode="url"
        error={href === null ? invalidUrl : null}
        findPosts={findPosts}
        onChoose={choose}
      />
      <LinkField
        label={t('Text')}
        value={text}
        onChange={setText}
        readOnly={target.locked}
        error={text.trim() === '' ? required : null}
        findPosts={findPosts}
        onChoose={choose}
      />
      <label className="editor-check">
        <input type="checkbox" checked={inNewTab} onChange={(event) => setInNewTab(event.target.checked)} />
        {t('Open in new tab')}
      </label>
      <div className="actions">
        {target.hasLink && (
          <button
            type="button"
            onClick={() => {
              removeLink(editor, target);
              onClose(true);
            }}
          >
            {t('Remove')}
          </button>
        )}
        <button type="button" className="primary" disabled={!complete} onClick={insert}>
          {t('Insert')}
        </button>
      </div>
    </Popup>
  );
}

/** Whether a text was typed to find a title, rather than as the text of the link. */
function isStartOf(text: string, title: string): boolean {
  return title.toLowerCase().includes(text.trim().toLowerCase());
}
