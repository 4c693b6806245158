import type { DefaultTreeAdapterTypes } from 'parse5';

/** The tree of parse5, which browsers use without its parser (`parse.ts`). */
export type Document = DefaultTreeAdapterTypes.Document;
export type Fragment = DefaultTreeAdapterTypes.DocumentFragment;
export type Element = DefaultTreeAdapterTypes.Element;
export type Text = DefaultTreeAdapterTypes.TextNode;
export type Parent = Document | Fragment | Element;
export type Node = DefaultTreeAdapterTypes.ChildNode;
export type Attributes = { name: string; value: string }[];

const htmlNamespace = 'http://www.w3.org/1999/xhtml' as Element['namespaceURI'];

export function fragment(): Fragment {
  return { nodeName: '#document-fragment', childNodes: [] };
}

/** An element with a class and nothing else. */
export function classed(name: string, className: string): Element {
  return element(name, [{ name: 'class', value: className }]);
}

export function element(name: string, attributes: Attributes = []): Element {
  return {
    nodeName: name,
    tagName: name,
    attrs: attributes.map((attribute) => ({ ...attribute })),
    namespaceURI: htmlNamespace,
    childNodes: [],
    parentNode: null,
  };
}

export function append<Child extends Node>(parent: Parent, child: Child): Child {
  parent.childNodes.push(child);
  child.parentNode = parent;
  return child;
}

export function prepend(parent: Parent, child: Element): void {
  child.parentNode = parent;
  parent.childNodes.unshift(child);
}

export function appendText(parent: Parent, text: string): void {
  const last = parent.childNodes.at(-1);
  if (last && isText(last)) last.value += text;
  else if (text) append(parent, { nodeName: '#text' as Text['nodeName'], value: text, parentNode: parent });
}

export function remove(node: Node): void {
  replaceWith(node);
}

/** Puts others, which may be its own children, in the place of a node. */
export function replaceWith(node: Node, ...others: Node[]): void {
  const parent = node.parentNode;
  if (!parent) return;
  parent.childNodes.splice(parent.childNodes.indexOf(node), 1, ...others);
  for (const other of others) other.parentNode = parent;
  node.parentNode = null;
}

export function unwrap(node: Element): void {
  replaceWith(node, ...node.childNodes.splice(0));
}

/** Turns an element into another one with this content, which may come from inside of it. */
export function become(
  node: Element,
  name: string,
  className: string | null,
  content: readonly Node[],
): void {
  rename(node, name, className);
  node.childNodes = [];
  for (const child of content) append(node, child);
}

export function linkElement(url: string, text = url): Element {
  const link = element('a', [{ name: 'href', value: url }]);
  appendText(link, text);
  return link;
}

/** Turns an element into another one, with the class and no other attribute, in place. */
export function rename(node: Element, name: string, className: string | null): void {
  node.tagName = name;
  node.nodeName = name;
  node.namespaceURI = htmlNamespace;
  node.attrs = className === null ? [] : [{ name: 'class', value: className }];
}

export function wrap(node: Element, wrapper: Element): void {
  const siblings = node.parentNode?.childNodes;
  if (!siblings) return;
  siblings[siblings.indexOf(node)] = wrapper;
  wrapper.parentNode = node.parentNode;
  append(wrapper, node);
}

export function isElement(node: Node): node is Element {
  return 'tagName' in node;
}

export function isText(node: Node): node is Text {
  return node.nodeName === '#text';
}

export function attribute(node: Element, name: string): string | undefined {
  return node.attrs.find((candidate) => candidate.name === name)?.value;
}

export function classesOf(node: Element): string[] {
  return attribute(node, 'class')?.split(/[ \t\n\f\r]+/) ?? [];
}

export function hasClass(node: Element, ...names: string[]): boolean {
  return node.attrs.length > 0 && classesOf(node).some((name) => names.includes(name));
}

export function setAttribute(node: Element, name: string, value: string): void {
  const present = node.attrs.find((candidate) => candidate.name === name);
  if (present) present.value = value;
  else node.attrs.push({ name, value });
}

/** All elements below a node, in document order. */
export function* elements(parent: Parent): Generator<Element> {
  for (const child of parent.childNodes) {
    if (!isElement(child)) continue;
    yield child;
    yield* elements(child);
  }
}

/** The first element below a node for which this is true. */
export function find(parent: Parent, matches: (node: Element) => boolean): Element | undefined {
  for (const node of elements(parent)) if (matches(node)) return node;
  return undefined;
}

export function parentOf(node: Node): Element | undefined {
  const parent = node.parentNode;
  return parent && 'tagName' in parent ? parent : undefined;
}

/** Whether the node is inside of the other one. */
export function isInside(node: Node, outer: Parent): boolean {
  for (let at = node.parentNode; at; at = 'parentNode' in at ? at.parentNode : null)
    if (at === outer) return true;
  return false;
}

export function textContent(parent: Parent): string {
  let text = '';
  for (const child of parent.childNodes) {
    if (isText(child)) text += child.value;
    else if (isElement(child)) text += textContent(child);
  }
  return text;
}

export const blockNames: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure ' +
    'footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol p pre search section summary table tbody ' +
    'td tfoot th thead tr ul'
  ).split(' '),
);

export function isBlock(node: Node): boolean {
  return blockNames.has(node.nodeName);
}
