import { Highlighter } from './highlight.ts';
import { isColor } from './style.ts';
import {
  attribute,
  type Element,
  element,
  elements,
  isElement,
  parse,
  setAttribute,
  textContent,
  wrap,
  write,
} from './tree.ts';

export type ImageInfo = { width: number; height: number; srcset?: string; color?: string };
export type ImageLookup = (src: string) => ImageInfo | null;

/** The form of a sanitized post that readers get. */
export function renderContent(html: string, pictures: ImageLookup = () => null): string {
  const tree = parse(html);
  const anchors = new Anchors();
  const highlighter = new Highlighter();
  const all = [...elements(tree)];
  for (const node of all) {
    if (/^h[1-6]$/.test(node.tagName)) setAttribute(node, 'id', anchors.add(textContent(node)));
    else if (node.tagName === 'pre') showCode(node, highlighter);
    else if (node.tagName === 'img') showImage(node, pictures(attribute(node, 'src') ?? ''));
    else if (node.tagName === 'table') wrap(node, tableRegion());
  }
  for (const node of all) if (node.tagName === 'a') pointToHeading(node, anchors);
  return write(tree);
}

/** The ids of headings. Their prefix keeps them from shadowing anything a script may look up by name. */
class Anchors {
  readonly #taken = new Map<string, number>();

  add(text: string): string {
    const base = anchorOf(text);
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

  has(id: string): boolean {
    return this.#taken.has(id);
  }
}

function anchorOf(text: string): string {
  const name = text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu)
    ?.join('-');
  return `h-${[...(name ?? 'section')].slice(0, 60).join('')}`;
}

/** An author writes `#installation` for the heading "Installation". */
function pointToHeading(link: Element, anchors: Anchors): void {
  const href = attribute(link, 'href') ?? '';
  if (!href.startsWith('#') || anchors.has(href.slice(1))) return;
  const id = anchorOf(decoded(href.slice(1)));
  if (anchors.has(id)) setAttribute(link, 'href', `#${id}`);
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function showCode(pre: Element, highlighter: Highlighter): void {
  const code = pre.childNodes[0];
  if (!code || !isElement(code)) return;
  const language = /^language-(\S+)$/.exec(attribute(code, 'class') ?? '')?.[1] ?? null;
  highlighter.highlight(code, language);
  setAttribute(pre, 'tabindex', '0');
}

const columnSizes = '(max-width: 48rem) 100vw, 48rem';

function showImage(image: Element, picture: ImageInfo | null): void {
  const chosen = Number.parseInt(attribute(image, 'width') ?? '', 10) || null;
  if (chosen) setAttribute(image, 'width', String(chosen));
  if (picture) {
    const width = chosen ?? picture.width;
    setAttribute(image, 'width', String(width));
    setAttribute(image, 'height', String(Math.max(1, Math.round((width * picture.height) / picture.width))));
    if (picture.srcset) {
      setAttribute(image, 'srcset', picture.srcset);
      setAttribute(image, 'sizes', chosen ? `${chosen}px` : columnSizes);
    }
    if (picture.color && isColor(picture.color))
      setAttribute(image, 'style', `background-color: ${picture.color};`);
  }
  setAttribute(image, 'loading', 'lazy');
  setAttribute(image, 'decoding', 'async');
  if (attribute(image, 'alt') === undefined) setAttribute(image, 'alt', '');
}

function tableRegion(): Element {
  return element('div', [
    { name: 'class', value: 'table' },
    { name: 'tabindex', value: '0' },
    { name: 'role', value: 'region' },
    { name: 'aria-label', value: 'Table' },
  ]);
}
