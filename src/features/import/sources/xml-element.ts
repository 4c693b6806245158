import { attributesIn, elementText } from '../formats/wordpress/xml-text.ts';

export type XmlElement = {
  name: string;
  attributes: ReadonlyMap<string, string>;
  /** Of an element without elements. */
  text: string;
  children: readonly XmlElement[];
};

/** `isCut`: the file ends inside of it. */
type Found = { element: XmlElement; end: number; isCut: boolean };

/** Elements with elements; all others of an export hold a text. */
const containers = new Set(
  'wp:author wp:category wp:tag wp:term wp:termmeta wp:comment wp:commentmeta wp:postmeta image'.split(' '),
);

const tagPattern =
  /<([a-z_][\w.-]{0,60}(?::[\w.-]{1,60})?)((?:[^<>"']|"[^"]{0,4000}"|'[^']{0,4000}'){0,200})>/iy;

type Tag = { name: string; attributes: string; isEmpty: boolean; end: number };

/** The opening tag at this place; null when there is none. */
export function tagAt(text: string, start: number): Tag | null {
  tagPattern.lastIndex = start;
  const [, name, rest] = tagPattern.exec(text) ?? [];
  if (name === undefined || rest === undefined) return null;
  return { name, attributes: rest, isEmpty: rest.endsWith('/'), end: tagPattern.lastIndex };
}

/**
 * Reads the element whose opening tag is given. Lenient: an element that is not closed ends with what surrounds it. Null
 * when the text ends before the element does, unless it is the last text of the file.
 */
export function readElement(text: string, tag: Tag, isLast: boolean): Found | null {
  const attributes = attributesIn(tag.attributes);
  if (tag.isEmpty)
    return { element: { name: tag.name, attributes, text: '', children: [] }, end: tag.end, isCut: false };
  return containers.has(tag.name)
    ? readContainer(text, tag, attributes, isLast)
    : readLeaf(text, tag, attributes, isLast);
}

type Attributes = ReadonlyMap<string, string>;

function readContainer(text: string, tag: Tag, attributes: Attributes, isLast: boolean): Found | null {
  const children: XmlElement[] = [];
  const found = (end: number, isCut: boolean): Found => ({
    element: { name: tag.name, attributes, text: '', children },
    end,
    isCut,
  });
  let at = tag.end;
  for (;;) {
    const next = text.indexOf('<', at);
    // The longest closing tag must be there, to see whether it is one.
    if (next === -1 || (next + 70 > text.length && !isLast && text.indexOf('>', next) === -1))
      return isLast ? found(text.length, true) : null;
    if (closes(text, next, tag.name)) return found(endOfTag(text, next), false);
    if (endsItem(text, next)) return found(next, false);
    const child = tagAt(text, next);
    if (!child) {
      at = next + 1;
      continue;
    }
    const inner = readElement(text, child, isLast);
    if (!inner) return null;
    children.push(inner.element);
    if (inner.isCut) return found(inner.end, true);
    at = inner.end;
  }
}

function closes(text: string, at: number, name: string): boolean {
  if (!text.startsWith(`</${name}`, at)) return false;
  const next = text[at + name.length + 2];
  return next === '>' || (next !== undefined && /\s/.test(next));
}

function endsItem(text: string, at: number): boolean {
  return (
    closes(text, at, 'item') || closes(text, at, 'channel') || /^<item[\s>]/.test(text.slice(at, at + 6))
  );
}

function endOfTag(text: string, at: number): number {
  return text.indexOf('>', at) + 1 || text.length;
}

function readLeaf(text: string, tag: Tag, attributes: Attributes, isLast: boolean): Found | null {
  const close = leafEnd(text, tag);
  if (!close && !isLast) return null;
  const recovered = lostEnd(text, tag, close?.start ?? text.length);
  const inner = text.slice(tag.end, recovered?.start ?? close?.start ?? text.length);
  const element = { name: tag.name, attributes, text: elementText(inner), children: [] };
  return { element, end: recovered?.end ?? close?.end ?? text.length, isCut: !close && !recovered };
}

type Range = { start: number; end: number };

/**
 * Where the text of an element ends: at its closing tag outside of CDATA. A section of CDATA ends with the `]]>` after which
 * the closing tag is the next one; posts contain others, of scripts for example.
 */
function leafEnd(text: string, { name, end }: Tag): Range | null {
  const first = text.indexOf('<', end);
  let at = first;
  while (at !== -1) {
    if (closes(text, at, name)) return text.includes('>', at) ? { start: at, end: endOfTag(text, at) } : null;
    // After another tag it is the text of another element: this one was never closed.
    if (text.startsWith('<![CDATA[', at))
      return at === first ? cdataEnd(text, at, name) : { start: first, end: first };
    // An element without a closing tag ends with its item.
    if (endsItem(text, at)) return { start: at, end: at };
    at = text.indexOf('<', at + 1);
  }
  return null;
}

function cdataEnd(text: string, start: number, name: string): Range | null {
  let close = text.indexOf(']]>', start);
  let next = -1;
  while (close !== -1) {
    if (next < close) next = text.indexOf('<', close);
    if (next === -1) return null;
    if (closes(text, next, name))
      return text.includes('>', next) ? { start: next, end: endOfTag(text, next) } : null;
    close = text.indexOf(']]>', close + 1);
  }
  return null;
}

/**
 * A section of CDATA whose end was lost would swallow the items after it. They are recognized by the same element that
 * begins again in a later item; in a post that shows an export, `]]>` would be split.
 */
function lostEnd(text: string, { name, end }: Tag, limit: number): Range | null {
  const inner = text.slice(end, limit);
  const item = inner.indexOf('</item>');
  if (item === -1 || !/^<\/item>\s{0,200}<item>/.test(inner.slice(item, item + 250))) return null;
  const again = inner.indexOf(`<${name}><![CDATA[`, item);
  if (again === -1 || inner.slice(0, again).includes(']]]]>')) return null;
  const closing = inner.lastIndexOf(`</${name}>`, item);
  return closing === -1
    ? { start: end + item, end: end + item }
    : { start: end + closing, end: end + closing + name.length + 3 };
}
