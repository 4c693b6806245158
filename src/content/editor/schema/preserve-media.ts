import { Extension } from '@tiptap/core';

const withoutText = new Set(['figure', 'gallery', 'media', 'embed', 'mathBlock', 'tableOfContents', 'table']);

/**
 * Tiptap replaces a document without text by an empty paragraph after everything was selected, to reset its block type. That
 * would delete an image that is the only content when it becomes a figure.
 */
export const PreserveMedia = Extension.create({
  name: 'preserveMedia',
  dispatchTransaction({ transaction, next }) {
    if (transaction.docChanged && transaction.doc.children.some(({ type }) => withoutText.has(type.name)))
      transaction.setMeta('preventClearDocument', true);
    next(transaction);
  },
});
