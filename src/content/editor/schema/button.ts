import { Node } from '@tiptap/core';
import { linkUrlInHtml } from '../../document/url.ts';
import { ButtonView } from '../views/button-view.ts';
import { fromParseRule } from './attributes.ts';

/** A link that asks the reader to do something. Without a URL it is stored as a paragraph. */
export const Button = Node.create({
  name: 'button',
  group: 'block',
  content: 'text*',
  marks: '',
  defining: true,
  addAttributes: () => ({ href: fromParseRule('') }),
  parseHTML: () => [
    {
      tag: 'p.action',
      priority: 60,
      getAttrs: (element) => {
        const href = linkUrlInHtml(element.querySelector('a')?.getAttribute('href') ?? '');
        return href ? { href } : false;
      },
    },
  ],
  renderHTML: ({ node }) =>
    node.attrs.href ? ['p', { class: 'action' }, ['a', { href: node.attrs.href }, 0]] : ['p', 0],
  addNodeView:
    () =>
    ({ node, view, getPos, decorations }) =>
      new ButtonView(node, view, getPos, decorations),
});
