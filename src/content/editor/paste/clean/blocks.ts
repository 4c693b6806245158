import {
  containsBlock,
  isBlank,
  isBlock,
  isElement,
  isEmpty,
  isHeading,
  isText,
  make,
  type Step,
  select,
} from './dom.ts';
import { trim } from './white-space.ts';

/**
 * The last step: everything is in blocks. Bare lines become paragraphs, with `<br>` between lines (Firefox copies text fields
 * and preformatted text like this) and a new paragraph after two. Wrappers go, and paragraphs that only make space go too.
 */
export const formBlocks: Step = (body) => {
  const flow = new Flow(body);
  flow.read(body, []);
  body.replaceChildren(...flow.finish());
};

// Blocks whose content is a flow of blocks again.
const containers = new Set(['blockquote', 'li', 'dd', 'td', 'th', 'aside', 'details']);
const kept = 'pre, hr, .math, .toc, figure, img';

class Flow {
  readonly #near: Node;
  readonly #blocks: Node[] = [];
  #paragraph: HTMLElement | null = null;
  #breaks = 0;
  /** The alignment of the wrapper that is being read. */
  #align: string | null = null;

  constructor(near: Node) {
    this.#near = near;
  }

  finish(): Node[] {
    this.#end();
    return this.#blocks;
  }

  /** Reads the content of an element; `marks` are the inline elements around it that contain blocks. */
  read(parent: Node, marks: readonly Element[]): void {
    for (const child of [...parent.childNodes]) this.#node(child, marks);
  }

  #node(node: Node, marks: readonly Element[]): void {
    if (isText(node)) this.#inline(node, marks);
    else if (!isElement(node)) return;
    else if (node.localName === 'br') this.#breaks += 1;
    else if (isBlock(node)) this.#block(node, marks);
    else if (containsBlock(node)) {
      const isPlain = node.localName === 'span' || node.localName === 'font';
      this.read(node, isPlain ? marks : [...marks, node]);
    } else this.#inline(node, marks);
  }

  #inline(node: Text | HTMLElement, marks: readonly Element[]): void {
    const isSpace = isText(node) && node.data.trim() === '';
    if (isSpace && (this.#paragraph === null || this.#breaks > 0) && !node.data.includes('\u00a0')) return;
    if (this.#breaks > 1) this.#end();
    if (this.#breaks === 1 && this.#paragraph) this.#paragraph.append(make(this.#near, 'br'));
    this.#breaks = 0;
    this.#paragraph ??= make(this.#near, 'p', this.#align ? { style: this.#align } : {});
    this.#paragraph.append(marked(node, marks));
  }

  #end(): void {
    if (this.#paragraph) {
      trim(this.#paragraph);
      if (!isEmpty(this.#paragraph)) this.#blocks.push(this.#paragraph);
    }
    this.#paragraph = null;
    this.#breaks = 0;
  }

  #block(block: HTMLElement, marks: readonly Element[]): void {
    this.#end();
    if (block.matches(kept)) this.#blocks.push(block);
    else if (isHeading(block)) this.#heading(block, marks);
    else if (block.localName === 'p') this.#wrapper(block, marks);
    else if (containers.has(block.localName)) this.#blocks.push(container(block, marks));
    else if (
      /^(?:ul|ol|table|thead|tbody|tfoot|tr|dl|dt|summary|caption|figcaption)$/.test(block.localName)
    ) {
      for (const child of [...block.children]) if (isElement(child)) readInner(child, marks);
      if (!isEmpty(block)) this.#blocks.push(block);
    } else if (block.matches('.gallery')) this.#blocks.push(block);
    else this.#wrapper(block, marks);
  }

  /** Paragraphs and wrappers as `div` and `section`: their content is part of this flow. */
  #wrapper(block: HTMLElement, marks: readonly Element[]): void {
    const outer = this.#align;
    this.#align = block.getAttribute('style') ?? outer;
    this.read(block, marks);
    this.#end();
    this.#align = outer;
  }

  #heading(heading: HTMLElement, marks: readonly Element[]): void {
    if (containsBlock(heading)) {
      this.#wrapper(heading, marks);
      return;
    }
    trim(heading);
    while (isElement(heading.firstChild) && heading.firstChild.localName === 'br')
      heading.firstChild.remove();
    for (const mark of marks) heading.replaceChildren(marked(fragment(heading), [mark]));
    this.#blocks.push(heading);
  }
}

/** A list item, cell, quote …: its content as blocks. Cells and terms with one line keep it without a paragraph. */
function container(block: HTMLElement, marks: readonly Element[]): HTMLElement {
  const summary = block.localName === 'details' ? block.firstElementChild : null;
  summary?.remove();
  const flow = new Flow(block);
  flow.read(block, marks);
  const blocks = flow.finish();
  const only = blocks.length === 1 ? (blocks[0] ?? null) : null;
  const isCell = block.localName === 'td' || block.localName === 'th';
  if (isCell && isElement(only) && only.localName === 'p') {
    const style = only.getAttribute('style');
    if (style) block.setAttribute('style', style);
    block.replaceChildren(...only.childNodes);
  } else block.replaceChildren(...(blocks.length === 0 && !isCell ? [make(block, 'p')] : blocks));
  if (summary) block.prepend(summary);
  return block;
}

function readInner(block: HTMLElement, marks: readonly Element[]): void {
  if (containers.has(block.localName)) container(block, marks);
  else if (/^(?:thead|tbody|tfoot|tr|ul|ol|dl)$/.test(block.localName))
    for (const child of [...block.children]) if (isElement(child)) readInner(child, marks);
}

function fragment(element: HTMLElement): HTMLElement {
  const span = make(element, 'span');
  span.append(...element.childNodes);
  return span;
}

/** The node inside copies of the inline elements around it. */
function marked(node: Node, marks: readonly Element[]): Node {
  return marks.reduceRight<Node>((content, mark) => {
    const copy = mark.cloneNode(false);
    copy.appendChild(content);
    return copy;
  }, node);
}

/** Quotes and items that hold nothing. */
export const removeEmpty: Step = (body) => {
  for (const block of select(body, 'blockquote, ul, ol, dl, table, aside'))
    if (isBlank(block) && isEmpty(block)) block.remove();
};
