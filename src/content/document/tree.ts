import {
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  html as names,
  Parser,
  serialize,
  type Token,
} from 'parse5';

export type Document = DefaultTreeAdapterTypes.Document;
export type Fragment = DefaultTreeAdapterTypes.DocumentFragment;
export type Element = DefaultTreeAdapterTypes.Element;
export type Text = DefaultTreeAdapterTypes.TextNode;
export type Parent = Document | Fragment | Element;
export type Node = DefaultTreeAdapterTypes.ChildNode;
export type Attributes = { name: string; value: string }[];

const maximumDepth = 256;
const maximumReopened = 20_000;

// Browsers limit the depth of a document too. The HTML algorithm reopens unclosed formatting elements in every block, which
// can turn a small input into millions of elements, so that is limited as well.
class BoundedParser extends Parser<DefaultTreeAdapterMap> {
  #reopened = 0;

  override onStartTag(token: Token.TagToken): void {
    if (this.openElements.depth < maximumDepth) super.onStartTag(token);
  }

  override _reconstructActiveFormattingElements(): void {
    const before = this.openElements.depth;
    super._reconstructActiveFormattingElements();
    this.#reopened += this.openElements.depth - before;
    if (this.#reopened > maximumReopened) this.activeFormattingElements.clearToLastMarker();
  }
}

/** Parses HTML as a browser does inside `<body>`, with bounded depth. */
export function parse(html: string): Fragment {
  const body = defaultTreeAdapter.createElement('body', names.NS.HTML, []);
  const parser = BoundedParser.getFragmentParser<DefaultTreeAdapterMap>(body);
  parser.tokenizer.write(html, true);
  return parser.getFragment();
}

/** Parses a whole page as a browser does that runs scripts, with bounded depth. */
export function parseDocument(html: string): Document {
  return BoundedParser.parse<DefaultTreeAdapterMap>(html);
}

/** Serializes a tree as browsers do. */
export function write(tree: Parent): string {
  return serialize(tree);
}

export function fragment(): Fragment {
  return defaultTreeAdapter.createDocumentFragment();
}

/** An element with a class and nothing else. */
export function classed(name: string, className: string): Element {
  return element(name, [{ name: 'class', value: className }]);
}

export function element(name: string, attributes: Attributes = []): Element {
  return defaultTreeAdapter.createElement(
    name,
    names.NS.HTML,
    attributes.map((attribute) => ({ ...attribute })),
  );
}

export function append<Child extends Node>(parent: Parent, child: Child): Child {
  defaultTreeAdapter.appendChild(parent, child);
  return child;
}

export function prepend(parent: Parent, child: Element): void {
  child.parentNode = parent;
  parent.childNodes.unshift(child);
}

export function appendText(parent: Parent, text: string): void {
  if (text) defaultTreeAdapter.insertText(parent, text);
}

export function remove(node: Node): void {
  defaultTreeAdapter.detachNode(node);
}

/** Turns an element into another one, with the class and no other attribute, in place. */
export function rename(node: Element, name: string, className: string | null): void {
  node.tagName = name;
  node.nodeName = name;
  node.namespaceURI = names.NS.HTML;
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
  return defaultTreeAdapter.isElementNode(node);
}

export function isText(node: Node): node is Text {
  return defaultTreeAdapter.isTextNode(node);
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

export function textContent(parent: Parent): string {
  let text = '';
  for (const child of parent.childNodes) {
    if (isText(child)) text += child.value;
    else if (isElement(child)) text += textContent(child);
  }
  return text;
}

const blocks = new Set(
  (
    'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure ' +
    'footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol p pre search section summary table tbody ' +
    'td tfoot th thead tr ul'
  ).split(' '),
);

export function isBlock(node: Node): boolean {
  return blocks.has(node.nodeName);
}
