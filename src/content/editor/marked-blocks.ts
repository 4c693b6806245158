import type { Editor } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

const key = new PluginKey<DecorationSet>('markedBlocks');

const markedBlocks = new Plugin<DecorationSet>({
  key,
  state: {
    init: () => DecorationSet.empty,
    apply: (tr, marked) => {
      const indexes: readonly number[] | undefined = tr.getMeta(key);
      if (!indexes) return marked.map(tr.mapping, tr.doc);
      const decorations: Decoration[] = [];
      tr.doc.forEach((node, offset, index) => {
        if (indexes.includes(index))
          decorations.push(Decoration.node(offset, offset + node.nodeSize, { class: 'has-remark' }));
      });
      return DecorationSet.create(tr.doc, decorations);
    },
  },
  props: { decorations: (state) => key.getState(state) },
});

/** Marks top-level blocks that a reader has commented on. Without any, the editor has no such plugin. */
export function markBlocks(editor: Editor, indexes: readonly number[]): void {
  if (!key.get(editor.state)) {
    if (indexes.length === 0) return;
    editor.registerPlugin(markedBlocks);
  }
  editor.view.dispatch(editor.state.tr.setMeta(key, indexes).setMeta('addToHistory', false));
}
