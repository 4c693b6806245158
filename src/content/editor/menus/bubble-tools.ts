import type { Editor } from '@tiptap/core';
import { t } from '../../../platform/messages/translate.ts';
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
  mark(t('Bold'), 'bold', 'bold'),
  mark(t('Italic'), 'italic', 'italic'),
  { name: t('Link'), icon: 'link', popup: 'link' },
  {
    name: t('Heading'),
    icon: 'h2',
    isActive: (editor) => editor.isActive('heading', { level: 2 }),
    run: (editor) => focusedChain(editor).toggleHeading({ level: 2 }).run(),
  },
  {
    name: t('Quote'),
    icon: 'blockquote',
    isActive: (editor) => editor.isActive('blockquote'),
    run: (editor) => focusedChain(editor).toggleBlockquote().run(),
  },
  mark(t('Highlight'), 'highlight', 'highlight'),
  { name: t('More'), icon: 'more', more: true },
];

const moreTextTools: readonly BubbleTool[] = [
  mark(t('Underline'), 'underline', 'underline'),
  mark(t('Strike'), 'strike', 'strike'),
  mark(t('Code'), 'code', 'code'),
  mark(t('Superscript'), 'superscript', 'superscript'),
  mark(t('Subscript'), 'subscript', 'subscript'),
  mark(t('Keyboard Key'), 'keyboard', 'keyboard'),
  { name: t('Save as Snippet'), icon: 'snippet', form: 'snippet' },
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
  { name: t('Edit'), icon: 'edit', popup: 'link' },
  {
    name: t('Embed'),
    icon: 'embed',
    isHidden: (editor) => !/^https?:/i.test(linkAt(editor).link?.href ?? ''),
    run: embedLink,
  },
  {
    name: t('Copy'),
    icon: 'copy',
    run: (editor) => {
      const href = linkAt(editor).link?.href ?? '';
      navigator.clipboard?.writeText(new URL(href, location.href).href).then(
        () => announce(editor.view.dom, t('Copied')),
        () => announce(editor.view.dom, t('The browser did not allow copying')),
      );
      editor.view.focus();
    },
  },
  {
    name: t('Remove'),
    icon: 'remove',
    run: (editor) => {
      removeLink(editor, linkAt(editor));
      editor.view.focus();
    },
  },
];

const imageTools: readonly BubbleTool[] = [
  { name: t('Alt Text'), icon: 'edit', form: 'alt' },
  { name: t('Caption'), icon: 'paragraph', run: editCaption },
  { name: t('Link'), icon: 'link', form: 'link' },
  { name: t('Replace'), icon: 'image', form: 'replace' },
  { name: t('Width'), icon: 'width', isHidden: (editor) => !canMakeGallery(editor), more: true },
  {
    name: t('Make Gallery'),
    icon: 'gallery',
    isHidden: (editor) => !canMakeGallery(editor),
    run: makeGallery,
  },
  {
    name: t('Delete'),
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
  layout(t('As Wide as the Text'), 'width-text', null),
  layout(t('Wide'), 'width-wide', 'wide'),
  layout(t('Full Width'), 'width-full', 'full'),
  layout(t('Beside the Text, at the Start'), 'width-start', 'start'),
  layout(t('Beside the Text, at the End'), 'width-end', 'end'),
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
  text: t('Selection'),
  link: t('Link'),
  image: t('Image'),
};
