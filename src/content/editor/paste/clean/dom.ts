import { declarationsOf } from '../../../document/style.ts';
import { blockNames } from '../../../document/tree.ts';

/** One step of the cleaner. It changes the pasted tree in place. */
export type Step = (body: HTMLElement) => void;

export const isElement = (node: Node | null): node is HTMLElement => node instanceof HTMLElement;
export const isText = (node: Node | null): node is Text => node?.nodeType === Node.TEXT_NODE;
export const isBlock = (node: Node | null): boolean => isElement(node) && blockNames.has(node.localName);
export const isList = (node: Node | null): boolean =>
  isElement(node) && (node.localName === 'ul' || node.localName === 'ol');
export const isHeading = (node: Node | null): boolean => isElement(node) && /^h[1-6]$/.test(node.localName);

const blockSelector = [...blockNames].join(',');

/** Whether an inline element contains blocks, as the `<b>` of Google Docs or a link around a card does. */
export const containsBlock = (element: Element): boolean => element.querySelector(blockSelector) !== null;

export const select = (root: ParentNode, selector: string): HTMLElement[] => [
  ...root.querySelectorAll<HTMLElement>(selector),
];

export function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes);
}

export function make(near: Node, name: string, attributes: Record<string, string> = {}): HTMLElement {
  const element = (near.ownerDocument as Document).createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  return element;
}

/** Puts an element with another name in the place of this one, with its content and style. */
export function rename(element: Element, name: string, attributes: Record<string, string> = {}): HTMLElement {
  const style = element.getAttribute('style');
  const renamed = make(element, name, { ...(style ? { style } : {}), ...attributes });
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
  return renamed;
}

/** Moves the content of an element into a new one inside it. */
export function wrapContent(element: Element, name: string): HTMLElement {
  const wrapper = make(element, name);
  wrapper.append(...element.childNodes);
  element.append(wrapper);
  return wrapper;
}

export function styleOf(element: Element): Map<string, string> {
  return declarationsOf((element.getAttribute('style') ?? '').replaceAll('!important', ''));
}

export const textOf = (node: Node): string => (node.textContent ?? '').replaceAll('\u00a0', ' ').trim();

export const isBlank = (node: Node): boolean => textOf(node) === '';

/** Whether an element shows nothing: no text, image or other content. */
export function isEmpty(element: Element): boolean {
  return isBlank(element) && element.querySelector('img, hr, input, pre, table, figure, nav, .math') === null;
}

/** Every text node below a node, in document order. */
export function texts(root: Node): Text[] {
  const walker = (root.ownerDocument as Document).createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode()) found.push(walker.currentNode as Text);
  return found;
}

/** The next or previous sibling that is not blank text. */
export function neighbor(node: Node, side: 'nextSibling' | 'previousSibling'): Node | null {
  let found = node[side];
  while (isText(found) && found.data.trim() === '') found = found[side];
  return found;
}

/** The value of an inherited property for each text: that of the innermost element that sets it. */
export function inherited(
  root: HTMLElement,
  declared: (element: HTMLElement) => string | null,
): Map<Text, string> {
  const values = new Map<Node, string>();
  const result = new Map<Text, string>();
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  values.set(root, declared(root) ?? '');
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const outer = values.get(node.parentNode as Node) ?? '';
    if (isText(node)) result.set(node, outer);
    else values.set(node, (isElement(node) ? declared(node) : null) ?? outer);
  }
  return result;
}

/** How much text, without white space, has each value. */
export function amounts(values: Map<Text, string>): { total: number; of: Map<string, number> } {
  const of = new Map<string, number>();
  let total = 0;
  for (const [text, value] of values) {
    const length = text.data.replaceAll(/\s/g, '').length;
    total += length;
    of.set(value, (of.get(value) ?? 0) + length);
  }
  return { total, of };
}
