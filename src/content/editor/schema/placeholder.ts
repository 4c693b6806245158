import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { isBlank } from '../html.ts';

export function placeholderFor(text: string) {
  return Extension.create({
    name: 'placeholder',
    addProseMirrorPlugins: () => [
      new Plugin({
        props: {
          decorations: ({ doc }) =>
            isBlank(doc)
              ? DecorationSet.create(doc, [
                  Decoration.node(0, doc.content.size, { class: 'editor-blank', 'data-placeholder': text }),
                ])
              : null,
        },
      }),
    ],
  });
}
