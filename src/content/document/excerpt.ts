import { codePoints } from '../../platform/http/api/plain-text.ts';
import { parse, write } from './parse.ts';
import { description } from './text.ts';
import {
  append,
  appendText,
  type Element,
  element,
  elements,
  type Fragment,
  find,
  hasClass,
  isBlock,
  isElement,
  isText,
  type Node,
  type Parent,
  parentOf,
  remove,
  type Text,
  textContent,
} from './tree.ts';
import { cutAtWord } from './truncate.ts';

/** Once half of the limit is used, a block that could show fewer characters than this is left out. */
const shortestPiece = 60;

/**
 * The beginning of the text of a post for a card, cut at a block or word boundary near the limit. Images, tables, code and other
 * blocks that are no text are left out, unless the post is nothing but images.
 */
export function excerpt(html: string, limit = 600): { html: string; truncated: boolean } {
  const tree = forCard(html);
  const isShorter = leaveOutBlocks(tree);
  if (isShorter && textContent(tree).trim() === '') {
    // Of an embedded page its title.
    const text = description(html, limit) || textContent(find(parse(html), isSpan) ?? tree);
    tree.childNodes = [];
    if (text) appendText(append(tree, element('p')), text);
    return { html: write(tree), truncated: true };
  }
  if (isShorter) trimEnd(tree, true);
  const whole = write(tree);
  const cutter = new Cutter(limit);
  cutter.cut(tree);
  if (!cutter.done) return { html: whole, truncated: isShorter };
  trimEnd(tree, true);
  return { html: write(tree), truncated: true };
}

/** Removes blocks that are no text from a post that has text, and what is empty without them. Returns whether there were any. */
function leaveOutBlocks(tree: Fragment): boolean {
  if (textContent(tree).trim() === '') return false;
  const blocks = [...elements(tree)].filter(
    (node) => noText.has(node.tagName) || hasClass(node, 'table', 'columns', 'action') || isFormula(node),
  );
  for (const block of blocks) removeWithParents(block);
  return blocks.length > 0;
}

const isSpan = ({ tagName }: Element): boolean => tagName === 'span';

const noText: ReadonlySet<string> = new Set(['figure', 'img', 'pre', 'hr', 'table']);

const isFormula = (node: Element): boolean => node.tagName === 'div' && hasClass(node, 'math');

function removeWithParents(node: Element): void {
  const parent = parentOf(node);
  remove(node);
  if (parent && parent.childNodes.length === 0) removeWithParents(parent);
}

/**
 * Several cards share a page, so headings lose their ids, and what refers to ids is left out: links to headings, the table
 * of contents and footnotes. Players belong to the page of the post.
 */
function forCard(html: string): Fragment {
  const tree = parse(html);
  for (const node of [...elements(tree)]) {
    if (isOnlyForPage(node)) remove(node);
    else if (node.attrs.length > 0)
      node.attrs = node.attrs.filter(({ name }) => !isPageAttribute(name, node));
  }
  return tree;
}

const onlyForPage: Record<string, string> = {
  a: 'anchor',
  figure: 'media',
  nav: 'toc',
  section: 'footnotes',
  span: 'embed-hint',
  sup: 'footnote',
};

/** Ids, the data of players, and the alignment of blocks: one centered line in a card looks lost. */
const isPageAttribute = (name: string, node: Element): boolean =>
  name === 'id' || name.startsWith('data-') || (name === 'style' && isBlock(node));

function isOnlyForPage(node: Element): boolean {
  const name = Object.hasOwn(onlyForPage, node.tagName) ? onlyForPage[node.tagName] : undefined;
  return name !== undefined && hasClass(node, name);
}

class Cutter {
  readonly #limit: number;
  #used = 0;
  #usedBeforeBlock = 0;
  #lastTextOfBlock: Text | null = null;
  #dropsBlock = false;
  done = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  cut(parent: Parent): void {
    const kept: Node[] = [];
    for (const child of parent.childNodes) {
      if (this.#keeps(child)) kept.push(child);
      if (this.done) break;
    }
    parent.childNodes = kept;
  }

  #keeps(node: Node): boolean {
    if (isText(node)) return this.#keepsText(node);
    if (!isElement(node)) return false;
    return node.tagName === 'math' ? this.#keepsFormula(node) : this.#keepsElement(node);
  }

  #keepsElement(node: Element): boolean {
    if (node.childNodes.length === 0) return true;
    if (isBlock(node)) {
      this.#usedBeforeBlock = this.#used;
      this.#lastTextOfBlock = null;
    }
    this.cut(node);
    if (isBlock(node) && this.#dropsBlock) {
      this.#dropsBlock = false;
      return false;
    }
    return node.childNodes.length > 0;
  }

  #endText(node: Text): void {
    node.value = `${node.value.trimEnd()}…`;
  }

  /** A formula is shown whole or not at all. Its length is about that of its TeX. */
  #keepsFormula(node: Element): boolean {
    const length = codePoints(textContent(annotationIn(node) ?? node));
    this.done = this.#used + length > this.#limit;
    if (!this.done) this.#used += length;
    else if (this.#lastTextOfBlock) this.#endText(this.#lastTextOfBlock);
    return !this.done;
  }

  #keepsText(node: Text): boolean {
    const length = visibleLength(node.value);
    if (this.#used + length <= this.#limit) {
      this.#used += length;
      if (length > 0) this.#lastTextOfBlock = node;
      return true;
    }
    this.done = true;
    return this.#keepsBeginning(node);
  }

  #keepsBeginning(node: Text): boolean {
    const piece = cutAtWord(node.value, this.#limit - this.#used);
    const length = this.#used - this.#usedBeforeBlock + codePoints(piece);
    if (length < shortestPiece && this.#usedBeforeBlock > this.#limit / 2) {
      this.#dropsBlock = true;
      return false;
    }
    if (piece === '') {
      if (this.#lastTextOfBlock) this.#endText(this.#lastTextOfBlock);
      return false;
    }
    node.value = `${piece}…`;
    return true;
  }
}

function annotationIn(math: Element): Element | undefined {
  for (const node of elements(math)) if (node.tagName === 'annotation') return node;
  return undefined;
}

/** White space between blocks does not count; a run of white space in a text counts as one character. */
function visibleLength(text: string): number {
  return text.includes('\n') && text.trim() === '' ? 0 : codePoints(text.replace(/\s+/g, ' '));
}

/** Removes what an excerpt must not end with: blank text, breaks, rules, empty elements, headings and terms without text below them. */
function trimEnd(parent: Parent, isRoot: boolean): void {
  for (let last = parent.childNodes.at(-1); last; last = parent.childNodes.at(-1)) {
    if (isElement(last)) trimEnd(last, false);
    const isHeading = /^h[1-6]$/.test(last.nodeName) && isRoot && parent.childNodes.length > 1;
    const isEmpty = isText(last)
      ? last.value.trim() === ''
      : !isElement(last) || last.childNodes.length === 0;
    if (!isEmpty && !isLabel(last) && !(isHeading && !endsInEllipsis(last))) return;
    parent.childNodes.pop();
  }
}

/** A term without its definition, or the label of a callout without its text. */
function isLabel(node: Node): boolean {
  return isElement(node) && (node.tagName === 'dt' || hasClass(node, 'callout-label'));
}

function endsInEllipsis(node: Node): boolean {
  if (isText(node)) return node.value.endsWith('…');
  const last = isElement(node) ? node.childNodes.at(-1) : undefined;
  return last !== undefined && endsInEllipsis(last);
}
