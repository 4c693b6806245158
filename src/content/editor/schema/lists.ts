import { Node, wrappingInputRule } from '@tiptap/core';
import { BulletList } from '@tiptap/extension-list/bullet-list';
import { ListItem } from '@tiptap/extension-list/item';

function startOf(element: HTMLElement): number {
  return Number(/^\s*(-?\d{1,9})\s*$/.exec(element.getAttribute('start') ?? '')?.[1] ?? 1);
}

// Tiptap's own list parses pasted text and preserves numbering types that the server removes.
const OrderedList = Node.create({
  name: 'orderedList',
  group: 'block list',
  content: 'listItem+',
  addAttributes: () => ({ start: { default: 1, parseHTML: startOf } }),
  parseHTML: () => [{ tag: 'ol' }],
  renderHTML: ({ node: { attrs } }) => [
    'ol',
    { start: attrs.start === 1 ? null : String(attrs.start), dir: 'auto' },
    0,
  ],
  addKeyboardShortcuts() {
    return { 'Mod-Shift-7': () => this.editor.commands.toggleList('orderedList', 'listItem') };
  },
  addInputRules() {
    return [
      wrappingInputRule({
        find: /^(\d{1,9})[.)]\s$/,
        type: this.type,
        getAttributes: ([, number]) => ({ start: Number(number) }),
        joinPredicate: ([, number], list) => list.childCount + list.attrs.start === Number(number),
      }),
    ];
  },
});

// An item may start with a heading or a list; the default would insert an empty paragraph before it.
const Item = ListItem.extend({ content: 'block+' });

// Without a direction of its own, a list has its markers on the left of right-to-left text.
const Bullets = BulletList.configure({ HTMLAttributes: { dir: 'auto' } });

export const lists = [Bullets, OrderedList, Item];
