import type { Editor } from '@tiptap/core';
import { Fragment, type ReactNode, useCallback, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { plural } from '../../../platform/messages/translate.ts';
import { placeNearText } from './place.ts';
import type { Suggestions } from './suggestions.ts';

type Props<Item> = {
  editor: Editor;
  suggestions: Suggestions<Item>;
  /** The heading of a group, shown while nothing is typed to filter. */
  groupOf?(item: Item): string;
  keyOf(item: Item): string;
  children(item: Item): ReactNode;
};

export function SuggestionList<Item>({ editor, suggestions, groupOf, keyOf, children }: Props<Item>) {
  const subscribe = useCallback(
    (changed: () => void) => {
      editor.on('transaction', changed);
      return () => editor.off('transaction', changed);
    },
    [editor],
  );
  const active = useSyncExternalStore(subscribe, () => suggestions.active(editor.state));
  const list = useRef<HTMLDivElement>(null);
  const { from, index, items } = active ?? { from: 0, index: 0, items: [] };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the position depends on the number of items
  useLayoutEffect(() => {
    if (active && list.current) placeNearText(list.current, editor.view, { from, to: from });
  }, [active !== null, from, items.length, editor]);

  useLayoutEffect(() => {
    list.current?.querySelector(`#${suggestions.optionId(index)}`)?.scrollIntoView({ block: 'nearest' });
  }, [index, suggestions]);

  if (!active) return null;
  const isGrouped = groupOf && active.query === '';
  return (
    <div ref={list} className="editor-floating editor-suggestions">
      <div id={suggestions.listId} role="listbox" aria-label={suggestions.source.label}>
        {items.map((item, at) => {
          const group = isGrouped ? groupOf(item) : null;
          const previous = items[at - 1];
          const isFirst = group !== null && (previous === undefined || groupOf?.(previous) !== group);
          return (
            <Fragment key={keyOf(item)}>
              {isFirst && (
                <div className="editor-suggestion-group" role="presentation">
                  {group}
                </div>
              )}
              {/* biome-ignore lint/a11y/useKeyWithClickEvents: the text has the focus and handles the keys */}
              <div
                id={suggestions.optionId(at)}
                role="option"
                aria-selected={at === index}
                className="editor-suggestion"
                tabIndex={-1}
                // Keeps the focus in the text, and the on-screen keyboard open.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => suggestions.choose(editor.view, at)}
              >
                {children(item)}
              </div>
            </Fragment>
          );
        })}
      </div>
      <p className="visually-hidden" role="status">
        {plural(items.length, { one: '1 suggestion', other: '{count} suggestions' })}
      </p>
    </div>
  );
}
