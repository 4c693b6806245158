import type { Messages } from '../../platform/web/messages/types.ts';
import { lineOf } from './text-content.ts';
import { append, attribute, type Element, element, setAttribute } from './tree.ts';

/** Headings with their ids. The prefix prevents DOM clobbering: an id could otherwise shadow a global that a script reads. */
export class Headings {
  readonly #taken = new Map<string, number>();
  readonly list: { node: Element; id: string; text: string; level: number }[] = [];

  constructor(all: readonly Element[]) {
    for (const node of all) {
      if (!/^h[1-6]$/.test(node.tagName)) continue;
      const text = lineOf(node);
      const id = this.#add(text);
      setAttribute(node, 'id', id);
      this.list.push({ node, id, text, level: Number(node.tagName[1]) });
    }
  }

  #add(text: string): string {
    const base = idOf(text);
    let count = this.#taken.get(base) ?? 0;
    let id = base;
    while (this.#taken.has(id)) {
      count += 1;
      id = `${base}-${count}`;
    }
    this.#taken.set(base, count || 1);
    if (id !== base) this.#taken.set(id, 1);
    return id;
  }

  /** Authors write `#installation` to link to the heading "Installation". */
  pointTo(link: Element): void {
    const href = attribute(link, 'href') ?? '';
    if (!href.startsWith('#') || this.#taken.has(href.slice(1))) return;
    const id = idOf(decoded(href.slice(1)));
    if (this.#taken.has(id)) setAttribute(link, 'href', `#${id}`);
  }

  /** The link has no text, so that copied headings and feeds do not contain it; its sign is in the style sheet. */
  addAnchors(messages: Messages): void {
    for (const { node, id, text } of this.list)
      if (text !== '')
        append(
          node,
          element('a', [
            { name: 'class', value: 'anchor' },
            { name: 'href', value: `#${id}` },
            { name: 'aria-label', value: messages.headingLink(text) },
          ]),
        );
  }
}

function idOf(text: string): string {
  const name = text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu)
    ?.join('-');
  return `h-${[...(name ?? 'section')].slice(0, 60).join('')}`;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
