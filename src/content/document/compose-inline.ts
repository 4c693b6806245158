import { covers, imageAttributes, isMark, type Mark, markOf } from './allowed.ts';
import { storable } from './characters.ts';
import {
  append,
  appendText,
  classed,
  type Element,
  element,
  hasClass,
  isBlock,
  isElement,
  isText,
  type Node,
  type Parent,
  remove,
  textContent,
} from './tree.ts';

/** Elements whose content is dropped too. */
export const dropped = new Set(
  (
    'applet area audio base basefont bgsound canvas col colgroup command datalist embed frame frameset head iframe ' +
    'input keygen link math meta noembed noframes noscript object optgroup option param plaintext ' +
    'script select source style svg template textarea title track video xmp'
  ).split(' '),
);
const maximumMarks = 16;

/** The marks of an inline element added to those around it. */
export function withMark(node: Element, active: Mark[]): Mark[] {
  const mark = markOf(node);
  const redundant = !mark || active.length >= maximumMarks || active.some((outer) => covers(outer, mark));
  return redundant ? active : [...active, mark];
}

/** The elements of the marks of the text written last, so that the next text can go on in them. */
export class OpenMarks {
  #open: { mark: Mark; element: Element }[] = [];

  close(): void {
    this.#open = [];
  }

  /** The element for text with these marks. */
  within(base: Parent, active: readonly Mark[]): Parent {
    let shared = 0;
    while (shared < active.length && this.#open[shared]?.mark === active[shared]) shared += 1;
    this.#open.length = shared;
    let parent = this.#open.at(-1)?.element ?? base;
    for (const mark of active.slice(shared)) {
      parent = append(parent, element(mark.name, mark.attributes));
      this.#open.push({ mark, element: parent });
    }
    return parent;
  }
}

export function isFootnote(node: Element): boolean {
  return node.tagName === 'span' && hasClass(node, 'footnote');
}

export function isMath(node: Element): boolean {
  return (node.tagName === 'span' || node.tagName === 'div') && hasClass(node, 'math');
}

/** The text of an element on one line. */
export function lineOfText(node: Element): string {
  return withoutBlanks(storable(separated(node)).replace(/[ \t\n]+/g, ' '));
}

function separated(parent: Parent): string {
  let text = '';
  for (const child of parent.childNodes) {
    if (isText(child)) text += child.value;
    else if (isElement(child) && !dropped.has(child.tagName))
      text += isBlock(child) || child.tagName === 'br' ? ` ${separated(child)} ` : separated(child);
  }
  return text;
}

/** The text of a footnote stands where it is referred to; null without a text. */
export function footnote(node: Element): Element | null {
  const note = composeInline(classed('span', 'footnote'), [node], { images: false, footnotes: false });
  return note.childNodes.length > 0 ? note : null;
}

/** A link around the number of a footnote would contain another link. */
export function footnoteMarks(active: readonly Mark[]): Mark[] {
  return active.filter(({ name }) => name !== 'a');
}

export function inlineMath(node: Element): Element | null {
  return formula('span', textContent(node).replace(/[ \t\n\r\f]+/g, ' '));
}

export function blockMath(node: Element): Element | null {
  return formula('div', textContent(node));
}

/** White space at the ends has no meaning in TeX, except after a backslash. */
function formula(name: string, text: string): Element | null {
  const verbatim = storable(text);
  const trimmed = withoutBlanks(verbatim);
  if (trimmed === '') return null;
  const isCut = trimmed.endsWith('\\') && !verbatim.endsWith('\\');
  const math = classed(name, 'math');
  appendText(math, isCut ? `${trimmed} ` : trimmed);
  return math;
}

function withoutBlanks(text: string): string {
  return withoutBlanksAfter(text.replace(/^[ \t\n]+/, ''));
}

function withoutBlanksAfter(text: string): string {
  return text.replace(/(?<![ \t\n])[ \t\n]+$/, '');
}

type Allowed = { images: boolean; footnotes: boolean };

/** Writes the inline content of the sources into `target`. Blocks in it become lines. */
export function composeInline<Target extends Element>(
  target: Target,
  sources: readonly Element[],
  allowed: Allowed,
  active: Mark[] = [],
): Target {
  const composer = new InlineComposer(target, allowed);
  for (const source of sources) composer.line(source, active);
  trimEnd(target);
  return target;
}

class InlineComposer {
  readonly #target: Element;
  readonly #allowed: Allowed;
  readonly #marks = new OpenMarks();
  #endsLine = false;

  constructor(target: Element, allowed: Allowed) {
    this.#target = target;
    this.#allowed = allowed;
  }

  line(source: Element, active: Mark[]): void {
    this.#endsLine = true;
    this.#children(source, active);
    this.#endsLine = true;
  }

  #children(parent: Parent, active: Mark[]): void {
    for (const child of parent.childNodes) this.#node(child, active);
  }

  #node(node: Node, active: Mark[]): void {
    if (isText(node)) this.#text(storable(node.value), active);
    else if (isElement(node) && !dropped.has(node.tagName)) this.#element(node, active);
  }

  #element(node: Element, active: Mark[]): void {
    if (isMath(node)) this.#leaf(inlineMath(node), active);
    else if (isFootnote(node) && this.#allowed.footnotes) this.#leaf(footnote(node), footnoteMarks(active));
    else if (isMark(node.tagName)) this.#children(node, withMark(node, active));
    else if (node.tagName === 'br') this.#leaf(element('br'), active);
    else if (node.tagName === 'img') this.#image(node, active);
    else if (isBlock(node)) this.line(node, active);
    else this.#children(node, active);
  }

  #image(node: Element, active: Mark[]): void {
    const attributes = this.#allowed.images ? imageAttributes(node) : null;
    this.#leaf(attributes && element('img', attributes), active);
  }

  #text(text: string, active: Mark[]): void {
    const written = this.#endsLine ? text.replace(/^[ \t\n]+/, '') : text;
    if (written !== '') appendText(this.#parent(active), written);
  }

  #leaf(leaf: Element | null, active: Mark[]): void {
    if (leaf) append(this.#parent(active), leaf);
  }

  #parent(active: Mark[]): Parent {
    if (this.#endsLine && this.#target.childNodes.length > 0) {
      this.#marks.close();
      append(this.#target, element('br'));
    }
    this.#endsLine = false;
    return this.#marks.within(this.#target, active);
  }
}

function trimEnd(parent: Element): void {
  for (let last = parent.childNodes.at(-1); last; last = parent.childNodes.at(-1)) {
    if (isText(last)) last.value = withoutBlanksAfter(last.value);
    else if (isElement(last) && isMark(last.tagName) && !isFootnote(last) && !isMath(last)) trimEnd(last);
    else return;
    if (isText(last) ? last.value !== '' : isElement(last) && last.childNodes.length > 0) return;
    remove(last);
  }
}
