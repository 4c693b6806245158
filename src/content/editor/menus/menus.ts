import { type AnyExtension, type Editor, Extension, InputRule } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { t } from '../../../platform/messages/translate.ts';
import type { Block, Source } from '../blocks.ts';
import { Find } from '../find/find.ts';
import { PreserveMedia } from '../schema/preserve-media.ts';
import { TypedRules } from '../schema/typed-rules.ts';
import { findSlash, searchBlocks } from './block-search.ts';
import { type Emoji, emojiNamed, findColon, loadEmoji, searchEmoji } from './emoji.ts';
import { MoveBlocks } from './move-block.ts';
import { EditorSettings } from './settings.ts';
import { type Snippets, snippetBlock } from './snippets.ts';
import { Suggestions } from './suggestions.ts';
import { writingModes } from './writing-modes.ts';

/** The menus of an editor, created before it because they are extensions of it. */
export class EditorMenus {
  #editor: Editor | null = null;
  readonly settings = new EditorSettings();
  /** Set by the toolbar, which shows the popups. */
  openPopup: (popup: Source | 'link') => void = () => {};

  readonly blocks = new Suggestions<Block>('blocks', {
    label: t('Blocks'),
    find: (textBefore) => {
      const found = findSlash(textBefore);
      if (found) this.#loadSnippets();
      return found;
    },
    match: (query) => searchBlocks(query, this.#snippets).filter((block) => this.#isEnabled(block)),
    choose: (block, range) => {
      const editor = this.#editor;
      if (!editor) return;
      // A group of its own in the history, so that undo brings back what was typed.
      const { tr } = editor.state;
      if (range.from < range.to) editor.view.dispatch(closeHistory(tr.delete(range.from, range.to)));
      block.insert(editor, this.openPopup);
    },
  });

  readonly emoji = new Suggestions<Emoji>('emoji', {
    label: t('Emoji'),
    find: (textBefore) => {
      const found = findColon(textBefore);
      if (found) this.#loadEmoji();
      return found;
    },
    match: searchEmoji,
    choose: ({ emoji }, { from, to }) => {
      this.#editor?.view.dispatch(this.#editor.state.tr.insertText(emoji, from, to).scrollIntoView());
    },
  });

  snippets: Snippets | undefined;
  #snippets: readonly Block[] = [];

  /** Again for each menu: another window may have saved one. */
  #loadSnippets(): void {
    this.snippets?.load().then(
      (list) => {
        this.#snippets = list.map(snippetBlock);
        const editor = this.#editor;
        if (editor && !editor.isDestroyed && this.blocks.active(editor.state))
          this.blocks.refresh(editor.view);
      },
      // Without the list, the menu has its own blocks.
      () => {},
    );
  }

  #isEmojiLoaded = false;

  #loadEmoji(): void {
    if (this.#isEmojiLoaded) return;
    this.#isEmojiLoaded = true;
    loadEmoji().then(
      () => this.#editor && !this.#editor.isDestroyed && this.emoji.refresh(this.#editor.view),
      // Without the list, what was typed stays as it is; the next name tries again.
      () => {
        this.#isEmojiLoaded = false;
      },
    );
  }

  attach(editor: Editor): void {
    this.#editor = editor;
  }

  extensions(): AnyExtension[] {
    return [
      this.blocks.extension(),
      this.emoji.extension(),
      TypedEmoji,
      TypedRules,
      MoveBlocks,
      Find,
      PreserveMedia,
      writingModes(this.settings),
    ];
  }

  #isEnabled(block: Block): boolean {
    return this.#editor !== null && (block.isEnabled?.(this.#editor) ?? true);
  }
}

/** A whole name between colons, without a choice from the list. */
const TypedEmoji = Extension.create({
  name: 'typedEmoji',
  addInputRules: () => [
    new InputRule({
      find: /(?<=^|[\s(]):([a-z\d_+-]{2,30}):$/i,
      handler: ({ state, range: { from, to }, match }) => {
        const emoji = emojiNamed(match[1] ?? '');
        if (emoji === undefined) return null;
        state.tr.insertText(emoji, from, to);
        return;
      },
    }),
  ],
});
