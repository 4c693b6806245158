import type { SourceEntry } from '../../../../platform/files/source.ts';
import type { SourceCounts } from '../reader.ts';

/** Reads bytes as characters, because the names of elements are ASCII in each encoding but UTF-16. */
const sign =
  /<!\[CDATA\[|\]\]>|<!--|-->|<\/content:encoded>|<\/wp:(?:comment|author|category|tag|term)>|<(item|wp:comment|wp:author|wp:category|wp:tag|wp:term)[\s>]|<wp:post_type>\s{0,20}(?:<!\[CDATA\[)?\s{0,20}([\w-]{1,60})/g;
const maxSignLength = 200;

/**
 * Counts items by searching for their tags outside of CDATA. It shares no code with the reader, so that the report can
 * compare both.
 */
export async function countItems(entries: readonly SourceEntry[]): Promise<SourceCounts> {
  const counts = new Map<string, number>();
  for (const entry of entries) {
    const counter = new Counter(counts);
    const stream = await entry.open();
    let encoding: 'latin1' | 'utf16le' | null = null;
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        encoding ??= isUtf16(chunk) ? 'utf16le' : 'latin1';
        // The bytes of UTF-16 in either order are those of ASCII with zeros between.
        counter.add(
          encoding === 'latin1' ? chunk.toString('latin1') : chunk.toString('latin1').replaceAll('\0', ''),
        );
      }
    } finally {
      stream.destroy();
    }
    counter.end();
  }
  return counts;
}

function isUtf16([first, second]: Buffer): boolean {
  return (
    (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || first === 0 || second === 0
  );
}

class Counter {
  readonly #counts: Map<string, number>;
  #rest = '';
  #isInCdata = false;
  #isInComment = false;
  /** The element that is open, and how many of its kind are inside of each other. */
  #open = '';
  #depth = 0;
  #hasItem = false;

  constructor(counts: Map<string, number>) {
    this.#counts = counts;
  }

  add(piece: string): void {
    const text = this.#rest + piece;
    this.#search(text, text.length - maxSignLength);
  }

  end(): void {
    this.#search(this.#rest, this.#rest.length);
    this.#endItem();
  }

  /** Signs that begin after `limit` wait for the next piece, because they may be cut. */
  #search(text: string, limit: number): void {
    let done = Math.max(0, limit);
    for (const match of text.matchAll(sign)) {
      if (match.index >= limit) break;
      this.#found(match);
      done = Math.max(done, match.index + match[0].length);
    }
    this.#rest = text.slice(done);
  }

  #found([all, element, type]: RegExpExecArray): void {
    // After the text of a post there is no CDATA, also if its end was lost.
    if (all === ']]>' || all === '</content:encoded>') this.#isInCdata = false;
    else if (this.#isInCdata) return;
    else if (all === '<!--' || all === '-->') this.#isInComment = all === '<!--';
    else if (this.#isInComment) return;
    else if (all.startsWith('</')) this.#depth -= all === `</${this.#open}>` && this.#depth > 0 ? 1 : 0;
    else if (element === 'item') {
      this.#endItem();
      this.#hasItem = true;
      this.#depth = 0;
    } else if (element !== undefined) {
      this.#depth = element === this.#open ? this.#depth + 1 : 1;
      this.#open = element;
      if (this.#depth === 1) this.#count(element.replace('wp:', ''));
    } else if (type === undefined) this.#isInCdata = true;
    else if (this.#hasItem) {
      this.#hasItem = false;
      this.#count(type);
    }
  }

  /** An item without a type is a post. */
  #endItem(): void {
    if (this.#hasItem) this.#count('post');
    this.#hasItem = false;
  }

  #count(kind: string): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
  }
}
