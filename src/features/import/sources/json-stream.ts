import type { SourceEntry } from '../../../platform/files/source.ts';
import { TooLarge } from '../../../platform/files/text-file.ts';

/** A value of a JSON file, with the names that lead to it; `*` stands for any element of a list. */
type JsonValue = { path: readonly string[]; value: unknown };

/** A single value, such as a post with all its texts, may have this many characters. */
const maxValueBytes = 32 * 1024 * 1024;
/** Every string outside of accepted values may turn out to be a name. What is longer is none that a reader asks for. */
const maxNameLength = 1000;

const outside = /["{}[\],:]/g;
const inString = /["\\]/g;

class InvalidJson extends Error {}

/**
 * The values of a large JSON file that `wants` accepts, one after the other, so that the whole file is never in memory. Values
 * inside of an accepted one are not offered.
 */
export async function* jsonValues(
  entry: SourceEntry,
  wants: (path: readonly string[]) => boolean,
): AsyncGenerator<JsonValue> {
  const decoder = new TextDecoder('utf-8');
  const scanner = new Scanner(wants);
  const stream = await entry.open();
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>)
      yield* scanner.feed(decoder.decode(chunk, { stream: true }));
    yield* scanner.feed(decoder.decode());
  } finally {
    stream.destroy();
  }
  scanner.end();
}

class Scanner {
  readonly #wants: (path: readonly string[]) => boolean;
  /** The name of each open object's current member; `*` for lists. */
  readonly #path: string[] = [];
  readonly #isList: boolean[] = [];
  #isInString = false;
  #isEscaped = false;
  /** The name that is being read, or was read last. */
  #name = '';
  #captured: string[] | null = null;
  #capturedLength = 0;
  #captureDepth = 0;

  constructor(wants: (path: readonly string[]) => boolean) {
    this.#wants = wants;
  }

  *feed(chunk: string): Generator<JsonValue> {
    let at = 0;
    // What belongs to a captured value or a name, and is not stored yet, starts here.
    let from = 0;
    while (at < chunk.length) {
      if (this.#isEscaped) {
        this.#isEscaped = false;
        at += 1;
        continue;
      }
      const pattern = this.#isInString ? inString : outside;
      pattern.lastIndex = at;
      const match = pattern.exec(chunk);
      if (!match) break;
      const found = match.index;
      const character = match[0];
      at = found + 1;
      if (this.#isInString) {
        if (character === '\\') this.#isEscaped = true;
        else {
          this.#isInString = false;
          if (!this.#captured) this.#addToName(chunk.slice(from, found));
        }
        continue;
      }
      if (character === '"') {
        this.#isInString = true;
        if (!this.#captured) {
          this.#name = '';
          from = at;
        }
        continue;
      }
      const isEnd = character === ',' || character === '}' || character === ']';
      if (this.#captured && isEnd && this.#path.length === this.#captureDepth) {
        this.#captured.push(chunk.slice(from, found));
        const value = this.#takeValue();
        if (value) yield value;
      }
      if (this.#step(character)) from = at;
    }
    if (this.#captured) this.#store(chunk.slice(from));
    else if (this.#isInString) this.#addToName(chunk.slice(from));
  }

  /** Whether a captured value begins after this character. */
  #step(character: string): boolean {
    if (character === '{' || character === '[') {
      this.#isList.push(character === '[');
      this.#path.push('*');
      if (this.#path.length > 10_000) throw new InvalidJson('The JSON is nested too deeply.');
      return character === '[' && this.#begin();
    }
    if (character === '}' || character === ']') {
      this.#isList.pop();
      this.#path.pop();
      return false;
    }
    if (character === ',') return this.#isList.at(-1) === true && this.#begin();
    // A colon: the name before it is that of the value after it.
    if (!this.#captured) this.#path[this.#path.length - 1] = nameOf(this.#name);
    return this.#begin();
  }

  #addToName(part: string): void {
    if (this.#name.length <= maxNameLength) this.#name += part.slice(0, maxNameLength + 1);
  }

  #begin(): boolean {
    if (this.#captured || !this.#wants(this.#path)) return false;
    this.#captured = [];
    this.#capturedLength = 0;
    this.#captureDepth = this.#path.length;
    return true;
  }

  #store(part: string): void {
    this.#capturedLength += part.length;
    if (this.#capturedLength > maxValueBytes)
      throw new TooLarge(`A value of the file (${this.#path.join('.')}) is too large.`);
    this.#captured?.push(part);
  }

  #takeValue(): JsonValue | null {
    const text = this.#captured?.join('').trim() ?? '';
    this.#captured = null;
    if (text === '') return null;
    try {
      return { path: [...this.#path], value: JSON.parse(text) };
    } catch {
      throw new InvalidJson(`The file is not valid JSON, at ${this.#path.join('.')}: ${text.slice(0, 60)}`);
    }
  }

  end(): void {
    if (this.#path.length > 0) throw new InvalidJson('The file ends early: it is not complete JSON.');
  }
}

function nameOf(text: string): string {
  if (!text.includes('\\')) return text;
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text;
  }
}
