import { parse } from '../../../../content/document/parse.ts';
import { textContent } from '../../../../content/document/tree.ts';

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

/** Decodes the entities of XML and numbers. Others, also those that the file declares, stay as they are. */
function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi,
    (all, decimal, hex, name) => {
      if (name !== undefined) return entities[String(name).toLowerCase()] ?? all;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code >= 0x20 && code <= 0x10ffff
        ? String.fromCodePoint(code)
        : code === 9 || code === 10
          ? ' '
          : '';
    },
  );
}

/** The attributes in an opening tag. */
export function attributesIn(text: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', double, single] of text.matchAll(
    /(?<![\w:.-])([\w:.-]+)\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)')/g,
  ))
    attributes.set(name, decodeEntities(double ?? single ?? ''));
  return attributes;
}

const opening = '<![CDATA[';

/**
 * The text of an element. Sections of CDATA may follow each other (`]]]]><![CDATA[>` stands for `]]>`); one inside of
 * another is part of the text.
 */
export function elementText(inner: string): string {
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

const formats =
  /<\/?(?:a|abbr|b|big|br|cite|code|del|em|font|i|ins|kbd|mark|q|s|small|span|strike|strong|sub|sup|tt|u)(?:\s[^<>]{0,500})?\/?>/gi;

/** A title or name as readers see it: formats are dropped, entities decoded. */
export function plainLine(html: string): string {
  const text = html.replace(formats, '');
  const decoded = text.includes('&') ? textContent(parse(text.replaceAll('<', '&lt;'))) : text;
  return decoded.replace(/\s+/g, ' ').trim();
}

/** A copy that does not hold on to the large text that it was cut out of. */
export function detached(text: string): string {
  return text.length < 13 ? text : Buffer.from(text, 'utf16le').toString('utf16le');
}
