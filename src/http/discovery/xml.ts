/** Markup that is safe to stand in a document as it is. */
export class Xml {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

type Value = string | number | Xml | readonly Xml[] | null;

/** A template that writes XML: strings are escaped, what `xml` made before is not, null leaves nothing. */
export function xml(parts: TemplateStringsArray, ...values: Value[]): Xml {
  return new Xml(String.raw({ raw: parts }, ...values.map(written)));
}

function written(value: Value): string {
  if (value === null) return '';
  if (value instanceof Xml) return value.text;
  if (typeof value === 'string' || typeof value === 'number') return escaped(String(value));
  return value.map(({ text }) => text).join('\n');
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** XML 1.0 has no way to write most control characters and half characters, not even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const forbidden = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g;

export const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(forbidden, '')
    .replace(/[&<>"']/g, (character) => entities[character] ?? '');
