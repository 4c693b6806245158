import type { Editor } from '@tiptap/core';
import { Icon } from '../toolbar/icons.tsx';
import { groupOf } from './block-search.ts';
import type { EditorMenus } from './menus.ts';
import { SuggestionList } from './suggestion-list.tsx';

/** All blocks, opened by `/` in the text or by the "+" beside an empty line. */
export function BlockMenu({ editor, menus }: { editor: Editor; menus: EditorMenus }) {
  return (
    <SuggestionList
      editor={editor}
      suggestions={menus.blocks}
      groupOf={groupOf}
      keyOf={({ icon, name }) => icon + name}
    >
      {({ name, icon }) => (
        <>
          <span className="editor-suggestion-icon">
            <Icon name={icon} />
          </span>
          {name}
        </>
      )}
    </SuggestionList>
  );
}

/** Emoji whose names match what was typed after a colon. */
export function EmojiMenu({ editor, menus }: { editor: Editor; menus: EditorMenus }) {
  return (
    <SuggestionList editor={editor} suggestions={menus.emoji} keyOf={({ name }) => name}>
      {({ name, emoji }) => (
        <>
          <span className="editor-suggestion-icon" aria-hidden="true">
            {emoji}
          </span>
          {name}
        </>
      )}
    </SuggestionList>
  );
}
