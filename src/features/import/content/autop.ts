import { isEmbeddable } from './frames.ts';
import { piecesOf, verbatimElements } from './html-pieces.ts';

const blocks = new Set(
  (
    'address article aside blockquote body caption center col colgroup dd details dialog div dl dt fieldset figcaption ' +
    'figure footer form h1 h2 h3 h4 h5 h6 header hr iframe legend li main map menu nav object ol p pre section summary ' +
    'table tbody td tfoot th thead tr ul xmp'
  ).split(' '),
);
const withoutContent = new Set(['hr', 'col', 'br', 'img', 'input', 'wbr', 'embed', 'param', 'source']);

/** Where text becomes paragraphs. */
const wrapping = new Set(
  'address article aside blockquote body center details dialog div fieldset footer form header main nav section'.split(
    ' ',
  ),
);
/** Where text becomes paragraphs only if an empty line separates them. */
const wrappingSeveral = new Set(['li', 'td', 'th', 'dd']);
/** Where white space means nothing. */
const shells = new Set('colgroup dl map menu object ol table tbody tfoot thead tr ul'.split(' '));

/**
 * Makes paragraphs of empty lines and `<br>` of other line breaks, as WordPress does when it shows a post of the classic
 * editor. Text inside of `pre` and the like stays as it is.
 */
export function autop(html: string): string {
  const writer = new Writer();
  for (const piece of piecesOf(html)) {
    const source = html.slice(piece.start, piece.end);
    if (piece.kind === 'tag') writer.tag(source, piece.name, piece.isClosing);
    else if (piece.kind === 'text') writer.text(source);
  }
  return writer.end();
}

class Writer {
  readonly #output: string[] = [];
  readonly #open: string[] = [];
  /** Text and inline tags since the last block. */
  #run: string[] = [];
  #verbatim: { name: string; depth: number } | null = null;

  tag(source: string, name: string, isClosing: boolean): void {
    if (this.#verbatim) this.#verbatimTag(source, name, isClosing);
    else if (blocks.has(name)) this.#block(source, name, isClosing);
    else {
      this.#run.push(source);
      if (!isClosing) this.#startVerbatim(source, name);
    }
  }

  text(source: string): void {
    if (this.#verbatim) this.#raw(source);
    else this.#run.push(withBreaks(source));
  }

  end(): string {
    this.#flush();
    return this.#output.join('');
  }

  #raw(source: string): void {
    if (this.#verbatim && blocks.has(this.#verbatim.name)) this.#output.push(source);
    else this.#run.push(source);
  }

  #verbatimTag(source: string, name: string, isClosing: boolean): void {
    this.#raw(source);
    if (!this.#verbatim || this.#verbatim.name !== name) return;
    this.#verbatim.depth += isClosing ? -1 : 1;
    if (this.#verbatim.depth === 0) this.#verbatim = null;
  }

  #startVerbatim(source: string, name: string): void {
    if (verbatimElements.has(name) && !source.endsWith('/>')) this.#verbatim = { name, depth: 1 };
  }

  #block(source: string, name: string, isClosing: boolean): void {
    this.#flush();
    this.#output.push(source);
    if (isClosing) this.#close(name);
    else if (verbatimElements.has(name)) this.#startVerbatim(source, name);
    else if (!withoutContent.has(name)) this.#open.push(name);
  }

  #close(name: string): void {
    // The limit keeps a text of many closing tags from being searched again and again.
    const last = this.#open.lastIndexOf(name);
    if (last !== -1 && this.#open.length - last < 64) this.#open.length = last;
  }

  #flush(): void {
    const paragraphs = this.#run
      .join('')
      .split(paragraphEnd)
      .flatMap(withEmbedsApart)
      .map(withoutBreaksAround)
      .filter(Boolean);
    this.#run = [];
    const parent = this.#open.at(-1);
    if (parent !== undefined && shells.has(parent)) this.#output.push(paragraphs.join(' '));
    else if (
      parent === undefined ||
      wrapping.has(parent) ||
      (paragraphs.length > 1 && wrappingSeveral.has(parent))
    )
      for (const one of paragraphs) this.#output.push(`<p>${one}</p>\n`);
    else if (parent === 'p') this.#output.push(paragraphs.join('</p>\n<p>'));
    else this.#output.push(paragraphs.join('<br><br>'));
  }
}

/** Marks of the two kinds of line breaks; control characters do not occur in stored text. */
const paragraphEnd = '\u0001';
const lineBreak = '\u0002';

const withBreaks = (text: string): string =>
  text
    .replaceAll(paragraphEnd, '')
    .replaceAll(lineBreak, '')
    .replace(/\r\n?/g, '\n')
    .replace(/\n(?:[^\S\n]*\n)*/g, (ends) => (ends.length > 1 ? paragraphEnd : lineBreak));

const endsWithBr = /<br\s{0,9}\/?>$/i;

/** A line break after a `<br>` is the same one; at the ends of a paragraph there is none. */
function withoutBreaksAround(paragraph: string): string {
  const lines = paragraph.split(lineBreak).flatMap((line) => line.trim() || []);
  return lines
    .map((line, index) => (index === lines.length - 1 || endsWithBr.test(line) ? line : `${line}<br>`))
    .join('\n');
}

/** The URL of a video on a line of its own is a paragraph, because it becomes an embed. */
function withEmbedsApart(paragraph: string): string[] {
  if (!paragraph.includes('://') || !paragraph.includes(lineBreak)) return [paragraph];
  const parts: string[][] = [[]];
  for (const line of paragraph.split(lineBreak)) {
    if (isEmbeddable(line.trim())) parts.push([line], []);
    else parts.at(-1)?.push(line);
  }
  return parts.map((lines) => lines.join(lineBreak));
}
