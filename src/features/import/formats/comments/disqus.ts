import { commentLabel, commentText } from '../../../../content/foreign/comment-text.ts';
import { instant } from '../../../../platform/files/dates.ts';
import type { Source, SourceEntry } from '../../../../platform/files/source.ts';
import { readBeginning } from '../../../../platform/files/text-file.ts';
import type { CommentItem, LeftOutItem, SourceItem } from '../../items.ts';
import { ParentsFirst } from '../../parents-first.ts';
import { xmlElements } from '../../sources/xml-elements.ts';
import type { Reader } from '../reader.ts';
import { fieldsOf, type XmlFields } from './disqus-fields.ts';

/** At the outermost level, threads and posts have ids; inside of a post, a thread has one too and no content. */
const begins = /<post\s{1,9}dsq:id=/;
/** An export is one file, perhaps among a few others. */
const maxFiles = 20;
const countedElement = /<post(?:\s{1,9}dsq:id=|>\s{0,99}<[a-z])/g;

export const reader: Reader = {
  format: 'disqus',
  label: 'Disqus',
  detects: async (source) => (await exports(source)).length > 0,
  count: async (source) => {
    let total = 0;
    for (const entry of await exports(source)) total += await countElements(entry);
    return new Map([['comment', total]]);
  },
  read: readAll,
};

/** The files of a source that are exports of Disqus. */
async function exports(source: Source): Promise<SourceEntry[]> {
  const found: SourceEntry[] = [];
  if (source.entries.length > maxFiles) return found;
  for (const entry of source.entries)
    if (/\.xml$/i.test(entry.path) || source.entries.length === 1)
      if (/<disqus[\s>]/.test(await readBeginning(entry))) found.push(entry);
  return found;
}

async function countElements(entry: SourceEntry): Promise<number> {
  const longest = 120;
  const stream = await entry.open();
  let total = 0;
  let rest = '';
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const text = rest + chunk.toString('latin1');
    let end = 0;
    for (const match of text.matchAll(countedElement)) {
      total++;
      end = match.index + match[0].length;
    }
    rest = text.slice(Math.max(end, text.length - longest));
  }
  return total;
}

async function* readAll(source: Source): AsyncGenerator<SourceItem> {
  for (const entry of await exports(source)) {
    const order = new ParentsFirst();
    const addresses = new Map<string, string>();
    let number = 0;
    for await (const { name, xml, isCut } of xmlElements(entry, ['thread', 'post'], begins)) {
      const fields = fieldsOf(xml);
      if (name === 'thread') {
        const address = addressOf(fields);
        if (address) for (const id of idsOf(fields)) addresses.set(id, address);
        continue;
      }
      number++;
      const item = isCut
        ? tooLarge(fields, number)
        : itemOf(fields, messageOf(fields, xml), addresses, number);
      if (item.kind === 'comment') yield* order.add(item);
      else {
        yield item;
        yield* order.leaveOut(item.key, keyOf(fields.get('parent')?.id || fields.text('parent')));
      }
    }
    yield* order.end();
  }
}

const keyOf = (id: string | undefined): string | undefined => (id ? `comment-${id}` : undefined);

/** The id of Disqus, and the identifier that the site gave it, which the documented format refers to. */
const idsOf = (fields: XmlFields): string[] =>
  [fields.id, fields.text('id') && `own ${fields.text('id')}`].filter((id) => id !== '');

const nameOf = (fields: XmlFields) =>
  fields.text('author/name') || fields.text('author/username') || 'Anonymous';

const common = (fields: XmlFields, number: number, text: string) => ({
  key: keyOf(fields.id || fields.text('id')) ?? `comment-number-${number}`,
  sourceKind: 'comment',
  label: commentLabel(nameOf(fields), text),
});

const leftOut = (fields: XmlFields, number: number, reason: string): LeftOutItem => ({
  kind: 'left-out',
  ...common(fields, number, commentText(fields.text('message'))),
  reason,
});

const tooLarge = (fields: XmlFields, number: number) =>
  leftOut(fields, number, 'It is larger than 4 MB, which no comment is.');

function itemOf(
  fields: XmlFields,
  message: string,
  addresses: ReadonlyMap<string, string>,
  number: number,
): CommentItem | LeftOutItem {
  const is = (name: string) => fields.text(name).toLowerCase() === 'true';
  if (is('isDeleted')) return leftOut(fields, number, 'It was deleted in Disqus.');
  if (is('isSpam')) return leftOut(fields, number, 'Disqus marked it as spam.');
  const thread = fields.get('thread');
  const address = addresses.get(thread?.id ?? '') ?? addresses.get(`own ${fields.text('thread')}`);
  if (address === undefined)
    return leftOut(fields, number, 'The file does not say which page it belongs to.');
  const text = commentText(message, { lineBreaks: !/<(?:p|br|div)\b/i.test(message) });
  if (text === '') return leftOut(fields, number, 'It has no text.');
  const parent = keyOf(fields.get('parent')?.id || fields.text('parent'));
  return {
    kind: 'comment',
    ...common(fields, number, text),
    post: { address },
    ...(parent !== undefined && { parent }),
    name: nameOf(fields),
    text,
    date: instant(fields.text('createdAt')),
    approved: fields.text('isApproved').toLowerCase() !== 'false',
    source: 'comment',
  };
}

/** The HTML of a comment, also where it was not escaped. */
function messageOf(fields: XmlFields, xml: string): string {
  if (!fields.hasElements('message')) return fields.text('message');
  const start = xml.indexOf('>', xml.indexOf('<message')) + 1;
  const end = xml.lastIndexOf('</message>');
  return end > start ? xml.slice(start, end) : fields.text('message');
}

const tracking = /^(?:utm_\w{1,20}|fbclid|gclid|replytocom|ref)$/;

/** Where the page of a thread is: its link, or a URL in its identifier, as WordPress writes it ("73 https://…/?p=73"). */
function addressOf(fields: XmlFields): string | null {
  const [, identifier = ''] = /(?:^|\s)(https?:\/\/\S{1,2000})$/.exec(fields.text('id')) ?? [];
  const path = /^\/\S{0,2000}$/.exec(fields.text('id'))?.[0] ?? '';
  for (const candidate of [fields.text('link'), identifier, path]) {
    const url = URL.parse(candidate, 'https://site.invalid');
    if (candidate === '' || !url || !/^https?:$/.test(url.protocol)) continue;
    for (const name of [...url.searchParams.keys()]) if (tracking.test(name)) url.searchParams.delete(name);
    return url.host === 'site.invalid' ? url.pathname + url.search : url.origin + url.pathname + url.search;
  }
  return null;
}
