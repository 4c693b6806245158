import { Mark } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { storedLinkAddress } from '../../document/address.ts';

export type LinkAttributes = {
  href: string;
  title: string | null;
  target: string | null;
  rel: string | null;
};

const relations = new Set(['author', 'external', 'license', 'me', 'nofollow', 'noopener', 'noreferrer']);

function relationOf(target: string | null, written: string): string | null {
  const words = new Set(
    written
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => relations.has(word)),
  );
  if (target === '_blank' && !words.has('noreferrer')) words.add('noopener');
  return words.size > 0 ? [...words].join(' ') : null;
}

function readLink(element: HTMLElement): LinkAttributes | false {
  const href = storedLinkAddress(element.getAttribute('href') ?? '');
  if (href === null) return false;
  const named = element.getAttribute('target')?.toLowerCase();
  const target = named === '_blank' || named === '_self' ? named : null;
  const rel = relationOf(target, element.getAttribute('rel') ?? '');
  return { href, title: element.getAttribute('title'), target, rel };
}

export function newLink(href: string, inNewTab = true): LinkAttributes {
  return { href, title: null, ...destination(inNewTab, '') };
}

/** Where a link opens, and the relation that goes with it; other relations stay as the author wrote them. */
export function destination(inNewTab: boolean, rel: string): Pick<LinkAttributes, 'target' | 'rel'> {
  const target = inNewTab ? '_blank' : null;
  const kept = inNewTab ? rel : rel.replace(/\bnoopener\b/, '');
  return { target, rel: relationOf(target, kept) };
}

export const Link = Mark.create({
  name: 'link',
  inclusive: false,
  keepOnSplit: false,
  addAttributes: () => ({
    href: { default: null },
    title: { default: null },
    target: { default: null },
    rel: { default: null },
  }),
  parseHTML: () => [{ tag: 'a[href]', getAttrs: readLink }],
  renderHTML: ({ HTMLAttributes }) => ['a', HTMLAttributes, 0],
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleDOMEvents: { click: stay, auxclick: stay },
      },
    }),
  ],
});

/** A picture inside a link is an island that cannot be edited, where browsers follow the link. */
function stay(_view: unknown, event: MouseEvent): boolean {
  if (event.target instanceof Element && event.target.closest('a')) event.preventDefault();
  return false;
}
