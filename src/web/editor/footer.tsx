import type { Editor } from '@tiptap/core';
import { useEditorState } from './editor-state.ts';
import { countWords, readingMinutes } from './word-count.ts';

type Props = { editor: Editor; isHtmlView: boolean; onHtmlView(isHtmlView: boolean): void };

export function Footer({ editor, isHtmlView, onHtmlView }: Props) {
  const words = countWords(useEditorState(editor).doc);
  return (
    <div className="editor-footer">
      <span>
        {words === 1 ? '1 word' : `${words} words`} · {readingMinutes(words)} min read
      </span>
      <button
        type="button"
        className="quiet"
        aria-pressed={isHtmlView}
        onClick={() => onHtmlView(!isHtmlView)}
      >
        HTML
      </button>
    </div>
  );
}
