import { codePoints } from '../contract/text.ts';
import {
  type Element,
  elements,
  type Fragment,
  isBlock,
  isElement,
  isText,
  type Node,
  type Parent,
  parse,
  type Text,
  write,
} from './tree.ts';
import { cutAtWord } from './truncate.ts';

/** Once half of the limit is used, a block that could show fewer characters than this is left out. */
const shortestPiece = 60;

/**
 * The beginning of a post for a card. A post within the limit stays whole; a longer one is cut at a block or word boundary
 * near the limit and loses its images. Several cards share a page, so headings lose their ids.
 */
export function excerpt(html: string, limit = 600): { html: string; truncated: boolean } {
  const tree = parse(html);
  const cutter = new Cutter(limit);
  cutter.cut(tree);
  if (!cutter.done) return { html: write(withoutIds(parse(html))), truncated: false };
  trimEnd(tree, true);
  return { html: write(withoutIds(tree)), truncated: true };
}

function withoutIds(tree: Fragment): Fragment {
  for (const node of elements(tree)) node.attrs = node.attrs.filter(({ name }) => name !== 'id');
  return tree;
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
    return isElement(node) && node.tagName !== 'img' && this.#keepsElement(node);
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
      if (this.#lastTextOfBlock) this.#lastTextOfBlock.value = `${this.#lastTextOfBlock.value.trimEnd()}…`;
      return false;
    }
    node.value = `${piece}…`;
    return true;
  }
}

/** White space between blocks does not count; a run of white space in a text counts as one character. */
function visibleLength(text: string): number {
  return text.includes('\n') && text.trim() === '' ? 0 : codePoints(text.replace(/\s+/g, ' '));
}

/** Removes what an excerpt must not end with: blank text, breaks, rules, empty elements, headings without text below them. */
function trimEnd(parent: Parent, isRoot: boolean): void {
  for (let last = parent.childNodes.at(-1); last; last = parent.childNodes.at(-1)) {
    if (isElement(last)) trimEnd(last, false);
    const isHeading = /^h[1-6]$/.test(last.nodeName) && isRoot && parent.childNodes.length > 1;
    const isEmpty = isText(last)
      ? last.value.trim() === ''
      : !isElement(last) || last.childNodes.length === 0;
    if (!isEmpty && !(isHeading && !endsInEllipsis(last))) return;
    parent.childNodes.pop();
  }
}

function endsInEllipsis(node: Node): boolean {
  if (isText(node)) return node.value.endsWith('…');
  const last = isElement(node) ? node.childNodes.at(-1) : undefined;
  return last !== undefined && endsInEllipsis(last);
}
