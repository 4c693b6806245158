import { commentLabel, commentText } from '../../../../content/foreign/comment-text.ts';
import { instant } from '../../../../platform/files/dates.ts';
import type { Source, SourceEntry } from '../../../../platform/files/source.ts';
import { readBeginning } from '../../../../platform/files/text-file.ts';
import type { CommentItem, LeftOutItem, SourceItem } from '../../items.ts';
import { xmlElements } from '../../sources/xml-elements.ts';
import { countMatches } from '../counting.ts';
import type { FormatReader } from '../reader.ts';
import { AtomEntry } from '../xml-entries.ts';

/** At the outermost level, threads and posts have ids; inside of a post, a thread has one too and no content. */
const begins = /<post\s{1,9}dsq:id=/;
/** An export is one file, perhaps among a few others. */
const maxFiles = 20;
const countedElement = /<post(?:\s{1,9}dsq:id=|>\s{0,99}<[a-z])/g;

export const reader: FormatReader = {
  detects: async (source) => (await exports(source)).length > 0,
  count: async (source) => {
    let total = 0;
    for (const entry of await exports(source))
      total += (await countMatches(entry, countedElement, () => 'comment')).get('comment') ?? 0;
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

async function* readAll(source: Source): AsyncGenerator<SourceItem> {
  for (const entry of await exports(source)) {
    const addresses = new Map<string, string>();
    let number = 0;
    for await (const { name, xml, isCut } of xmlElements(entry, ['thread', 'post'], begins)) {
      const fields = new AtomEntry(repaired(xml));
      if (name === 'thread') {
        const address = addressOf(fields);
        if (address) for (const id of idsOf(fields)) addresses.set(id, address);
        continue;
      }
      number++;
      yield isCut ? tooLarge(fields, number) : itemOf(fields, addresses, number);
    }
  }
}

/** The id of the element itself, or the one that it names. */
const idIn = (fields: AtomEntry, name: string): string => fields.tags(name)[0]?.['dsq:id'] ?? '';

const keyOf = (id: string | undefined): string | undefined => (id ? `comment-${id}` : undefined);

/** The id of Disqus, and the identifier that the site gave it, which the documented format refers to. */
const idsOf = (fields: AtomEntry): string[] =>
  [idIn(fields, 'thread'), fields.text('id') && `own ${fields.text('id')}`].filter((id) => id !== '');

const nameOf = (fields: AtomEntry) =>
  fields.author('name').trim() || fields.author('username').trim() || 'Anonymous';

function common(fields: AtomEntry, number: number, text: string) {
  const parent = keyOf(idIn(fields, 'parent') || fields.text('parent'));
  return {
    key: keyOf(idIn(fields, 'post') || fields.text('id')) ?? `comment-number-${number}`,
    sourceKind: 'comment',
    label: commentLabel(nameOf(fields), text),
    ...(parent !== undefined && { parent }),
  };
}

const leftOut = (fields: AtomEntry, number: number, reason: string): LeftOutItem => ({
  kind: 'left-out',
  ...common(fields, number, commentText(fields.text('message'))),
  reason,
});

const tooLarge = (fields: AtomEntry, number: number) =>
  leftOut(fields, number, 'It is larger than 4 MB, which no comment is.');

function itemOf(
  fields: AtomEntry,
  addresses: ReadonlyMap<string, string>,
  number: number,
): CommentItem | LeftOutItem {
  const is = (name: string) => fields.text(name).toLowerCase() === 'true';
  if (is('isDeleted')) return leftOut(fields, number, 'It was deleted in Disqus.');
  if (is('isSpam')) return leftOut(fields, number, 'Disqus marked it as spam.');
  const address = addresses.get(idIn(fields, 'thread')) ?? addresses.get(`own ${fields.text('thread')}`);
  if (address === undefined)
    return leftOut(fields, number, 'The file does not say which page it belongs to.');
  const message = fields.text('message').trim();
  const text = commentText(message, { lineBreaks: !/<(?:p|br|div)\b/i.test(message) });
  if (text === '') return leftOut(fields, number, 'It has no text.');
  return {
    kind: 'comment',
    ...common(fields, number, text),
    post: { address },
    name: nameOf(fields),
    text,
    date: instant(fields.text('createdAt')),
    approved: fields.text('isApproved').toLowerCase() !== 'false',
    source: 'comment',
  };
}

/** A section of CDATA that is never closed ends with the element that it is in. */
function repaired(xml: string): string {
  const start = xml.lastIndexOf('<![CDATA[');
  if (start < 0 || xml.includes(']]>', start)) return xml;
  const end = xml.indexOf('</', start);
  return end < 0 ? xml : `${xml.slice(0, end)}]]>${xml.slice(end)}`;
}

const tracking = /^(?:utm_\w{1,20}|fbclid|gclid|replytocom|ref)$/;

/** Where the page of a thread is: its link, or a URL in its identifier, as WordPress writes it ("73 https://…/?p=73"). */
function addressOf(fields: AtomEntry): string | null {
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
