import type { Editor } from '@tiptap/core';
import type { ImageLayout } from '../../document/image-layouts.ts';
import { focusedChain } from '../focused-chain.ts';
import { linkAt, removeLink } from '../schema/link-commands.ts';
import { announce } from './announce.ts';
import type { BubbleContext } from './bubble-context.ts';
import { canMakeGallery, editCaption, imageSelection, makeGallery, setLayout } from './image-actions.ts';

/** A form inside of the bubble. */
export type BubbleForm = 'alt' | 'link' | 'replace' | 'snippet';

export type BubbleTool = {
  name: string;
  icon: string;
  /** For tools that are on or off. */
  isActive?(editor: Editor): boolean;
  isHidden?(editor: Editor): boolean;
} & ({ run(editor: Editor): void } | { form: BubbleForm } | { popup: 'link' } | { more: true });

const mark = (name: string, icon: string, type: string): BubbleTool => ({
  name,
  icon,
  isActive: (editor) => editor.isActive(type),
  run: (editor) => focusedChain(editor).toggleMark(type).run(),
});

const textTools: readonly BubbleTool[] = [
  mark('Bold', 'bold', 'bold'),
  mark('Italic', 'italic', 'italic'),
  { name: 'Link', icon: 'link', popup: 'link' },
  {
    name: 'Heading',
    icon: 'h2',
    isActive: (editor) => editor.isActive('heading', { level: 2 }),
    run: (editor) => focusedChain(editor).toggleHeading({ level: 2 }).run(),
  },
  {
    name: 'Quote',
    icon: 'blockquote',
    isActive: (editor) => editor.isActive('blockquote'),
    run: (editor) => focusedChain(editor).toggleBlockquote().run(),
  },
  mark('Highlight', 'highlight', 'highlight'),
  { name: 'More', icon: 'more', more: true },
];

const moreTextTools: readonly BubbleTool[] = [
  mark('Underline', 'underline', 'underline'),
  mark('Strike', 'strike', 'strike'),
  mark('Code', 'code', 'code'),
  mark('Superscript', 'superscript', 'superscript'),
  mark('Subscript', 'subscript', 'subscript'),
  mark('Keyboard Key', 'keyboard', 'keyboard'),
  { name: 'Save as Snippet', icon: 'snippet', form: 'snippet' },
];

/** Shows the page behind the link: instead of a line that has nothing else, or else below it. */
function embedLink(editor: Editor): void {
  const { from, to, link } = linkAt(editor);
  if (!link) return;
  const $from = editor.state.doc.resolve(from);
  const isAlone = $from.parentOffset === 0 && $from.parent.content.size === to - from;
  const at = isAlone ? { from: $from.before(), to: $from.after() } : $from.after();
  focusedChain(editor)
    .insertContentAt(at, { type: 'embed', attrs: { url: link.href } })
    .run();
}

const linkTools: readonly BubbleTool[] = [
  { name: 'Edit', icon: 'edit', popup: 'link' },
  {
    name: 'Embed',
    icon: 'embed',
    isHidden: (editor) => !/^https?:/i.test(linkAt(editor).link?.href ?? ''),
    run: embedLink,
  },
  {
    name: 'Copy',
    icon: 'copy',
    run: (editor) => {
      const href = linkAt(editor).link?.href ?? '';
      navigator.clipboard?.writeText(new URL(href, location.href).href).then(
        () => announce(editor.view.dom, 'Copied'),
        () => announce(editor.view.dom, 'The browser did not allow copying'),
      );
      editor.view.focus();
    },
  },
  {
    name: 'Remove',
    icon: 'remove',
    run: (editor) => {
      removeLink(editor, linkAt(editor));
      editor.view.focus();
    },
  },
];

const imageTools: readonly BubbleTool[] = [
  { name: 'Alt Text', icon: 'edit', form: 'alt' },
  { name: 'Caption', icon: 'paragraph', run: editCaption },
  { name: 'Link', icon: 'link', form: 'link' },
  { name: 'Replace', icon: 'image', form: 'replace' },
  { name: 'Width', icon: 'width', isHidden: (editor) => !canMakeGallery(editor), more: true },
  { name: 'Make Gallery', icon: 'gallery', isHidden: (editor) => !canMakeGallery(editor), run: makeGallery },
  {
    name: 'Delete',
    icon: 'delete',
    run: (editor) => focusedChain(editor).deleteSelection().run(),
  },
];

const layout = (name: string, icon: string, value: ImageLayout | null): BubbleTool => ({
  name,
  icon,
  isActive: (editor) => {
    const attributes = imageSelection(editor)?.node.attrs;
    return (attributes?.layout ?? null) === value && !attributes?.width;
  },
  run: (editor) => setLayout(editor, value),
});

const layoutTools: readonly BubbleTool[] = [
  layout('As Wide as the Text', 'width-text', null),
  layout('Wide', 'width-wide', 'wide'),
  layout('Full Width', 'width-full', 'full'),
  layout('Beside the Text, at the Start', 'width-start', 'start'),
  layout('Beside the Text, at the End', 'width-end', 'end'),
];

/** Shown once they are asked for. */
export const moreTools: Record<BubbleContext['kind'], readonly BubbleTool[]> = {
  text: moreTextTools,
  link: [],
  image: layoutTools,
};

export const bubbleTools: Record<BubbleContext['kind'], readonly BubbleTool[]> = {
  text: textTools,
  link: linkTools,
  image: imageTools,
};

export const bubbleLabels: Record<BubbleContext['kind'], string> = {
  text: 'Selection',
  link: 'Link',
  image: 'Image',
};
