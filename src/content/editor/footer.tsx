import type { Editor } from '@tiptap/core';
import { type KeyboardEvent, useState } from 'react';
import { plural, t } from '../../platform/messages/translate.ts';
import { useAfterTyping } from './editor-state.ts';
import type { EditorMenus } from './menus/menus.ts';
import { Options } from './menus/options.tsx';
import type { SourceName, Views } from './views.ts';
import { countWords, readingMinutes } from './word-count.ts';

type Props = { editor: Editor; views: Views; menus: EditorMenus; onFind(): void };

const labels: [SourceName, string][] = [
  ['html', 'HTML'],
  ['markdown', t('Markdown')],
];

const wordsOf = ({ state }: Editor): number => countWords(state.doc);

export function Footer({ editor, views: { view, problem, show }, menus, onFind }: Props) {
  const words = useAfterTyping(editor, wordsOf);
  const [current, setCurrent] = useState(0);
  if (view && current === labels.length) setCurrent(0);
  return (
    <div className="editor-footer">
      <span>
        <span>{plural(words, { one: '1 word', other: '{count} words' })}</span>{' '}
        <span>· {t('{minutes} min read', { minutes: readingMinutes(words) })}</span>
      </span>
      <span role="status">{problem}</span>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between its buttons */}
      <span className="editor-views" onKeyDown={moveFocus}>
        {labels.map(([name, label], index) => (
          <button
            key={name}
            type="button"
            className="quiet"
            data-footer-item
            tabIndex={index === current ? 0 : -1}
            aria-pressed={view?.name === name}
            onFocus={() => setCurrent(index)}
            onClick={() => show(view?.name === name ? null : name)}
          >
            {label}
          </button>
        ))}
        {!view && (
          <Options
            editor={editor}
            menus={menus}
            onFind={onFind}
            isTabStop={current === labels.length}
            onFocus={() => setCurrent(labels.length)}
          />
        )}
      </span>
    </div>
  );
}

/** One tab stop, as the toolbar, so that the form below the text stays near. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-footer-item]')];
  const index = items.indexOf(document.activeElement as HTMLElement);
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined || index === -1) return;
  event.preventDefault();
  items[(index + step + items.length) % items.length]?.focus();
}
