/**
 * How the files of a program are cut. Many are not well-formed, so an element that is not closed ends with what surrounds it, at
 * the latest where the next item begins.
 */
export type XmlDialect = {
  /** The elements around all others. */
  structure: ReadonlySet<string>;
  items: ReadonlySet<string>;
  /** Elements with elements; all others hold a text. */
  containers: ReadonlySet<string>;
  /** Certainly the beginning of another item, also in a section of CDATA whose end was lost. */
  nextItem: RegExp;
};

type Attributes = Readonly<Record<string, string>>;

export type XmlElement = {
  name: string;
  attributes: Attributes;
  /** Of an element without elements. */
  text: string;
  children: readonly XmlElement[];
};

export const childrenNamed = ({ children }: Pick<XmlElement, 'children'>, name: string): XmlElement[] =>
  children.filter((child) => child.name === name);

/** The text of the first element with this name inside of another; '' when there is none. */
export const textIn = (element: Pick<XmlElement, 'children'> | undefined, name: string): string =>
  element?.children.find((child) => child.name === name)?.text.trim() ?? '';

type Found = { element: XmlElement; end: number };

const tagPattern =
  /<([a-z_][\w.-]{0,60}(?::[\w.-]{1,60})?)((?:[^<>"']|"[^"]{0,4000}"|'[^']{0,4000}'){0,200})>/iy;

type Tag = { name: string; attributes: Attributes; isEmpty: boolean; end: number };

/** The opening tag at this place; null when there is none. */
export function tagAt(text: string, start: number): Tag | null {
  tagPattern.lastIndex = start;
  const [, name, rest] = tagPattern.exec(text) ?? [];
  if (name === undefined || rest === undefined) return null;
  return { name, attributes: attributesIn(rest), isEmpty: rest.endsWith('/'), end: tagPattern.lastIndex };
}

/**
 * Reads the element whose opening tag is given. Null when the text ends before the element does, unless it is the last text of
 * the file.
 */
export function readElement(text: string, tag: Tag, isLast: boolean, dialect: XmlDialect): Found | null {
  const { name, attributes, isEmpty, end } = tag;
  if (isEmpty) return { element: { name, attributes, text: '', children: [] }, end };
  return dialect.containers.has(name)
    ? readContainer(text, tag, isLast, dialect)
    : readLeaf(text, tag, isLast, dialect);
}

function readContainer(text: string, tag: Tag, isLast: boolean, dialect: XmlDialect): Found | null {
  const { name, attributes } = tag;
  const children: XmlElement[] = [];
  const found = (inside: number, end: number): Found => ({
    element: {
      name,
      attributes,
      text: children.length > 0 ? '' : elementText(text.slice(tag.end, inside)),
      children,
    },
    end,
  });
  let at = tag.end;
  for (;;) {
    const next = text.indexOf('<', at);
    // The longest closing tag must be there, to see whether it is one.
    if (next === -1 || (next + 70 > text.length && !isLast && text.indexOf('>', next) === -1))
      return isLast ? found(text.length, text.length) : null;
    if (closes(text, next, name)) return found(next, endOfTag(text, next));
    if (endsItem(text, next, dialect)) return found(next, next);
    const child = tagAt(text, next);
    if (!child) {
      at = next + 1;
      continue;
    }
    const inner = readElement(text, child, isLast, dialect);
    if (!inner) return null;
    children.push(inner.element);
    at = inner.end;
  }
}

function closes(text: string, at: number, name: string): boolean {
  return text.startsWith(`</${name}`, at) && /[\s>]/.test(text[at + name.length + 2] ?? '');
}

const tagName = /<(\/?)([\w:.-]{1,60})(?=[\s>])/y;

function endsItem(text: string, at: number, { items, structure }: XmlDialect): boolean {
  tagName.lastIndex = at;
  const [, slash, name = ''] = tagName.exec(text) ?? [];
  return items.has(name) || (slash === '/' && structure.has(name));
}

function endOfTag(text: string, at: number): number {
  return text.indexOf('>', at) + 1 || text.length;
}

function readLeaf(text: string, tag: Tag, isLast: boolean, dialect: XmlDialect): Found | null {
  const { name, attributes } = tag;
  const close = leafEnd(text, tag, dialect);
  if (!close && !isLast) return null;
  const { start, end } = lostEnd(text, tag, close, dialect) ??
    close ?? { start: text.length, end: text.length };
  return { element: { name, attributes, text: elementText(text.slice(tag.end, start)), children: [] }, end };
}

type Range = { start: number; end: number };

/**
 * Where the text of an element ends: at its closing tag outside of CDATA. A section of CDATA ends with the `]]>` after which
 * the closing tag is the next one; posts contain others, of scripts for example.
 */
function leafEnd(text: string, { name, end }: Tag, dialect: XmlDialect): Range | null {
  const first = text.indexOf('<', end);
  let at = first;
  while (at !== -1) {
    if (closes(text, at, name)) return closingTag(text, at);
    // After another tag it is the text of another element: this one was never closed.
    if (text.startsWith('<![CDATA[', at))
      return at === first ? cdataEnd(text, at, name) : { start: first, end: first };
    // An element without a closing tag ends with its item.
    if (endsItem(text, at, dialect)) return { start: at, end: at };
    at = text.indexOf('<', at + 1);
  }
  return null;
}

/** Null where its end is not read yet. */
const closingTag = (text: string, start: number): Range | null =>
  text.includes('>', start) ? { start, end: endOfTag(text, start) } : null;

function cdataEnd(text: string, start: number, name: string): Range | null {
  let close = text.indexOf(']]>', start);
  let next = -1;
  while (close !== -1) {
    if (next < close) next = text.indexOf('<', close);
    if (next === -1) return null;
    if (closes(text, next, name)) return closingTag(text, next);
    close = text.indexOf(']]>', close + 1);
  }
  return null;
}

/**
 * A section of CDATA whose end was lost would swallow the items after it. They are recognized by the same element that
 * begins again in a later item; in a post that shows an export, `]]>` would be split.
 */
function lostEnd(
  text: string,
  { name, end }: Tag,
  close: Range | null,
  { nextItem }: XmlDialect,
): Range | null {
  const inner = text.slice(end, close?.start);
  const item = nextItem.exec(inner)?.index ?? -1;
  const again = item === -1 ? -1 : inner.indexOf(`<${name}`, item);
  const isLost =
    again !== -1 &&
    /^[^<>]{0,200}><!\[CDATA\[/.test(inner.slice(again + name.length + 1, again + name.length + 250)) &&
    !inner.slice(0, again).includes(']]]]>');
  if (!isLost && close) return null;
  const closing = isLost ? inner.lastIndexOf(`</${name}>`, item) : inner.indexOf(`</${name}>`);
  if (closing !== -1) return { start: end + closing, end: end + closing + name.length + 3 };
  return isLost ? { start: end + item, end: end + item } : null;
}

// Text

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

/** Decodes the entities of XML and numbers. Others, also those that the file declares, stay as they are. */
function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi,
    (all, decimal, hex, name) => {
      if (name !== undefined) return entities[String(name).toLowerCase()] ?? all;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      if (code === 9 || code === 10) return ' ';
      return code >= 0x20 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    },
  );
}

const attribute = /(?<![\w:.-])([\w:.-]+)\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)')/g;

const attributesIn = (tag: string): Attributes =>
  Object.fromEntries(
    Array.from(tag.matchAll(attribute), ([, name = '', double, single]) => [
      name,
      decodeEntities(double ?? single ?? ''),
    ]),
  );

const opening = '<![CDATA[';

/**
 * The text of an element. Sections of CDATA may follow each other (`]]]]><![CDATA[>` stands for `]]>`); one inside of
 * another is part of the text.
 */
function elementText(inner: string): string {
  const first = inner.indexOf(opening);
  if (first === -1) return inner.includes('<') ? inner : decodeEntities(inner);
  const last = inner.lastIndexOf(']]>');
  const end = last < first ? inner.length : last;
  return (
    decodeEntities(inner.slice(0, first)).trimStart() +
    inner.slice(first + opening.length, end).replaceAll(`]]>${opening}`, '') +
    decodeEntities(inner.slice(end + 3)).trimEnd()
  );
}
