import { Node } from '@tiptap/core';
import { linkUrlInHtml } from '../../document/url.ts';

function urlOf(element: HTMLElement): string | null {
  const url = linkUrlInHtml(element.querySelector('a')?.getAttribute('href') ?? '');
  return url && /^https?:/i.test(url) ? url : null;
}

export const Embed = Node.create({
  name: 'embed',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ url: { default: null, rendered: false, parseHTML: urlOf } }),
  parseHTML: () => [
    { tag: 'figure.embed', priority: 60, getAttrs: (element) => urlOf(element) !== null && null },
  ],
  renderHTML: ({ node: { attrs } }) => ['figure', { class: 'embed' }, ['a', { href: attrs.url }, attrs.url]],
  renderText: ({ node }) => node.attrs.url,
  addCommands() {
    return {
      insertEmbed:
        (url) =>
        ({ commands }) =>
          commands.insertContent({ type: this.name, attrs: { url } }),
    };
  },
});

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    embed: { insertEmbed: (url: string) => ReturnType };
  }
}
