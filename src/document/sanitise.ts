import { storedImageAddress, storedLinkAddress } from './address.ts';
import { storable } from './characters.ts';
import { alignmentStyle, colourStyle } from './style.ts';
import {
  type Attributes,
  append,
  appendText,
  attribute,
  type Element,
  element,
  type Fragment,
  fragment,
  isBlock,
  isElement,
  isHtml,
  isText,
  type Node,
  type Parent,
  parse,
  remove,
  write,
} from './tree.ts';

/**
 * The post's HTML, written anew from what it says: only the elements, attributes and nesting of the editor's document
 * and of tables, so that parsing the result gives the same tree again.
 */
export function sanitise(html: string): string {
  const composer = new Composer();
  composer.children(parse(html), []);
  return write(composer.root);
}

const dropped = new Set(
  (
    'applet area audio base basefont bgsound canvas col colgroup command datalist embed frame frameset head iframe ' +
    'input keygen link math meta noembed noframes noscript object optgroup option param plaintext ' +
    'script select source style svg template textarea title track video xmp'
  ).split(' '),
);
const markNames: Record<string, string> = {
  a: 'a',
  b: 'strong',
  code: 'code',
  del: 's',
  em: 'em',
  i: 'em',
  ins: 'u',
  s: 's',
  span: 'span',
  strike: 's',
  strong: 'strong',
  u: 'u',
};
const maximumMarks = 16;
const maximumContainers = 100;
const lists = new Set(['ol', 'ul']);
const tableParts: Record<string, string[]> = {
  tbody: ['table'],
  thead: ['table'],
  tfoot: ['table'],
  tr: ['tbody', 'thead', 'tfoot'],
  td: ['tr'],
  th: ['tr'],
};
const tableShells = new Set(['table', 'tbody', 'thead', 'tfoot', 'tr']);

type Mark = { name: string; attributes: Attributes };
/** What opens when text comes: a paragraph for the text of a `div`, or the rest of an interrupted paragraph. */
type Textblock = { name: string; attributes: Attributes; loose: boolean };

class Composer {
  readonly root: Fragment = fragment();
  #container: Parent = this.root;
  #depth = 0;
  #impliedItem: { element: Element; list: Parent } | null = null;
  #textblock: Element | null = null;
  #pending: Textblock | null = null;
  #wrappers: { mark: Mark; element: Element }[] = [];

  children(parent: Parent, active: Mark[]): void {
    for (const child of parent.childNodes) this.#node(child, active);
  }

  #node(node: Node, active: Mark[]): void {
    if (isText(node)) this.#text(storable(node.value), active);
    else if (isElement(node) && isHtml(node) && !dropped.has(node.tagName)) this.#element(node, active);
  }

  #element(node: Element, active: Mark[]): void {
    const name = node.tagName;
    if (Object.hasOwn(markNames, name)) this.#marked(node, active);
    else if (name === 'br') this.#leaf(element('br'), active);
    else if (name === 'img') this.#image(node, active);
    else if (name === 'hr') append(this.#flow(), element('hr'));
    else if (name === 'p' || /^h[1-6]$/.test(name)) this.#paragraph(node, active);
    else if (name === 'pre' || name === 'listing') this.#codeBlock(node);
    else if (name === 'blockquote') this.#enter(node, active, { name, levels: 1 });
    else if (lists.has(name))
      this.#enter(node, active, { name, attributes: listAttributes(node), levels: 2 });
    else if (name === 'li') this.#item(node, active);
    else if (name === 'table') this.#table(node, active);
    else if (Object.hasOwn(tableParts, name)) this.#tablePart(node, active);
    else if (isBlock(node)) this.#group(node, active);
    else this.children(node, active);
  }

  #marked(node: Element, active: Mark[]): void {
    const mark = markOf(node);
    const redundant = !mark || active.length >= maximumMarks || active.some((outer) => covers(outer, mark));
    this.children(node, redundant ? active : [...active, mark]);
  }

  #text(text: string, active: Mark[]): void {
    if (text === '') return;
    if (/[^ \t\n]/.test(text) || this.#insideLine()) {
      const parent = this.#line(active);
      if (parent) appendText(parent, text);
    } else if (!this.#pending && !this.#isShell()) {
      appendText(this.#container, text);
    }
  }

  #leaf(leaf: Element, active: Mark[]): void {
    const parent = this.#line(active);
    if (parent) append(parent, leaf);
  }

  #image(node: Element, active: Mark[]): void {
    const attributes = imageAttributes(node);
    if (attributes) this.#leaf(element('img', attributes), active);
  }

  /** Whether blank text here stands between words rather than between blocks. */
  #insideLine(): boolean {
    if (this.#textblock) return true;
    const last = this.#container.childNodes.at(-1);
    return !this.#pending && !this.#isShell() && last !== undefined && !isBlock(last) && !isBlankText(last);
  }

  #isShell(): boolean {
    const name = this.#container.nodeName;
    return lists.has(name) || tableShells.has(name);
  }

  /** The innermost element that takes text with these marks; null between the cells of a table. */
  #line(active: Mark[]): Parent | null {
    if (tableShells.has(this.#container.nodeName)) return null;
    this.#implyItem();
    if (this.#pending && !this.#textblock) {
      this.#wrappers = [];
      this.#textblock = append(this.#container, element(this.#pending.name, this.#pending.attributes));
    }
    let kept = 0;
    while (kept < active.length && this.#wrappers[kept]?.mark === active[kept]) kept += 1;
    this.#wrappers.length = kept;
    for (const mark of active.slice(kept)) {
      const parent = this.#wrappers.at(-1)?.element ?? this.#textblock ?? this.#container;
      this.#wrappers.push({ mark, element: append(parent, element(mark.name, mark.attributes)) });
    }
    return this.#wrappers.at(-1)?.element ?? this.#textblock ?? this.#container;
  }

  /** Ends the current line and gives the container for a block. */
  #flow(): Parent {
    this.#wrappers = [];
    if (this.#textblock?.childNodes.length === 0) remove(this.#textblock);
    this.#textblock = null;
    this.#implyItem();
    return this.#container;
  }

  #endLine(): void {
    this.#wrappers = [];
    this.#textblock = null;
  }

  #implyItem(): void {
    if (!lists.has(this.#container.nodeName)) return;
    const list = this.#container;
    this.#container = append(list, element('li'));
    this.#impliedItem = { element: this.#container, list };
  }

  #paragraph(node: Element, active: Mark[]): void {
    const name = node.tagName;
    const outer = this.#pending;
    const parent = this.#flow();
    this.#pending = { name, attributes: alignment(node), loose: false };
    this.#textblock = append(parent, element(name, this.#pending.attributes));
    this.children(node, active);
    this.#endLine();
    this.#pending = outer;
  }

  #group(node: Element, active: Mark[]): void {
    const outer = this.#pending;
    if (outer && !outer.loose) {
      this.children(node, active);
      return;
    }
    this.#endLine();
    this.#pending = { name: 'p', attributes: alignment(node), loose: true };
    this.children(node, active);
    this.#endLine();
    this.#pending = outer;
  }

  #codeBlock(node: Element): void {
    const pre = append(this.#flow(), element('pre'));
    const language = codeLanguage(node);
    const code = append(pre, element('code', language ? [{ name: 'class', value: language }] : []));
    appendText(code, storable(codeText(node)));
  }

  #item(node: Element, active: Mark[]): void {
    if (this.#impliedItem && this.#container === this.#impliedItem.element) {
      this.#endLine();
      this.#container = this.#impliedItem.list;
    }
    if (lists.has(this.#container.nodeName))
      this.#within(append(this.#container, element('li')), node, active);
    else this.#group(node, active);
  }

  #table(node: Element, active: Mark[]): void {
    for (const child of node.childNodes)
      if (isElement(child) && child.tagName === 'caption') this.#group(child, active);
    this.#enter(node, active, { name: 'table', levels: 4 });
  }

  #tablePart(node: Element, active: Mark[]): void {
    const name = node.tagName;
    if (!tableParts[name]?.includes(this.#container.nodeName)) {
      this.#group(node, active);
      return;
    }
    const isCell = name === 'td' || name === 'th';
    const part = append(this.#container, element(name, isCell ? cellAttributes(node) : []));
    this.#within(part, node, active);
    if (!isCell && part.childNodes.length === 0) remove(part);
  }

  #enter(
    node: Element,
    active: Mark[],
    { name, attributes = [], levels }: { name: string; attributes?: Attributes; levels: number },
  ): void {
    if (this.#depth + levels > maximumContainers) {
      this.#group(node, active);
      return;
    }
    const container = append(this.#flow(), element(name, attributes));
    this.#depth += levels;
    this.#within(container, node, active);
    this.#depth -= levels;
    if (container.childNodes.length === 0) remove(container);
  }

  #within(container: Element, node: Element, active: Mark[]): void {
    const outer = { container: this.#container, pending: this.#pending, item: this.#impliedItem };
    this.#container = container;
    this.#pending = null;
    this.#impliedItem = null;
    this.children(node, active);
    this.#endLine();
    this.#container = outer.container;
    this.#pending = outer.pending;
    this.#impliedItem = outer.item;
  }
}

function isBlankText(node: Node): boolean {
  return isText(node) && !/[^ \t\n]/.test(node.value);
}

function covers(outer: Mark, inner: Mark): boolean {
  if (outer.name !== inner.name) return false;
  return outer.name !== 'span' || outer.attributes[0]?.value === inner.attributes[0]?.value;
}

function markOf(node: Element): Mark | null {
  const name = markNames[node.tagName] ?? node.tagName;
  if (name !== 'a' && name !== 'span') return { name, attributes: [] };
  const attributes = name === 'a' ? linkAttributes(node) : styled(colourStyle(styleOf(node)));
  return attributes.length > 0 ? { name, attributes } : null;
}

function styleOf(node: Element): string {
  return storable(attribute(node, 'style') ?? '');
}

function styled(style: string): Attributes {
  return style ? [{ name: 'style', value: style }] : [];
}

function alignment(node: Element): Attributes {
  return styled(alignmentStyle(styleOf(node), attribute(node, 'align')));
}

type Keep = Record<string, (value: string) => string | null>;

/** The attributes that `keep` has a value for, in the order in which they were written. */
function keptAttributes(node: Element, keep: Keep): Attributes {
  return node.attrs.flatMap(({ name, value }) => {
    const kept = Object.hasOwn(keep, name) ? keep[name]?.(storable(value)) : null;
    return kept === null || kept === undefined ? [] : [{ name, value: kept }];
  });
}

const relations = new Set(['author', 'external', 'license', 'me', 'nofollow', 'noopener', 'noreferrer']);

function linkAttributes(node: Element): Attributes {
  const attributes = keptAttributes(node, {
    href: storedLinkAddress,
    title: (value) => value,
    target: (value) => (/^_(?:blank|self)$/i.test(value) ? value.toLowerCase() : null),
  });
  if (!attributes.some(({ name }) => name === 'href')) return [];
  const rel = new Set(
    (attribute(node, 'rel') ?? '')
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => relations.has(word)),
  );
  const opensTab = attributes.some(({ name, value }) => name === 'target' && value === '_blank');
  if (opensTab && !rel.has('noreferrer')) rel.add('noopener');
  return rel.size > 0 ? [...attributes, { name: 'rel', value: [...rel].join(' ') }] : attributes;
}

function imageAttributes(node: Element): Attributes | null {
  const attributes = keptAttributes(node, {
    src: storedImageAddress,
    alt: (value) => value,
    title: (value) => value,
    width: (value) => /^\s*0*([1-9]\d{0,3})(?:\.\d+)?(?:px)?\s*$/i.exec(value)?.[1]?.concat('px') ?? null,
  });
  return attributes.some(({ name }) => name === 'src') ? attributes : null;
}

function listAttributes(node: Element): Attributes {
  if (node.tagName !== 'ol') return [];
  return keptAttributes(node, { start: (value) => /^\s*(-?\d{1,9})\s*$/.exec(value)?.[1] ?? null });
}

function span(value: string): string | null {
  return /^\s*0*([1-9]\d{0,2})\s*$/.exec(value)?.[1] ?? null;
}

function cellAttributes(node: Element): Attributes {
  return [...keptAttributes(node, { colspan: span, rowspan: span }), ...alignment(node)];
}

function codeLanguage(pre: Element): string | null {
  const code = pre.childNodes.find((child): child is Element => isElement(child) && child.tagName === 'code');
  for (const node of code ? [code, pre] : [pre]) {
    const name = /(?:^|\s)lang(?:uage)?-([a-z\d][a-z\d+#._-]{0,30})(?:\s|$)/i.exec(
      attribute(node, 'class') ?? '',
    )?.[1];
    if (name) return `language-${name.toLowerCase()}`;
  }
  return null;
}

function codeText(parent: Element): string {
  let text = '';
  for (const child of parent.childNodes) {
    if (isText(child)) text += child.value;
    if (!isElement(child) || !isHtml(child) || dropped.has(child.tagName)) continue;
    if (isBlock(child) && text !== '' && !text.endsWith('\n')) text += '\n';
    text += child.tagName === 'br' ? '\n' : codeText(child);
  }
  return text;
}
