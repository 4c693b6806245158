import { parse } from './parse.ts';
import { type Element, hasClass, isBlock, isElement, isText, type Parent } from './tree.ts';
import { shortened } from './truncate.ts';

/** The text of a post for search, one line per block, white space collapsed. Footnotes follow, formulas are their TeX. */
export function plainText(html: string): string {
  const known = recent.get(html);
  if (known !== undefined) return known;
  const lines = new Lines();
  lines.collect(parse(html));
  for (const note of lines.footnotes) lines.block(note);
  const text = lines.toString();
  remember(html, text);
  return text;
}

/** A save needs the text of a post several times, and parsing takes most of its time. */
const recent = new Map<string, string>();
const maxRecent = 32;
const recentLength = 50_000;

function remember(html: string, text: string): void {
  if (html.length > recentLength) return;
  if (recent.size >= maxRecent) recent.delete(recent.keys().next().value ?? '');
  recent.set(html, text);
}

/** The beginning of the text on one line, at most `limit` code points, without footnotes and embedded URLs. */
export function description(html: string, limit = 160): string {
  const lines = new Lines({ embeds: false });
  lines.collect(parse(html));
  return shortened(lines.toString(), limit);
}

const lineEnd = '\0';

function isTask({ tagName, parentNode }: Element): boolean {
  return tagName === 'li' && parentNode !== null && 'attrs' in parentNode && hasClass(parentNode, 'tasks');
}

class Lines {
  readonly #pieces: string[] = [];
  readonly #embeds: boolean;
  readonly footnotes: Element[] = [];

  constructor({ embeds = true } = {}) {
    this.#embeds = embeds;
  }

  collect(parent: Parent): void {
    for (const child of parent.childNodes) {
      if (isText(child)) this.#pieces.push(child.value.replaceAll(lineEnd, ''));
      else if (isElement(child)) this.#element(child);
    }
  }

  block(node: Element): void {
    this.#pieces.push(lineEnd);
    this.collect(node);
    this.#pieces.push(lineEnd);
  }

  #element(node: Element): void {
    if (node.tagName === 'span' && hasClass(node, 'footnote')) this.footnotes.push(node);
    else if (node.tagName === 'figure' && hasClass(node, 'embed') && !this.#embeds) return;
    else if (isTask(node)) this.#task(node);
    else if (isBlock(node) || node.tagName === 'br') this.block(node);
    else this.collect(node);
  }

  #task(item: Element): void {
    this.#pieces.push(lineEnd, hasClass(item, 'done') ? '☑ ' : '☐ ');
    const [first, ...rest] = item.childNodes;
    if (first && isElement(first) && first.tagName === 'p') this.collect(first);
    else if (first) rest.unshift(first);
    for (const node of rest) {
      if (isText(node)) this.#pieces.push(node.value.replaceAll(lineEnd, ''));
      else if (isElement(node)) this.#element(node);
    }
    this.#pieces.push(lineEnd);
  }

  toString(): string {
    return this.#pieces
      .join('')
      .split(lineEnd)
      .map((line) => line.replace(/\s+/g, ' ').trim())
      .filter(Boolean)
      .join('\n');
  }
}
