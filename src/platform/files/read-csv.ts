import type { SourceEntry } from './source.ts';
import { readBeginning, TooLarge } from './text-file.ts';

const maxFieldLength = 20 * 1024 * 1024;

/** The rows of a CSV file (RFC 4180) by the names in its first row: small letters, `_` for spaces. */
export async function* csvRows(entry: SourceEntry): AsyncGenerator<Readonly<Record<string, string>>> {
  let names: string[] | null = null;
  for await (const fields of csvLines(entry)) {
    if (names === null) names = fields.map(columnName);
    else if (fields.length > 1 || fields[0] !== '')
      yield Object.assign(
        Object.create(null),
        Object.fromEntries(names.map((name, index) => [name, fields[index] ?? ''])),
      );
  }
}

/** The names in the first row, for recognizing a file. */
export const columnsOf = async (entry: SourceEntry): Promise<string[]> =>
  ((await readBeginning(entry)).split('\n', 1)[0] ?? '')
    .split(',')
    .map((name) => columnName(name.replaceAll('"', '')));

export const columnName = (name: string): string =>
  name
    .replace(/^\uFEFF/, '')
    .trim()
    .toLowerCase()
    .replace(/[\s-]/g, '_');

async function* csvLines(entry: SourceEntry): AsyncGenerator<string[]> {
  const decoder = new TextDecoder('utf-8');
  const parser = new CsvParser(entry.path);
  const stream = await entry.open();
  try {
    for await (const bytes of stream as AsyncIterable<Buffer>)
      yield* parser.push(decoder.decode(bytes, { stream: true }));
    yield* parser.push(decoder.decode());
  } finally {
    stream.destroy();
  }
  yield* parser.end();
}

/** What separates fields: commas by RFC 4180; semicolons and tabs as spreadsheets write them in many countries. */
export const delimiters = [',', ';', '\t'] as const;
export type Delimiter = (typeof delimiters)[number];

const special: Record<Delimiter, () => RegExp> = {
  ',': () => /[",\r\n]/g,
  ';': () => /[";\r\n]/g,
  '\t': () => /["\t\r\n]/g,
};

/** Splits text, which may come in pieces, into lines of fields. */
export class CsvParser {
  readonly #name: string;
  readonly #delimiter: Delimiter;
  readonly #special: RegExp;
  #fields: string[] = [];
  #field: string[] = [];
  #length = 0;
  #isQuoted = false;
  /** A quote inside of quotes may be doubled, or be the end. */
  #isAfterQuote = false;
  #isAfterReturn = false;

  constructor(name: string, delimiter: Delimiter = ',') {
    this.#name = name;
    this.#delimiter = delimiter;
    this.#special = special[delimiter]();
  }

  *push(chunk: string): Generator<string[]> {
    let at = 0;
    while (at < chunk.length) {
      this.#special.lastIndex = at;
      const found = this.#special.exec(chunk);
      const index = found?.index ?? chunk.length;
      if (index > at) this.#isAfterReturn = this.#isAfterQuote = false;
      this.#take(chunk.slice(at, index));
      if (!found) return;
      const [character] = found;
      at = index + 1;
      if (character === '"') {
        if (this.#isAfterQuote) this.#take('"');
        this.#isAfterQuote = this.#isQuoted;
        this.#isQuoted = !this.#isQuoted;
        continue;
      }
      this.#isAfterQuote = false;
      if (this.#isQuoted) this.#take(character);
      else if (character === this.#delimiter) this.#endField();
      else if (
        character === '\n' &&
        this.#isAfterReturn &&
        this.#field.length === 0 &&
        this.#fields.length === 0
      )
        this.#isAfterReturn = false;
      else {
        yield this.#endLine();
        this.#isAfterReturn = character === '\r';
      }
    }
  }

  *end(): Generator<string[]> {
    if (this.#field.length > 0 || this.#fields.length > 0) yield this.#endLine();
  }

  #take(part: string): void {
    this.#length += part.length;
    if (this.#length > maxFieldLength) throw new TooLarge(`A field of ${this.#name} is too large.`);
    if (part !== '') this.#field.push(part);
  }

  #endField(): void {
    this.#fields.push(this.#field.join(''));
    this.#field = [];
    this.#length = 0;
  }

  #endLine(): string[] {
    this.#endField();
    const fields = this.#fields;
    this.#fields = [];
    return fields;
  }
}
