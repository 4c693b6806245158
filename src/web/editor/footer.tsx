import type { Editor } from '@tiptap/core';
import { useAfterTyping } from './editor-state.ts';
import { countWords, readingMinutes } from './word-count.ts';

type Props = { editor: Editor; isHtmlView: boolean; onHtmlView(isHtmlView: boolean): void };

const wordsOf = ({ state }: Editor): number => countWords(state.doc);

export function Footer({ editor, isHtmlView, onHtmlView }: Props) {
  const words = useAfterTyping(editor, wordsOf);
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
