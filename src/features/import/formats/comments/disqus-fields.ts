import { SaxesParser } from 'saxes';

type Field = { id: string; text: string };

/** The fields of an element: `author/name` is the element `name` in the element `author`. */
export class XmlFields {
  readonly #fields: ReadonlyMap<string, Field>;

  constructor(fields: ReadonlyMap<string, Field>) {
    this.#fields = fields;
  }

  /** The `dsq:id` of the element itself. */
  get id(): string {
    return this.#fields.get('')?.id ?? '';
  }

  get(path: string): Field | undefined {
    return this.#fields.get(path);
  }

  /** Whether it contains other elements: HTML that was not escaped. */
  hasElements(path: string): boolean {
    for (const name of this.#fields.keys()) if (name.startsWith(`${path}/`)) return true;
    return false;
  }

  text(path: string): string {
    return this.#fields.get(path)?.text.trim() ?? '';
  }
}

const knownEntity = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/gi;
const deepest = 8;

/** Reads one element that was cut out of a file. What is not well-formed is read as far as it goes. */
export function fieldsOf(xml: string): XmlFields {
  const fields = new Map<string, Field>();
  const path: string[] = [];
  const parser = new SaxesParser({ xmlns: false, fragment: true });
  const current = (): Field => {
    const name = path.slice(1).join('/');
    const field = fields.get(name) ?? { id: '', text: '' };
    fields.set(name, field);
    return field;
  };
  const add = (text: string) => {
    if (path.length > 0 && path.length <= deepest) current().text += text;
  };
  parser.on('error', () => {});
  parser.on('opentag', ({ name, attributes }) => {
    path.push(name);
    if (path.length <= deepest) current().id ||= String(attributes['dsq:id'] ?? attributes.id ?? '');
  });
  parser.on('closetag', () => void path.pop());
  parser.on('text', add);
  parser.on('cdata', add);
  parser.write(repaired(xml)).close();
  return new XmlFields(fields);
}

/** Ampersands that begin no entity are text, control characters have no place in XML, and every CDATA section ends. */
function repaired(xml: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  const text = xml.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '');
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    const start = text.indexOf(cdataStart, at);
    parts.push(text.slice(at, start < 0 ? text.length : start).replace(knownEntity, '&amp;'));
    if (start < 0) return parts.join('');
    const end = text.indexOf(cdataEnd, start);
    if (end < 0) return parts.join('') + closedCdata(text.slice(start + cdataStart.length));
    at = end + cdataEnd.length;
    parts.push(text.slice(start, at));
  }
}

const cdataStart = '<![CDATA[';
const cdataEnd = ']]>';

/** A section that is never closed ends with the element that it is in. */
function closedCdata(text: string): string {
  const end = ['</message>', '</title>', '</'].map((tag) => text.indexOf(tag)).find((at) => at >= 0) ?? -1;
  return end < 0
    ? cdataStart + text + cdataEnd
    : cdataStart + text.slice(0, end) + cdataEnd + text.slice(end).replace(knownEntity, '&amp;');
}
