import type { AnyExtension, Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import type { Block, Source } from '../blocks.ts';
import { findSlash, searchBlocks } from './block-search.ts';
import { MoveBlocks } from './move-block.ts';
import { Suggestions } from './suggestions.ts';

/** The menus of an editor, created before it because they are extensions of it. */
export class EditorMenus {
  #editor: Editor | null = null;
  /** Set by the toolbar, which shows the popups. */
  openPopup: (popup: Source | 'link') => void = () => {};

  readonly blocks = new Suggestions<Block>('blocks', {
    label: 'Blocks',
    find: findSlash,
    match: (query) => searchBlocks(query).filter((block) => this.#isEnabled(block)),
    choose: (block, range) => {
      const editor = this.#editor;
      if (!editor) return;
      // A group of its own in the history, so that undo brings back what was typed.
      const { tr } = editor.state;
      if (range.from < range.to) editor.view.dispatch(closeHistory(tr.delete(range.from, range.to)));
      block.insert(editor, this.openPopup);
    },
  });

  attach(editor: Editor): void {
    this.#editor = editor;
  }

  extensions(): AnyExtension[] {
    return [this.blocks.extension(), MoveBlocks];
  }

  #isEnabled(block: Block): boolean {
    return this.#editor !== null && (block.isEnabled?.(this.#editor) ?? true);
  }
}
