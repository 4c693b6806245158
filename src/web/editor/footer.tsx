import type { Editor } from '@tiptap/core';
import { useAfterTyping } from './editor-state.ts';
import type { EditorMenus } from './menus/menus.ts';
import { Options } from './menus/options.tsx';
import type { SourceName, Views } from './views.ts';
import { countWords, readingMinutes } from './word-count.ts';

type Props = { editor: Editor; views: Views; menus: EditorMenus; onFind(): void };

const labels: [SourceName, string][] = [
  ['markdown', 'Markdown'],
  ['html', 'HTML'],
];

const wordsOf = ({ state }: Editor): number => countWords(state.doc);

export function Footer({ editor, views: { view, problem, show }, menus, onFind }: Props) {
  const words = useAfterTyping(editor, wordsOf);
  return (
    <div className="editor-footer">
      <span>
        {words === 1 ? '1 word' : `${words} words`} · {readingMinutes(words)} min read
      </span>
      <span role="status">{problem}</span>
      <span className="editor-views">
        {labels.map(([name, label]) => (
          <button
            key={name}
            type="button"
            className="quiet"
            aria-pressed={view?.name === name}
            onClick={() => show(view?.name === name ? null : name)}
          >
            {label}
          </button>
        ))}
      </span>
      {!view && <Options editor={editor} menus={menus} onFind={onFind} />}
    </div>
  );
}
