/** A tag, a comment, or the text between two of them. */
type Piece = {
  kind: 'text' | 'tag' | 'comment';
  start: number;
  end: number;
  /** Of a tag, in lower case. */
  name: string;
  isClosing: boolean;
};

const tagStart = /<\/?([a-z][^\s/>]{0,60})/iy;
const beforeQuote = /[^>"']*/y;

/**
 * Cuts HTML into tags, comments and text without building a tree: line breaks and shortcodes of a text mean something only
 * outside of tags. Takes linear time for any input.
 */
export function* piecesOf(html: string): Generator<Piece> {
  const markup = new Markup(html);
  let text = 0;
  let at = html.indexOf('<');
  while (at !== -1) {
    const found = markup.at(at);
    if (found) {
      if (text < at) yield { kind: 'text', start: text, end: at, name: '', isClosing: false };
      yield found;
      text = found.end;
    }
    at = html.indexOf('<', found ? found.end : at + 1);
  }
  if (text < html.length) yield { kind: 'text', start: text, end: html.length, name: '', isClosing: false };
}

/** The tags and comments of a text. Places must be asked for in ascending order. */
export class Markup {
  readonly #html: string;
  readonly #ends: TagEnds;
  readonly #lastClosing = new Map<string, number>();

  constructor(html: string) {
    this.#html = html;
    this.#ends = new TagEnds(html);
  }

  /** The tag or comment that begins here; null where `<` is text. */
  at(start: number): Piece | null {
    return this.#html.startsWith('<!--', start)
      ? comment(this.#html, start)
      : tag(this.#html, start, this.#ends);
  }

  /** The end of a tag or, where its element is shown as it is, of the whole element. */
  endOfVerbatim({ end, name, isClosing, kind }: Piece): number {
    if (kind !== 'tag' || isClosing || !verbatimElements.has(name)) return end;
    const closing = `</${name}`;
    if (!this.#lastClosing.has(name)) this.#lastClosing.set(name, this.#html.lastIndexOf(closing));
    return (this.#lastClosing.get(name) ?? -1) < end ? end : this.#html.indexOf(closing, end);
  }
}

/** As in browsers, a comment that is not closed reaches to the end. */
function comment(html: string, start: number): Piece {
  const close = html.indexOf('-->', start + 2);
  return { kind: 'comment', start, end: close === -1 ? html.length : close + 3, name: '', isClosing: false };
}

function tag(html: string, start: number, ends: TagEnds): Piece | null {
  tagStart.lastIndex = start;
  const name = tagStart.exec(html)?.[1];
  if (name === undefined) return null;
  const end = ends.after(tagStart.lastIndex);
  return end === -1
    ? null
    : { kind: 'tag', start, end, name: name.toLowerCase(), isClosing: html[start + 1] === '/' };
}

/** Finds the `>` of a tag; those in quoted attributes do not count. */
class TagEnds {
  readonly #html: string;
  /** Set by the first quote that is never closed: from there on each `>` ends a tag, so that no place is read twice. */
  #ignoresQuotes = false;
  #lastEnd: number;

  constructor(html: string) {
    this.#html = html;
    this.#lastEnd = html.lastIndexOf('>');
  }

  after(start: number): number {
    if (start > this.#lastEnd) return -1;
    const end = this.#ignoresQuotes ? -1 : this.#withQuotes(start);
    if (end !== -1) return end;
    this.#ignoresQuotes = true;
    return this.#html.indexOf('>', start) + 1 || -1;
  }

  #withQuotes(start: number): number {
    let at = start;
    while (at < this.#html.length) {
      beforeQuote.lastIndex = at;
      beforeQuote.exec(this.#html);
      const quote = this.#html[beforeQuote.lastIndex];
      if (quote === '>') return beforeQuote.lastIndex + 1;
      const close = quote === undefined ? -1 : this.#html.indexOf(quote, beforeQuote.lastIndex + 1);
      if (close === -1) return -1;
      at = close + 1;
    }
    return -1;
  }
}

/** Elements whose text is shown as it is, or not at all. */
export const verbatimElements: ReadonlySet<string> = new Set(
  'pre code script style textarea xmp svg math select noscript iframe'.split(' '),
);
