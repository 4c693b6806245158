import { instant } from '../../../../platform/files/dates.ts';
import type { XmlDialect, XmlElement } from '../../sources/xml-element.ts';

/** Items are cut at their elements: one may have any number of comments. */
export const wxr: XmlDialect = {
  structure: new Set(['rss', 'channel', 'rdf:RDF']),
  items: new Set(['item']),
  containers: new Set(
    'wp:author wp:category wp:tag wp:term wp:termmeta wp:comment wp:commentmeta wp:postmeta image'.split(' '),
  ),
  nextItem: /<\/item>\s{0,200}<item>/,
};

/** The texts of the elements of an item, comment or term by their names; the first of each counts. */
export type Fields = ReadonlyMap<string, string>;

export function fieldsOf(children: readonly XmlElement[]): Fields {
  const fields = new Map<string, string>();
  for (const { name, text } of children) if (!fields.has(name)) fields.set(name, text);
  return fields;
}

/** One line of a field; '' when it is missing. */
export function field(fields: Fields, ...names: readonly string[]): string {
  for (const name of names) {
    const text = fields.get(name)?.trim();
    if (text) return text;
  }
  return '';
}

/** An id; '' for none, which WordPress writes as 0. */
export function idField(fields: Fields, name: string): string {
  const id = field(fields, name);
  return /^[1-9]\d{0,18}$/.test(id) ? id : '';
}

const noDate = /^(?:0000-|-0001|-1)/;

/** The instant of `…_gmt`, or else that of the local time, if the time zone of the blog is given. */
export function dateField(fields: Fields, name: string, offset: string | null): string | null {
  const utc = field(fields, `${name}_gmt`);
  const local = field(fields, name);
  const given = utc && !noDate.test(utc) ? instant(utc) : null;
  return given ?? (offset !== null && local && !noDate.test(local) ? instant(local, offset) : null);
}

/** How far the local time of an item is from UTC, such as `+02:00`. */
export function offsetOf(fields: Fields): string | null {
  const [local, utc] = [field(fields, 'wp:post_date'), field(fields, 'wp:post_date_gmt')];
  if (!local || !utc || noDate.test(local) || noDate.test(utc)) return null;
  const [localIso, utcIso] = [instant(local), instant(utc)];
  if (localIso === null || utcIso === null) return null;
  const minutes = Math.round((Date.parse(localIso) - Date.parse(utcIso)) / 60_000);
  if (Math.abs(minutes) > 14 * 60) return null;
  const two = (value: number) => String(Math.trunc(value)).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
}

/** Web names of other scripts are percent-encoded. */
export { decoded as decodedSlug } from '../../../../content/document/url.ts';
