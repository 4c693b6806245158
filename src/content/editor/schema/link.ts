import { Mark } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { linkUrlInHtml } from '../../document/url.ts';
import { fromParseRule } from './attributes.ts';

export type LinkAttributes = {
  href: string;
  title: string | null;
  target: string | null;
  rel: string | null;
};

const relations = new Set(['author', 'external', 'license', 'me', 'nofollow', 'noopener', 'noreferrer']);

function relationOf(target: string | null, rel: string): string | null {
  const words = new Set(
    rel
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => relations.has(word)),
  );
  if (target === '_blank' && !words.has('noreferrer')) words.add('noopener');
  return words.size > 0 ? [...words].join(' ') : null;
}

function hrefOf(element: HTMLElement): string | null {
  return linkUrlInHtml(element.getAttribute('href') ?? '');
}

function targetOf(element: HTMLElement): string | null {
  const target = element.getAttribute('target')?.toLowerCase();
  return target === '_blank' || target === '_self' ? target : null;
}

/** Null when the URL is not allowed. */
export function linkAttributesOf(element: HTMLElement): LinkAttributes | null {
  const href = hrefOf(element);
  if (href === null) return null;
  const target = targetOf(element);
  const rel = relationOf(target, element.getAttribute('rel') ?? '');
  return { href, title: element.getAttribute('title'), target, rel };
}

export function newLink(href: string, inNewTab = true): LinkAttributes {
  return { href, title: null, ...destination(inNewTab, '') };
}

/** The target of a link with the matching rel; other link types in rel are preserved. */
export function destination(inNewTab: boolean, rel: string): Pick<LinkAttributes, 'target' | 'rel'> {
  const target = inNewTab ? '_blank' : null;
  const others = inNewTab ? rel : rel.replace(/\bnoopener\b/, '');
  return { target, rel: relationOf(target, others) };
}

export const Link = Mark.create({
  name: 'link',
  inclusive: false,
  keepOnSplit: false,
  addAttributes: () => ({
    href: fromParseRule(),
    title: fromParseRule(),
    target: fromParseRule(),
    rel: fromParseRule(),
  }),
  parseHTML: () => [{ tag: 'a[href]', getAttrs: (element) => linkAttributesOf(element) ?? false }],
  renderHTML: ({ HTMLAttributes }) => ['a', HTMLAttributes, 0],
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleDOMEvents: { click: preventNavigation, auxclick: preventNavigation },
      },
    }),
  ],
});

/** Browsers follow links around elements that are not editable, as the images in the editor. */
function preventNavigation(_view: unknown, event: MouseEvent): boolean {
  if (event.target instanceof Element && event.target.closest('a')) event.preventDefault();
  return false;
}
