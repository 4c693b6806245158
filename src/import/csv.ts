import type { SourceEntry } from './source.ts';
import { TooLarge } from './text-file.ts';

const fieldMax = 20 * 1024 * 1024;

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

export const columnName = (name: string): string =>
  name
    .replace(/^\uFEFF/, '')
    .trim()
    .toLowerCase()
    .replace(/[\s-]/g, '_');

const special = /[",\r\n]/g;

async function* csvLines(entry: SourceEntry): AsyncGenerator<string[]> {
  const decoder = new TextDecoder('utf-8');
  const stream = await entry.open();
  let fields: string[] = [];
  let field: string[] = [];
  let length = 0;
  let isQuoted = false;
  // A quote inside of quotes may be doubled, or be the end.
  let isAfterQuote = false;
  let isAfterReturn = false;
  const take = (part: string) => {
    length += part.length;
    if (length > fieldMax) throw new TooLarge(`A field of ${entry.path} is too large.`);
    if (part !== '') field.push(part);
  };
  const endField = () => {
    fields.push(field.join(''));
    field = [];
    length = 0;
  };
  try {
    for await (const bytes of stream as AsyncIterable<Buffer>)
      yield* lines(decoder.decode(bytes, { stream: true }));
    yield* lines(decoder.decode());
  } finally {
    stream.destroy();
  }
  if (field.length > 0 || fields.length > 0) {
    endField();
    yield fields;
  }

  function* lines(chunk: string): Generator<string[]> {
    let at = 0;
    while (at < chunk.length) {
      special.lastIndex = at;
      const found = special.exec(chunk);
      const index = found?.index ?? chunk.length;
      if (index > at) isAfterReturn = isAfterQuote = false;
      take(chunk.slice(at, index));
      if (!found) return;
      const [character] = found;
      at = index + 1;
      if (character === '"') {
        if (isAfterQuote) take('"');
        isAfterQuote = isQuoted;
        isQuoted = !isQuoted;
        continue;
      }
      isAfterQuote = false;
      if (isQuoted) take(character);
      else if (character === ',') endField();
      else if (character === '\n' && isAfterReturn && field.length === 0 && fields.length === 0)
        isAfterReturn = false;
      else {
        endField();
        yield fields;
        fields = [];
        isAfterReturn = character === '\r';
      }
    }
  }
}
