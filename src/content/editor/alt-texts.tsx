import type { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { useLayoutEffect, useRef, useState } from 'react';
import { Dialog } from '../../platform/admin/controls/dialog.tsx';
import { t } from '../../platform/messages/translate.ts';

/** Where the images and figures of the text with this source are. */
function positionsOf({ state }: Editor, src: string): number[] {
  const found: number[] = [];
  state.doc.descendants((node, position) => {
    if (isImage(node.type.name) && node.attrs.src === src) found.push(position);
  });
  return found;
}

const isImage = (name: string): boolean => name === 'image' || name === 'figure';

/** Images without an alternative text, each once. An empty text says that the image is decorative. */
function undescribedImages({ state }: Editor): string[] {
  const sources = new Set<string>();
  state.doc.descendants(({ type, attrs }) => {
    if (isImage(type.name) && attrs.alt === null) sources.add(attrs.src);
  });
  return [...sources];
}

/** Sources stay the same while uploads move what is around them. */
function describe(editor: Editor, src: string, alt: string | null): void {
  const { tr, doc } = editor.state;
  for (const position of positionsOf(editor, src))
    if (doc.nodeAt(position)?.attrs.alt !== alt) tr.setNodeAttribute(position, 'alt', alt);
  if (tr.docChanged) editor.view.dispatch(closeHistory(tr));
}

function altOf(editor: Editor, src: string): string | null {
  const [position] = positionsOf(editor, src);
  return position === undefined ? null : (editor.state.doc.nodeAt(position)?.attrs.alt ?? null);
}

/** One image after the other with its field. Each answer is stored when the author goes on or leaves. */
export function AltTexts({ editor, onClose }: { editor: Editor; onClose(): void }) {
  const [sources] = useState(() => undescribedImages(editor));
  const [at, setAt] = useState(0);
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const src = sources[at];
  const isLast = at === sources.length - 1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each image
  useLayoutEffect(() => field.current?.focus(), [at]);

  function store() {
    const alt = text.trim();
    if (src && alt) describe(editor, src, alt);
  }
  function close() {
    store();
    onClose();
  }
  function go(to: number) {
    if (to >= sources.length) {
      onClose();
      return;
    }
    setAt(to);
    setText(altOf(editor, sources[to] ?? '') ?? '');
  }
  function next() {
    store();
    go(at + 1);
  }

  if (!src)
    return (
      <Dialog title={t('Alt texts')} onClose={onClose}>
        <p>{t('Every image has an alt text.')}</p>
        <p className="actions">
          <button type="button" className="primary" onClick={onClose}>
            {t('Done')}
          </button>
        </p>
      </Dialog>
    );
  return (
    <Dialog title={t('Alt texts')} className="alt-texts" onClose={close}>
      <p role="status">{t('Image {number} of {count}', { number: at + 1, count: sources.length })}</p>
      <progress aria-label={t('Progress')} max={sources.length} value={at} />
      <img src={src} alt="" />
      <div className="field">
        <label htmlFor="alt-text">{t('What does this image show?')}</label>
        <input
          ref={field}
          id="alt-text"
          type="text"
          dir="auto"
          autoComplete="off"
          aria-describedby="alt-text-hint"
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            // It would submit the form around the editor.
            event.preventDefault();
            next();
          }}
        />
        <span id="alt-text-hint" className="soft">
          {t('For people who cannot see it. Enter goes on.')}
        </span>
      </div>
      <p className="actions">
        <button type="button" onClick={close}>
          {t('Leave')}
        </button>
        {at > 0 && (
          <button
            type="button"
            onClick={() => {
              store();
              go(at - 1);
            }}
          >
            {t('Back')}
          </button>
        )}
        <button
          type="button"
          onClick={() => {
            describe(editor, src, '');
            go(at + 1);
          }}
        >
          {t('Decorative')}
        </button>
        <button type="button" className={isLast || text.trim() ? 'primary' : undefined} onClick={next}>
          {isLast ? t('Done') : text.trim() ? t('Next') : t('Skip')}
        </button>
      </p>
    </Dialog>
  );
}
