import { Mark } from '@tiptap/core';

function simpleMark(name: string, tag: string, more: readonly { style: string }[] = []) {
  return Mark.create({
    name,
    parseHTML: () => [{ tag }, ...more],
    renderHTML: () => [tag, 0],
    // Text typed after a raised or marked word is plain again.
    inclusive: false,
  });
}

export const Highlight = simpleMark('highlight', 'mark');
export const Superscript = simpleMark('superscript', 'sup', [{ style: 'vertical-align=super' }]);
export const Subscript = simpleMark('subscript', 'sub', [{ style: 'vertical-align=sub' }]);
export const Citation = simpleMark('citation', 'cite');
export const Keyboard = simpleMark('keyboard', 'kbd');

export const Abbreviation = Mark.create({
  name: 'abbreviation',
  inclusive: false,
  addAttributes: () => ({ title: { default: null } }),
  parseHTML: () => [{ tag: 'abbr[title]' }, { tag: 'acronym[title]' }],
  renderHTML: ({ HTMLAttributes }) => ['abbr', HTMLAttributes, 0],
});
