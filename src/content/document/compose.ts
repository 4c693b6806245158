import {
  alignment,
  calloutAttributes,
  cellAttributes,
  codeLanguage,
  imageAttributes,
  isMark,
  itemAttributes,
  listAttributes,
  type Mark,
} from './allowed.ts';
import { storable } from './characters.ts';
import {
  blockMath,
  composeInline,
  dropped,
  footnote,
  footnoteMarks,
  inlineMath,
  isFootnote,
  isMath,
  lineOfText,
  OpenMarks,
  withMark,
} from './compose-inline.ts';
import { figureBlocks, type IsStoredFile, mediaBlocks } from './figures.ts';
import {
  type Attributes,
  append,
  appendText,
  attribute,
  classed,
  type Element,
  element,
  elements,
  type Fragment,
  fragment,
  hasClass,
  isBlock,
  isElement,
  isText,
  linkElement,
  type Node,
  type Parent,
  remove,
} from './tree.ts';
import { linkUrlInHtml } from './url.ts';

const maximumContainers = 100;
const tableLevels = 4;
/** Lists, and the element that implied items of them have. */
const lists = new Map([
  ['ol', 'li'],
  ['ul', 'li'],
  ['dl', 'dd'],
]);
const tableParts: Record<string, string[]> = {
  tbody: ['table'],
  thead: ['table'],
  tfoot: ['table'],
  tr: ['tbody', 'thead', 'tfoot'],
  td: ['tr'],
  th: ['tr'],
};
const anyInline = { images: true, footnotes: true };
const tableShells = new Set(['table', 'tbody', 'thead', 'tfoot', 'tr']);

/** Opened by the next text: a paragraph for the text of a `div`, or the rest of an interrupted paragraph. */
type Textblock = { name: string; attributes: Attributes; loose: boolean };

/** Builds the blocks of a post from a parsed tree. */
export class Composer {
  readonly root: Fragment = fragment();
  #container: Parent = this.root;
  #depth = 0;
  #impliedItem: { element: Element; list: Parent } | null = null;
  #textblock: Element | null = null;
  #pending: Textblock | null = null;
  readonly #marks = new OpenMarks();
  readonly #isStoredFile: IsStoredFile;

  constructor(isStoredFile: IsStoredFile) {
    this.#isStoredFile = isStoredFile;
  }

  children(parent: Parent, active: Mark[]): void {
    for (const child of parent.childNodes) this.#node(child, active);
  }

  #node(node: Node, active: Mark[]): void {
    if (isText(node)) this.#text(storable(node.value), active);
    else if (isElement(node)) this.#element(node, active);
  }

  #element(node: Element, active: Mark[]): void {
    const name = node.tagName;
    if (tableShells.has(this.#container.nodeName) && !Object.hasOwn(tableParts, name)) return;
    if (name === 'audio' || name === 'video') this.#blocks(mediaBlocks(node, [], this.#isStoredFile));
    else if (dropped.has(name)) return;
    else if (isMath(node)) this.#math(node, active);
    else if (isFootnote(node)) this.#leaf(footnote(node), footnoteMarks(active));
    else if (isMark(name)) this.children(node, withMark(node, active));
    else if (name === 'br') this.#leaf(element('br'), active);
    else if (name === 'img') this.#image(node, active);
    else if (name === 'hr') append(this.#flow(), element('hr'));
    else if (name === 'p' && hasClass(node, 'action')) this.#action(node, active);
    else if (name === 'p' || /^h[1-6]$/.test(name)) this.#paragraph(node, active);
    else if (name === 'pre' || name === 'listing') this.#codeBlock(node);
    else if (isBlock(node)) this.#grouped(node, active);
    else this.children(node, active);
  }

  #grouped(node: Element, active: Mark[]): void {
    const name = node.tagName;
    if (name === 'blockquote') this.#enter(node, active, { name, levels: 1 });
    else if (lists.has(name))
      this.#enter(node, active, { name, attributes: listAttributes(node), levels: 2 });
    else if (name === 'li') this.#item(node, active);
    else if (name === 'dd' || name === 'dt') this.#definition(node, active);
    else if (name === 'table') this.#table(node, active);
    else if (Object.hasOwn(tableParts, name)) this.#tablePart(node, active);
    else if (name === 'figure' || (name === 'div' && hasClass(node, 'gallery'))) this.#figure(node, active);
    else if (name === 'details') this.#details(node, active);
    else if (name === 'div' && hasClass(node, 'columns')) this.#columns(node, active);
    else if (name === 'aside' && hasClass(node, 'callout'))
      this.#enter(node, active, { name, attributes: calloutAttributes(node), levels: 1 });
    else if (name === 'nav' && hasClass(node, 'toc')) this.#blocks([classed('nav', 'toc')]);
    else this.#group(node, active);
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

  #leaf(leaf: Element | null, active: Mark[]): void {
    const parent = leaf && this.#line(active);
    if (parent) append(parent, leaf);
  }

  #image(node: Element, active: Mark[]): void {
    const attributes = imageAttributes(node);
    this.#leaf(attributes && element('img', attributes), active);
  }

  #math(node: Element, active: Mark[]): void {
    if (node.tagName === 'span') {
      this.#leaf(inlineMath(node), active);
      return;
    }
    const block = blockMath(node);
    if (block) this.#blocks([block]);
  }

  #blocks(blocks: readonly Element[]): void {
    for (const block of blocks) append(this.#flow(), block);
  }

  #figure(node: Element, active: Mark[]): void {
    const blocks = figureBlocks(node, active, this.#isStoredFile);
    if (blocks) this.#blocks(blocks);
    else this.#group(node, active);
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
      this.#marks.close();
      this.#textblock = append(this.#container, element(this.#pending.name, this.#pending.attributes));
    }
    return this.#marks.within(this.#textblock ?? this.#container, active);
  }

  /** Ends the current line and returns the container for a block. */
  #flow(): Parent {
    this.#marks.close();
    if (this.#textblock?.childNodes.length === 0) remove(this.#textblock);
    this.#textblock = null;
    this.#implyItem();
    return this.#container;
  }

  #endLine(): void {
    this.#marks.close();
    this.#textblock = null;
  }

  #implyItem(): void {
    const item = lists.get(this.#container.nodeName);
    if (item === undefined) return;
    const list = this.#container;
    this.#container = append(list, element(item));
    this.#impliedItem = { element: this.#container, list };
  }

  #endImpliedItem(): void {
    if (!this.#impliedItem || this.#container !== this.#impliedItem.element) return;
    this.#endLine();
    this.#container = this.#impliedItem.list;
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

  /** A button: one link, which is all that it says. */
  #action(node: Element, active: Mark[]): void {
    const link = [...elements(node)].find(({ tagName }) => tagName === 'a');
    const href = link && linkUrlInHtml(attribute(link, 'href') ?? '');
    const text = lineOfText(node);
    if (!href || text === '') {
      this.#paragraph(node, active);
      return;
    }
    const action = append(this.#flow(), classed('p', 'action'));
    append(action, linkElement(href, text));
  }

  /** Two columns, at the top level only. */
  #columns(node: Element, active: Mark[]): void {
    const parts = node.childNodes.filter((child) => !isBlankText(child));
    const columns = parts.filter((child): child is Element => isElement(child) && child.tagName === 'div');
    if (columns.length !== 2 || parts.length !== 2 || this.#flow() !== this.root) {
      this.#group(node, active);
      return;
    }
    const container = append(this.root, classed('div', 'columns'));
    this.#depth += 2;
    for (const column of columns) {
      const built = append(container, element('div'));
      this.#within(built, column, active);
      if (built.childNodes.length === 0) append(built, element('p'));
    }
    this.#depth -= 2;
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
    this.#endImpliedItem();
    const list = this.#container;
    if (lists.get(list.nodeName) === 'li')
      this.#within(append(list, element('li', itemAttributes(node, list))), node, active);
    else this.#group(node, active);
  }

  #definition(node: Element, active: Mark[]): void {
    this.#endImpliedItem();
    if (this.#container.nodeName !== 'dl') {
      this.#group(node, active);
      return;
    }
    this.#endLine();
    const part = append(this.#container, element(node.tagName));
    if (node.tagName === 'dd') this.#within(part, node, active);
    else composeInline(part, [node], anyInline, active);
  }

  #details(node: Element, active: Mark[]): void {
    if (!this.#fits(1)) {
      this.#group(node, active);
      return;
    }
    const given = childOf(node, 'summary');
    if (given) remove(given);
    const head = composeInline(element('summary'), given ? [given] : [], anyInline, active);
    this.#enter(node, active, { name: 'details', levels: 1, head });
  }

  #table(node: Element, active: Mark[]): void {
    const given = childOf(node, 'caption');
    const head = element('caption');
    if (given) appendText(head, lineOfText(given));
    const isEmpty = head.childNodes.length === 0;
    this.#enter(node, active, { name: 'table', levels: tableLevels, ...(isEmpty ? {} : { head }) });
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
    {
      name,
      attributes = [],
      levels,
      head,
    }: { name: string; attributes?: Attributes; levels: number; head?: Element },
  ): void {
    if (!this.#fits(levels)) {
      this.#group(node, active);
      return;
    }
    const container = append(this.#flow(), element(name, attributes));
    if (head) append(container, head);
    this.#depth += levels;
    this.#within(container, node, active);
    this.#depth -= levels;
    if (name === 'dl') completeDefinitions(container);
    if (container.childNodes.length > (head ? 1 : 0)) return;
    remove(container);
    if (head && head.childNodes.length > 0) this.#blocks([asParagraph(head)]);
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

function childOf(node: Element, name: string): Element | undefined {
  return node.childNodes.find((child): child is Element => isElement(child) && child.tagName === name);
}

/** The summary of details, or the caption of a table, that have no content. */
function asParagraph(head: Element): Element {
  const paragraph = element('p');
  for (const child of [...head.childNodes]) append(paragraph, child);
  return paragraph;
}

/** A definition list begins with a term and ends with a definition. */
function completeDefinitions(list: Element): void {
  const [first] = list.childNodes;
  if (first?.nodeName === 'dd') {
    const term = element('dt');
    term.parentNode = list;
    list.childNodes.unshift(term);
  }
  if (list.childNodes.at(-1)?.nodeName === 'dt') append(list, element('dd'));
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
