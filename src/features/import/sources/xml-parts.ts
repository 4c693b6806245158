import type { SourceEntry } from '../../../platform/files/source.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { elementTooLarge } from '../messages/sources.ts';
import { decodedText } from './decode.ts';
import { readElement, tagAt, type XmlDialect, type XmlElement } from './xml-element.ts';

/** What an export consists of, in its order: elements of the blog, and items with their elements. */
export type Part =
  /** `isCut`: it is longer than any real one, and this is its beginning. */
  | { kind: 'element'; element: XmlElement; isInItem: boolean; isCut: boolean }
  | { kind: 'item' }
  /** `isCut`: the file ends inside of the item. */
  | { kind: 'item-end'; isCut: boolean }
  /** `isComplete`: the closing tags of the file were there. */
  | { kind: 'end'; isComplete: boolean };

const readAtLeast = 256 * 1024;
/** No post has as many characters; an element without an end must not fill the memory. */
const usualMax = 16 * 1024 * 1024;

/** `maxLength`: longer elements are cut, rather than a reason to refuse the file. */
type Cutting = XmlDialect & { maxLength?: number };

/**
 * Cuts an export at its elements, each read on its own, instead of parsing it as a whole: many exports are not well-formed
 * (src/features/import/README.md). Items that are no containers are cut at their elements, too. Holds one element at a time.
 */
export async function* partsOf(entry: SourceEntry, dialect: Cutting): AsyncGenerator<Part> {
  const pieces = decodedText(entry);
  const cutter = new Cutter(dialect);
  try {
    for (;;) {
      yield* cutter.parts();
      if (cutter.isDone) return;
      let length = 0;
      const wanted = Math.max(readAtLeast, cutter.rest);
      if (wanted > (dialect.maxLength ?? usualMax)) {
        if (!dialect.maxLength) throw new Problem('invalid', elementTooLarge(entry.path));
        yield* cutter.tooLong();
      }
      const added: string[] = [];
      let isLast = false;
      while (length < wanted && !isLast) {
        const piece = await pieces.next();
        if (piece.done) isLast = true;
        else {
          added.push(piece.value);
          length += piece.value.length;
        }
      }
      cutter.add(added.join(''), isLast);
    }
  } finally {
    await pieces.return(undefined);
  }
}

/** The outermost elements of a text, in their order. */
export function elementsIn(text: string, dialect: XmlDialect): XmlElement[] {
  const cutter = new Cutter(dialect);
  cutter.add(text, true);
  return [...cutter.parts()].flatMap((part) => (part.kind === 'element' ? part.element : []));
}

class Cutter {
  readonly #dialect: XmlDialect;
  #text = '';
  #at = 0;
  #isLast = false;
  #isInItem = false;
  /** Warnings of PHP may precede the file. */
  #hasBegun = false;
  #isComplete = false;
  isDone = false;

  constructor(dialect: XmlDialect) {
    this.#dialect = dialect;
  }

  get rest(): number {
    return this.#text.length - this.#at;
  }

  add(text: string, isLast: boolean): void {
    this.#text = this.#text.slice(this.#at) + text;
    this.#at = 0;
    this.#isLast = isLast;
  }

  /** The parts that are complete in what was added so far. */
  *parts(): Generator<Part> {
    for (;;) {
      const at = this.#text.indexOf('<', this.#at);
      if (at === -1) {
        this.#at = this.#text.length;
        break;
      }
      this.#at = at;
      const next = this.#text[at + 1];
      if (next === undefined || (!this.#isLast && at + 12 > this.#text.length)) break;
      if (next === '?' || next === '!') {
        const end = this.#declarationEnd(at);
        if (end === -1) break;
        this.#at = end;
        continue;
      }
      const end = this.#text.indexOf('>', at);
      if (end === -1 && !this.#isLast) break;
      if (next === '/') yield* this.#closing(at, end);
      else {
        const parts = this.#opening(at);
        if (!parts) break;
        yield* parts;
      }
    }
    if (!this.#isLast) return;
    if (this.#isInItem) yield { kind: 'item-end', isCut: true };
    yield { kind: 'end', isComplete: this.#isComplete };
    this.isDone = true;
  }

  /** What there is of the element that is open. */
  *tooLong(): Generator<Part> {
    const tag = tagAt(this.#text, this.#at);
    const found = tag && readElement(this.#text, tag, true, this.#dialect);
    this.#at = this.#text.length;
    if (found) yield { kind: 'element', element: found.element, isInItem: this.#isInItem, isCut: true };
  }

  /** Declarations, entities among them, have no effect. */
  #declarationEnd(at: number): number {
    const text = this.#text;
    if (text.startsWith('<![CDATA[', at)) return this.#after(']]>', at);
    if (text.startsWith('<!--', at)) return this.#after('-->', at);
    if (text.startsWith('<?', at)) return this.#after('?>', at);
    const end = text.indexOf('>', at);
    const subset = text.indexOf('[', at);
    if (end === -1 || subset === -1 || subset > end) return this.#after('>', at);
    const close = /\]\s{0,200}>/g;
    close.lastIndex = subset;
    const found = close.exec(text);
    return found ? close.lastIndex : this.#isLast ? end + 1 : -1;
  }

  #after(sign: string, at: number): number {
    const found = this.#text.indexOf(sign, at);
    if (found !== -1) return found + sign.length;
    return this.#isLast ? at + 1 : -1;
  }

  *#closing(at: number, end: number): Generator<Part> {
    const [, name = ''] = /^<\/([\w:.-]{1,60})/.exec(this.#text.slice(at, at + 64)) ?? [];
    this.#at = end === -1 ? this.#text.length : end + 1;
    if (this.#dialect.structure.has(name)) this.#isComplete = true;
    else if (!this.#dialect.items.has(name)) return;
    if (!this.#isInItem) return;
    this.#isInItem = false;
    yield { kind: 'item-end', isCut: false };
  }

  /** Null when the element goes on in what is not read yet. */
  #opening(at: number): Part[] | null {
    const tag = tagAt(this.#text, at);
    if (!tag) {
      this.#at = at + 1;
      return [];
    }
    const { structure, items, containers } = this.#dialect;
    const isItem = items.has(tag.name);
    this.#hasBegun ||= isItem || structure.has(tag.name);
    if (structure.has(tag.name) || !this.#hasBegun) {
      this.#at = tag.end;
      return [];
    }
    if (isItem && !containers.has(tag.name)) {
      this.#at = tag.end;
      const parts: Part[] = this.#isInItem ? [{ kind: 'item-end', isCut: false }] : [];
      this.#isInItem = true;
      return [...parts, { kind: 'item' }];
    }
    const found = readElement(this.#text, tag, this.#isLast, this.#dialect);
    if (!found) return null;
    this.#at = found.end;
    return [{ kind: 'element', element: found.element, isInItem: this.#isInItem, isCut: false }];
  }
}
