import { BulletList, ListItem, OrderedList } from '@tiptap/extension-list';

const Ordered = OrderedList.extend({
  addAttributes: () => ({
    start: {
      default: 1,
      parseHTML: (element) =>
        Number(/^\s*(-?\d{1,9})\s*$/.exec(element.getAttribute('start') ?? '')?.[1] ?? 1),
    },
  }),
  // Pasted text is read in one place, with all the rest of its Markdown.
  addProseMirrorPlugins: () => [],
});

// An item may begin with a heading or a list: an empty paragraph before it would be an addition.
const Item = ListItem.extend({ content: 'block+' });

export const lists = [BulletList, Ordered, Item];
