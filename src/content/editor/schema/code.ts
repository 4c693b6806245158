import { textblockTypeInputRule } from '@tiptap/core';
import { CodeBlock, type CodeBlockOptions } from '@tiptap/extension-code-block';
import { CodeView } from '../views/code-view.ts';

const languages = new Set(
  (
    'bash c c++ cpp cs csharp css diff docker dockerfile go graphql html ini java javascript js json json5 jsx kotlin ' +
    'less lua makefile markdown md mjs objectivec perl php plaintext py python r rb rs ruby rust scss sh shell sql swift ' +
    'text toml ts tsx txt typescript vb wasm xml yaml yml zsh'
  ).split(' '),
);

function languageOf(pre: HTMLElement): string | null {
  const classes = `${pre.querySelector('code')?.className ?? ''} ${pre.className}`;
  const name = /(?:^|\s)lang(?:uage)?-([a-z\d][a-z\d+#._-]{0,30})(?:\s|$)/i.exec(classes)?.[1];
  return name?.toLowerCase() ?? null;
}

/**
 * Three backticks start a code block at once. As in Markdown, a language typed right after them and ended with Enter sets
 * the language instead of becoming the first line.
 */
export const FencedCode = CodeBlock.extend<CodeBlockOptions, { fresh: number | null }>({
  addNodeView:
    () =>
    ({ node, view, getPos, decorations }) =>
      new CodeView(node, view, getPos, decorations),
  addAttributes: () => ({ language: { default: null, rendered: false, parseHTML: languageOf } }),
  addStorage: () => ({ fresh: null }),
  addInputRules() {
    const rule = textblockTypeInputRule({ find: /^```$/, type: this.type });
    const { storage } = this;
    const { handler } = rule;
    rule.handler = (input) => {
      storage.fresh = input.state.selection.$from.before();
      return handler(input);
    };
    return [rule];
  },
  addKeyboardShortcuts() {
    const afterFence = (isLanguage: (typed: string) => boolean) => {
      const { $from, empty } = this.editor.state.selection;
      const { fresh } = this.storage;
      this.storage.fresh = null;
      const typed = $from.parent.textContent.toLowerCase();
      const isFresh = empty && $from.parent.type === this.type && $from.before() === fresh;
      if (!isFresh || !isLanguage(typed)) return false;
      return this.editor
        .chain()
        .deleteRange({ from: $from.start(), to: $from.end() })
        .updateAttributes(this.name, { language: typed || null })
        .run();
    };
    return {
      ...this.parent?.(),
      Space: () => afterFence((typed) => typed === ''),
      Enter: ({ editor }) =>
        afterFence((typed) => typed === '' || languages.has(typed)) ||
        (this.parent?.().Enter?.({ editor }) ?? false),
    };
  },
});
