/** A node of a document: text, or an element. What parse5 and browsers build is converted to it. */
export type Markup = string | MarkupElement;
export type MarkupElement = { name: string; attributes: [name: string, value: string][]; children: Markup[] };

const voidElements = new Set(['br', 'hr', 'img']);

export function isElement(node: Markup | undefined): node is MarkupElement {
  return typeof node === 'object';
}

export function attributeOf(node: MarkupElement, name: string): string | undefined {
  return node.attributes.find(([own]) => own === name)?.[1];
}

export function hasOnlyAttributes(node: MarkupElement, ...names: string[]): boolean {
  return node.attributes.map(([name]) => name).join() === names.join();
}

export function textOf(nodes: Markup[]): string {
  return nodes.map((node) => (isElement(node) ? textOf(node.children) : node)).join('');
}

export function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\u00A0', '&nbsp;');
}

export function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;');
}

export function openTag({ name, attributes }: MarkupElement): string {
  return `<${name}${attributes.map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`).join('')}>`;
}

export function serialize(nodes: Markup[]): string {
  let html = '';
  for (const node of nodes) {
    if (!isElement(node)) html += escapeText(node);
    else if (voidElements.has(node.name)) html += openTag(node);
    else html += `${openTag(node)}${serialize(node.children)}</${node.name}>`;
  }
  return html;
}
