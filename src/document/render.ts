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

type ImageInfo = { width: number; height: number; srcset?: string; color?: string };
export type ImageLookup = (src: string) => ImageInfo | null;

/** Renders sanitized post HTML for readers: heading ids, highlighted code, responsive images, scrollable tables. */
export function renderContent(html: string, findImage: ImageLookup = () => null): string {
  const tree = parse(html);
  const anchors = new Anchors();
  const highlighter = new Highlighter();
  const all = [...elements(tree)];
  for (const node of all) {
    if (/^h[1-6]$/.test(node.tagName)) setAttribute(node, 'id', anchors.add(textContent(node)));
    else if (node.tagName === 'pre') renderCode(node, highlighter);
    else if (node.tagName === 'img') renderImage(node, findImage(attribute(node, 'src') ?? ''));
    else if (node.tagName === 'table') wrap(node, tableRegion());
  }
  for (const node of all) if (node.tagName === 'a') pointToHeading(node, anchors);
  return write(tree);
}

/** Unique heading ids. The prefix prevents DOM clobbering: an id could otherwise shadow a global that a script reads. */
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

/** Authors write `#installation` to link to the heading "Installation". */
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

function renderCode(pre: Element, highlighter: Highlighter): void {
  const code = pre.childNodes[0];
  if (!code || !isElement(code)) return;
  const language = /^language-(\S+)$/.exec(attribute(code, 'class') ?? '')?.[1] ?? null;
  highlighter.highlight(code, language);
  setAttribute(pre, 'tabindex', '0');
}

const columnSizes = '(max-width: 48rem) 100vw, 48rem';

function renderImage(image: Element, info: ImageInfo | null): void {
  const ownWidth = Number.parseInt(attribute(image, 'width') ?? '', 10) || null;
  if (ownWidth) setAttribute(image, 'width', String(ownWidth));
  if (info) {
    const width = ownWidth ?? info.width;
    setAttribute(image, 'width', String(width));
    setAttribute(image, 'height', String(Math.max(1, Math.round((width * info.height) / info.width))));
    if (info.srcset) {
      setAttribute(image, 'srcset', info.srcset);
      setAttribute(image, 'sizes', ownWidth ? `${ownWidth}px` : columnSizes);
    }
    if (info.color && isColor(info.color)) setAttribute(image, 'style', `background-color: ${info.color};`);
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
