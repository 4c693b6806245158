import { Node } from '@tiptap/core';

export const calloutKinds = ['note', 'tip', 'important', 'warning', 'caution'] as const;
export type CalloutKind = (typeof calloutKinds)[number];

function kindOf({ classList }: HTMLElement): CalloutKind {
  return calloutKinds.find((kind) => classList.contains(kind)) ?? 'note';
}

export const Callout = Node.create({
  name: 'callout',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes: () => ({ kind: { default: 'note', rendered: false, parseHTML: kindOf } }),
  parseHTML: () => [{ tag: 'aside.callout' }],
  renderHTML: ({ node }) => ['aside', { class: `callout ${node.attrs.kind}` }, 0],
});
