import { escapeHtml } from '../web/escape-html.ts';

/** XML that needs no escaping. */
class Xml {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

type Value = string | number | Xml | readonly Xml[] | null;

/** A template tag that escapes strings, inserts XML unchanged and omits null. */
export function xml(parts: TemplateStringsArray, ...values: Value[]): Xml {
  return new Xml(String.raw({ raw: parts }, ...values.map(serialize)));
}

function serialize(value: Value): string {
  if (value === null) return '';
  if (value instanceof Xml) return value.text;
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(inXml(String(value)));
  return value.map(({ text }) => text).join('\n');
}

/** XML 1.0 cannot represent most control characters and lone surrogates, not even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const forbidden = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g;

export const inXml = (text: string): string => text.toWellFormed().replace(forbidden, '');
