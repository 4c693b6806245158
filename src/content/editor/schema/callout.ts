import { Node } from '@tiptap/core';
import { CalloutView } from '../views/callout-view.ts';
import { type CalloutKind, calloutKinds } from './callout-kinds.ts';

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
  addNodeView:
    () =>
    ({ node, view, getPos, decorations }) =>
      new CalloutView(node, view, getPos, decorations),
});
