import type { SourceEntry } from '../../../platform/files/source.ts';

/** An element of a large file: its text from `<` to `>`; only its beginning when it is larger than any real one. */
type XmlElement = { name: string; xml: string; isCut: boolean };

const usualMax = 4 * 1024 * 1024;

/**
 * The outermost elements with these names, one after the other, cut out of the text, so that one that is not well-formed does
 * not spoil the others. `begins` matches where the next element certainly begins: there ends an element without an end tag,
 * also inside of a CDATA section that is never closed.
 */
export async function* xmlElements(
  entry: SourceEntry,
  names: readonly string[],
  begins: RegExp,
  maxLength = usualMax,
): AsyncGenerator<XmlElement> {
  const decoder = new TextDecoder('utf-8');
  const cutter = new Cutter(names, begins, maxLength);
  const stream = await entry.open();
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>)
      yield* cutter.feed(decoder.decode(chunk, { stream: true }), false);
    yield* cutter.feed(decoder.decode(), true);
  } finally {
    stream.destroy();
  }
}

/** Longer than any mark that is searched for, so that one at the end of a chunk is found in the next. */
const overlap = 200;

class Cutter {
  readonly #start: RegExp;
  readonly #begins: string;
  readonly #maxLength: number;
  #text = '';
  /** The element that is open. */
  #name: string | null = null;
  /** Up to where the open element was searched. */
  #at = 0;
  #isInCdata = false;

  constructor(names: readonly string[], begins: RegExp, maxLength: number) {
    this.#maxLength = maxLength;
    this.#start = new RegExp(`<(${names.join('|')})(?=[\\s>/])`, 'g');
    this.#begins = begins.source;
  }

  *feed(chunk: string, isLast: boolean): Generator<XmlElement> {
    this.#text += chunk;
    for (;;) {
      if (this.#name === null && !this.#open(isLast)) return;
      const end = this.#end(isLast);
      if (end !== null) yield this.#take(end, false);
      else if (this.#text.length > this.#maxLength) yield this.#take(this.#text.length, true);
      else return;
    }
  }

  #open(isLast: boolean): boolean {
    this.#start.lastIndex = 0;
    const match = this.#start.exec(this.#text);
    if (!match) {
      this.#text = isLast ? '' : this.#text.slice(-overlap);
      return false;
    }
    this.#name = match[1] ?? '';
    this.#text = this.#text.slice(match.index);
    this.#at = match[0].length;
    this.#isInCdata = false;
    return true;
  }

  /** Where the open element ends; null while that is not known. */
  #end(isLast: boolean): number | null {
    const outside = new RegExp(`<!\\[CDATA\\[|</${this.#name}\\s{0,9}>|${this.#begins}`, 'g');
    const inside = new RegExp(`\\]\\]>|${this.#begins}`, 'g');
    for (;;) {
      const pattern = this.#isInCdata ? inside : outside;
      pattern.lastIndex = this.#at;
      const match = pattern.exec(this.#text);
      if (!match) {
        this.#at = Math.max(this.#at, this.#text.length - overlap);
        return isLast ? this.#text.length : null;
      }
      const found = match[0];
      this.#at = match.index + found.length;
      if (found === '<![CDATA[') this.#isInCdata = true;
      else if (found === ']]>') this.#isInCdata = false;
      else return found.startsWith('</') ? this.#at : match.index;
    }
  }

  #take(end: number, isCut: boolean): XmlElement {
    const element = { name: this.#name ?? '', xml: this.#text.slice(0, end), isCut };
    this.#text = this.#text.slice(end);
    this.#name = null;
    return element;
  }
}
