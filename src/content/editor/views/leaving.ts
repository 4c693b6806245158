import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';

/** In code and tables Tab stays in the text. After Escape it moves the focus, so that the keyboard is not trapped. */
export const LeaveWithEscape = Extension.create({
  name: 'leaveWithEscape',
  priority: 1000,
  addProseMirrorPlugins() {
    let escaped = false;
    return [
      new Plugin({
        props: {
          handleDOMEvents: {
            keydown(_view, { key }) {
              if (key === 'Tab') return escaped;
              if (key !== 'Shift') escaped = key === 'Escape';
              return false;
            },
            blur() {
              escaped = false;
              return false;
            },
          },
        },
      }),
    ];
  },
});
