import type { Editor } from '@tiptap/core';
import {
  type KeyboardEvent,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { plural, t } from '../../../platform/messages/translate.ts';
import { findState, replaceAll, replaceCurrent, select, setQuery, step } from './find.ts';
import { matchLimit } from './search.ts';
import './find.css';

type Props = { editor: Editor; onClose(): void };

/** Finds and replaces text. Enter goes to the next match, Escape back to the text. */
export function FindBar({ editor, onClose }: Props) {
  const { view } = editor;
  const [text, setText] = useState(() => selectedWords(editor));
  const [replacement, setReplacement] = useState('');
  const [matchCase, setMatchCase] = useState(false);
  const [wholeWords, setWholeWords] = useState(false);
  const [report, setReport] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const id = useId();

  useEffect(() => {
    field.current?.select();
    return () => {
      if (!editor.isDestroyed) setQuery(editor.view, null);
    };
  }, [editor]);

  useEffect(() => {
    setReport('');
    setQuery(editor.view, { text, matchCase, wholeWords });
  }, [editor, text, matchCase, wholeWords]);

  const subscribe = useCallback(
    (changed: () => void) => {
      editor.on('transaction', changed);
      return () => editor.off('transaction', changed);
    },
    [editor],
  );
  const matches = useSyncExternalStore(subscribe, () => findState(editor.state).matches);
  const current = useSyncExternalStore(subscribe, () => findState(editor.state).current);

  function close() {
    onClose();
    view.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && event.target === field.current) step(view, event.shiftKey ? -1 : 1);
    else if (
      event.key === 'Enter' &&
      event.target instanceof HTMLInputElement &&
      event.target.type === 'text'
    )
      replaceCurrent(view, replacement);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const count = matches.length >= matchLimit ? `${matchLimit}+` : String(matches.length);
  const none = matches.length === 0;
  return (
    <search className="editor-find" aria-label={t('Find and replace')} onKeyDown={onKeyDown}>
      <div className="editor-find-row">
        <label htmlFor={`${id}-find`}>{t('Find')}</label>
        <input
          ref={field}
          id={`${id}-find`}
          type="text"
          value={text}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
        />
        <span className="editor-find-count" role="status">
          {report ||
            (text === ''
              ? ''
              : none
                ? t('No matches')
                : t('{number} of {count}', { number: current + 1, count }))}
        </span>
        <button type="button" disabled={none} onClick={() => step(view, -1)}>
          {t('Previous')}
        </button>
        <button type="button" disabled={none} onClick={() => step(view, 1)}>
          {t('Next')}
        </button>
        <button type="button" className="quiet" onClick={close}>
          {t('Close')}
        </button>
      </div>
      <div className="editor-find-row">
        <label htmlFor={`${id}-replace`}>{t('Replace with')}</label>
        <input
          id={`${id}-replace`}
          type="text"
          value={replacement}
          maxLength={1000}
          autoComplete="off"
          onChange={(event) => setReplacement(event.target.value)}
        />
        <button
          type="button"
          disabled={none}
          onClick={() => {
            if (editor.state.selection.from === matches[current]?.from) replaceCurrent(view, replacement);
            else select(view, current);
          }}
        >
          {t('Replace')}
        </button>
        <button
          type="button"
          disabled={none}
          onClick={() => {
            const replaced = replaceAll(view, replacement);
            setReport(plural(replaced, { one: '1 replaced', other: '{count} replaced' }));
            // The button is disabled now and would lose the focus.
            field.current?.focus();
          }}
        >
          {t('Replace All')}
        </button>
        <label className="editor-check">
          <input
            type="checkbox"
            checked={matchCase}
            onChange={(event) => setMatchCase(event.target.checked)}
          />
          {t('Match case')}
        </label>
        <label className="editor-check">
          <input
            type="checkbox"
            checked={wholeWords}
            onChange={(event) => setWholeWords(event.target.checked)}
          />
          {t('Whole words')}
        </label>
      </div>
    </search>
  );
}

/** Selected text of one block, as what to find. */
function selectedWords({ state }: Editor): string {
  const { from, to, $from, $to } = state.selection;
  return $from.sameParent($to) && to - from <= 200 ? state.doc.textBetween(from, to) : '';
}
