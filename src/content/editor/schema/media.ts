import { Node } from '@tiptap/core';
import { imageUrlInHtml } from '../../document/url.ts';
import { MediaView } from '../views/media-view.ts';
import { fromParseRule } from './attributes.ts';
import { captionOf } from './figure.ts';

export type MediaAttributes = {
  kind: 'audio' | 'video';
  src: string;
  width: number | null;
  height: number | null;
};

function size(element: Element, name: 'width' | 'height'): number | null {
  const match = /^\s*0*([1-9]\d{0,4})(?:px)?\s*$/i.exec(element.getAttribute(name) ?? '');
  return match ? Number(match[1]) : null;
}

function attributesOf(element: HTMLElement): MediaAttributes | null {
  const player = element.querySelector('audio, video');
  const src = imageUrlInHtml(player?.getAttribute('src') ?? '');
  if (!player || src === null) return null;
  if (player.localName === 'audio') return { kind: 'audio', src, width: null, height: null };
  return { kind: 'video', src, width: size(player, 'width'), height: size(player, 'height') };
}

/** An audio or video file with a caption. */
export const Media = Node.create({
  name: 'media',
  group: 'block',
  content: 'inline*',
  draggable: true,
  isolating: true,
  addAttributes: () => ({
    kind: fromParseRule('audio'),
    src: fromParseRule(),
    width: fromParseRule(),
    height: fromParseRule(),
  }),
  parseHTML: () => [
    {
      tag: 'figure.media',
      priority: 60,
      getAttrs: (element) => attributesOf(element) ?? false,
      contentElement: (element) => captionOf(element as HTMLElement),
    },
  ],
  renderHTML({ node }) {
    const { kind, ...attributes } = node.attrs;
    const player = [kind, attributes] as const;
    return node.childCount > 0
      ? ['figure', { class: 'media' }, player, ['figcaption', 0]]
      : ['figure', { class: 'media' }, player];
  },
  addNodeView:
    () =>
    ({ node, view, getPos }) =>
      new MediaView(node, view, getPos),
  addCommands() {
    return {
      insertMedia:
        (attributes) =>
        ({ commands }) =>
          commands.insertContent({ type: this.name, attrs: attributes }),
    };
  },
});

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    media: {
      insertMedia: (
        attributes: Partial<MediaAttributes> & Pick<MediaAttributes, 'kind' | 'src'>,
      ) => ReturnType;
    };
  }
}
