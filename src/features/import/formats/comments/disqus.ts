import { commentText } from '../../../../content/foreign/comment-text.ts';
import { instant } from '../../../../platform/files/dates.ts';
import type { Source, SourceEntry } from '../../../../platform/files/source.ts';
import { readBeginning } from '../../../../platform/files/text-file.ts';
import type { SourceItem } from '../../items.ts';
import { pageUnknown } from '../../messages/imports.ts';
import { childrenNamed, textIn, type XmlDialect, type XmlElement } from '../../sources/xml-element.ts';
import { partsOf } from '../../sources/xml-parts.ts';
import { commentItem } from '../common-items.ts';
import { countMatches } from '../counting.ts';
import { readerOf, type SourceCounts } from '../reader.ts';

const dialect: XmlDialect = {
  structure: new Set(['disqus']),
  items: new Set(['post']),
  containers: new Set(['thread', 'post', 'author']),
  nextItem: /<post\s{1,9}dsq:id=/,
};
const maxLength = 4 * 1024 * 1024;
/** An export is one file, perhaps among a few others. */
const maxFiles = 20;
const countedElement = /<post(?:\s{1,9}dsq:id=|>\s{0,99}<[a-z])/g;

export const reader = readerOf(findExports, count, readAll);

async function count(entries: SourceEntry[]): Promise<SourceCounts> {
  let total = 0;
  for (const entry of entries)
    total += (await countMatches(entry, countedElement, () => 'comment')).get('comment') ?? 0;
  return new Map([['comment', total]]);
}

async function findExports({ entries }: Source): Promise<SourceEntry[] | null> {
  const found: SourceEntry[] = [];
  for (const entry of entries.length > maxFiles ? [] : entries)
    if (/\.xml$/i.test(entry.path) || entries.length === 1)
      if (/<disqus[\s>]/.test(await readBeginning(entry))) found.push(entry);
  return found.length > 0 ? found : null;
}

async function* readAll(entries: SourceEntry[]): AsyncGenerator<SourceItem> {
  for (const entry of entries) {
    const addresses = new Map<string, string>();
    let number = 0;
    for await (const part of partsOf(entry, { ...dialect, maxLength })) {
      if (part.kind !== 'element') continue;
      const { element, isCut } = part;
      if (element.name === 'thread') {
        const address = addressOf(element);
        if (address) for (const id of idsOf(element)) addresses.set(id, address);
      } else if (element.name === 'post') yield readComment(element, { addresses, number: ++number, isCut });
    }
  }
}

const idOf = ({ attributes }: XmlElement): string => attributes['dsq:id'] ?? '';

/** The id of an element that this one names. */
const idIn = (post: XmlElement, name: string): string => childrenNamed(post, name).map(idOf)[0] ?? '';

const keyOf = (id: string | undefined): string | undefined => (id ? `comment-${id}` : undefined);

/** The id of Disqus, and the identifier that the site gave it, which the documented format refers to. */
const idsOf = (thread: XmlElement): string[] =>
  [idOf(thread), textIn(thread, 'id') && `own ${textIn(thread, 'id')}`].filter((id) => id !== '');

/** `isCut`: it is larger than any comment. */
function readComment(
  post: XmlElement,
  { addresses, number, isCut }: { addresses: ReadonlyMap<string, string>; number: number; isCut: boolean },
): SourceItem {
  const is = (name: string) => textIn(post, name).toLowerCase() === 'true';
  const address = addresses.get(idIn(post, 'thread')) ?? addresses.get(`own ${textIn(post, 'thread')}`);
  const message = textIn(post, 'message');
  const [author] = childrenNamed(post, 'author');
  return commentItem({
    key: keyOf(idOf(post) || textIn(post, 'id')) ?? `comment-number-${number}`,
    parent: keyOf(idIn(post, 'parent') || textIn(post, 'parent')),
    leftOut:
      (isCut && 'It is larger than 4 MB, which no comment is.') ||
      (is('isDeleted') && 'It was deleted in Disqus.') ||
      (is('isSpam') && 'Disqus marked it as spam.') ||
      (address === undefined ? pageUnknown : undefined),
    post: { address: address ?? '' },
    name: textIn(author, 'name') || textIn(author, 'username'),
    text: commentText(message, { lineBreaks: !/<(?:p|br|div)\b/i.test(message) }),
    date: instant(textIn(post, 'createdAt')),
    approved: textIn(post, 'isApproved').toLowerCase() !== 'false',
  });
}

const tracking = /^(?:utm_\w{1,20}|fbclid|gclid|replytocom|ref)$/;

/** Where the page of a thread is: its link, or a URL in its identifier, as WordPress writes it ("73 https://…/?p=73"). */
function addressOf(thread: XmlElement): string | null {
  const [, identifier = ''] = /(?:^|\s)(https?:\/\/\S{1,2000})$/.exec(textIn(thread, 'id')) ?? [];
  const path = /^\/\S{0,2000}$/.exec(textIn(thread, 'id'))?.[0] ?? '';
  for (const candidate of [textIn(thread, 'link'), identifier, path]) {
    const url = URL.parse(candidate, 'https://site.invalid');
    if (candidate === '' || !url || !/^https?:$/.test(url.protocol)) continue;
    for (const name of [...url.searchParams.keys()]) if (tracking.test(name)) url.searchParams.delete(name);
    return url.host === 'site.invalid' ? url.pathname + url.search : url.origin + url.pathname + url.search;
  }
  return null;
}
