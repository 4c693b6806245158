import {
  alignment,
  cellAttributes,
  codeLanguage,
  imageAttributes,
  isMark,
  listAttributes,
  type Mark,
  markOf,
} from './allowed.ts';
import { storable } from './characters.ts';
import {
  type Attributes,
  append,
  appendText,
  type Element,
  element,
  type Fragment,
  fragment,
  isBlock,
  isElement,
  isText,
  type Node,
  type Parent,
  parse,
  remove,
  write,
} from './tree.ts';

/**
 * Builds new HTML from the parsed tree instead of filtering the input: only the elements, attributes and nesting of the
 * editor's schema and of tables, so parsing the result yields the same tree again.
 */
export function sanitize(html: string): string {
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
const maximumMarks = 16;
const maximumContainers = 100;
const tableLevels = 4;
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

/** Opened by the next text: a paragraph for the text of a `div`, or the rest of an interrupted paragraph. */
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
    else if (isElement(node) && !dropped.has(node.tagName)) this.#element(node, active);
  }

  #element(node: Element, active: Mark[]): void {
    const name = node.tagName;
    if (tableShells.has(this.#container.nodeName) && !Object.hasOwn(tableParts, name)) return;
    if (isMark(name)) this.#marked(node, active);
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

  /** Whether blank text here separates words rather than blocks. */
  #insideLine(): boolean {
    if (this.#textblock) return true;
    const last = this.#container.childNodes.at(-1);
    return !this.#pending && !this.#isShell() && last !== undefined && !isBlock(last) && !isBlankText(last);
  }

  #isShell(): boolean {
    const name = this.#container.nodeName;
    return lists.has(name) || tableShells.has(name);
  }

  /** The innermost element for text with these marks; null between the cells of a table. */
  #line(active: Mark[]): Parent | null {
    if (tableShells.has(this.#container.nodeName)) return null;
    this.#implyItem();
    if (this.#pending && !this.#textblock) {
      this.#wrappers = [];
      this.#textblock = append(this.#container, element(this.#pending.name, this.#pending.attributes));
    }
    let open = 0;
    while (open < active.length && this.#wrappers[open]?.mark === active[open]) open += 1;
    this.#wrappers.length = open;
    for (const mark of active.slice(open)) {
      const parent = this.#wrappers.at(-1)?.element ?? this.#textblock ?? this.#container;
      this.#wrappers.push({ mark, element: append(parent, element(mark.name, mark.attributes)) });
    }
    return this.#wrappers.at(-1)?.element ?? this.#textblock ?? this.#container;
  }

  /** Ends the current line and returns the container for a block. */
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
    // The editor's tables have no caption, so it becomes a paragraph before the table.
    if (this.#fits(tableLevels))
      for (const child of node.childNodes) if (child.nodeName === 'caption') this.#node(child, active);
    this.#enter(node, active, { name: 'table', levels: tableLevels });
  }

  #fits(levels: number): boolean {
    return this.#depth + levels <= maximumContainers;
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
    if (!this.#fits(levels)) {
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

function codeText(parent: Element): string {
  let text = '';
  for (const child of parent.childNodes) {
    if (isText(child)) text += child.value;
    if (!isElement(child) || dropped.has(child.tagName)) continue;
    if (isBlock(child) && text !== '' && !text.endsWith('\n')) text += '\n';
    text += child.tagName === 'br' ? '\n' : codeText(child);
  }
  return text;
}
