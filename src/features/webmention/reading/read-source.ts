import { cutAtCharacter, cutAtWord } from '../../../content/document/truncate.ts';
import { commentText } from '../../../content/foreign/comment-text.ts';
import { maxCommentLength } from '../../../platform/http/api/limits.ts';
import { cleanText } from '../../../platform/http/api/plain-text.ts';
import { type HtmlPage, linkTo, paragraphAround, parsePage, resolved } from './html-page.ts';
import type { Mention, Reading, SourcePage } from './mention.ts';
import {
  type Item,
  isItem,
  isOfType,
  microformatsOf,
  plain,
  textOf,
  urlsOf,
  valuesOf,
} from './microformats.ts';

/** Of the page of a mention that is no reply. */
const maxExcerptLength = 400;
const maxTitleLength = 200;
const maxUrlLength = 2000;
const maxValues = 200_000;

/** What a page says about `target`, as the W3C Recommendation of 12 January 2017 asks to verify it for each type. */
export function readSource(page: SourcePage, target: string): Reading {
  const type = page.type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type === 'application/json' || type.endsWith('+json'))
    return { gone: false, mention: isInJson(decoded(page), target) ? bareMention(page.url) : null };
  if (type === 'text/plain' || type === 'text/markdown')
    return { gone: false, mention: isInText(decoded(page), target) ? bareMention(page.url) : null };
  if (type !== '' && type !== 'text/html' && type !== 'application/xhtml+xml')
    return { gone: false, mention: null };
  return readHtml(parsePage(decoded(page), page.url), page.url, target);
}

function decoded({ bytes, type }: SourcePage): string {
  const beginning = new TextDecoder('latin1').decode(bytes.subarray(0, 1024));
  const declared = /charset\s*=\s*["']?([\w.:-]+)/i;
  const [, charset = 'utf-8'] = declared.exec(type) ?? declared.exec(beginning) ?? [];
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** Looks at values only, as the specification says. */
function isInJson(json: string, target: string): boolean {
  let next: unknown[];
  try {
    next = [JSON.parse(json)];
  } catch {
    return false;
  }
  for (let seen = 0; next.length > 0 && seen < maxValues; seen++) {
    const value = next.pop();
    if (typeof value === 'string' && resolved(value, 'invalid:') === target) return true;
    if (typeof value === 'object' && value !== null)
      for (const inner of Object.values(value)) next.push(inner);
  }
  return false;
}

/** Not as the beginning of a longer URL. */
function isInText(text: string, target: string): boolean {
  for (let at = text.indexOf(target); at >= 0; at = text.indexOf(target, at + 1))
    if (!/[\w%/?#&=~+@-]/.test(text.charAt(at + target.length))) return true;
  return false;
}

const hostOf = (url: string): string => new URL(url).host.replace(/^www\./, '');

const bareMention = (url: string): Mention => ({
  kind: 'mention',
  repliesTo: [],
  author: { name: hostOf(url), url: null },
  url: null,
  text: url,
  published: null,
});

function readHtml(page: HtmlPage, url: string, target: string): Reading {
  if (page.isGone) return { gone: true, mention: null };
  const link = linkTo(page, target);
  if (!link) return { gone: false, mention: null };
  const around = paragraphAround(link);
  const { items, relAuthor, canonical } = microformatsOf(page);
  const entry = entryAbout(items, target, page.base);
  const author = authorOf(entry, items, relAuthor, page.base);
  const authorName = line(author.name) || hostOf(author.url ?? url);
  const kind = entry ? kindOf(entry, target, page.base) : 'mention';
  return {
    gone: false,
    mention: {
      kind,
      repliesTo: entry ? urlsOf(entry, 'in-reply-to', page.base).slice(0, 20) : [],
      author: { name: authorName, url: withinLimit(author.url) },
      url: withinLimit((entry && urlsOf(entry, 'url', page.base)[0]) ?? canonical),
      text: kind === 'reply' && entry ? wholeText(entry) : excerpt(entry, page, around, target) || url,
      published: entry ? dateOf(textOf(entry, 'published')) : null,
      ...(entry && lineOf(entry, target, page.base)),
    },
  };
}

const withinLimit = (url: string | null): string | null =>
  url !== null && url.length <= maxUrlLength ? url : null;

const entryTypes = ['h-entry', 'h-event', 'h-review', 'h-recipe'];
const responses = ['in-reply-to', 'like-of', 'repost-of', 'bookmark-of'];

/** Of all entries of a page, the one that responds to the target or links to it; else the first. */
function entryAbout(items: readonly Item[], target: string, base: string): Item | null {
  const entries = items.filter((item) => isOfType(item, ...entryTypes));
  return (
    entries.find((entry) => responses.some((name) => refersTo(entry, name, target, base))) ??
    entries.find((entry) => htmlOf(entry).includes(escaped(target))) ??
    entries[0] ??
    null
  );
}

const refersTo = (entry: Item, name: string, target: string, base: string): boolean =>
  urlsOf(entry, name, base).some((url) => withoutFragment(url) === withoutFragment(target));

const withoutFragment = (url: string): string => url.split('#', 1)[0] ?? url;
const escaped = (url: string): string => url.replaceAll('&', '&amp;');

/** An entry that likes and comments at once is a reply: its text would be lost otherwise. */
function kindOf(entry: Item, target: string, base: string): Mention['kind'] {
  if (refersTo(entry, 'in-reply-to', target, base)) return 'reply';
  if (refersTo(entry, 'like-of', target, base)) return 'like';
  if (refersTo(entry, 'repost-of', target, base)) return 'repost';
  return 'mention';
}

const answers = ['yes', 'no', 'maybe', 'interested'] as const;

/** An answer to an invitation or a bookmark, unless its author wrote more. */
function lineOf(entry: Item, target: string, base: string): Pick<Mention, 'line'> | null {
  const answer = textOf(entry, 'rsvp').trim().toLowerCase();
  const line =
    answers.find((one) => one === answer) ??
    (refersTo(entry, 'bookmark-of', target, base) ? 'bookmark' : null);
  return line && contentOf(entry) === '' ? { line } : null;
}

type Author = { name: string; url: string | null };

/**
 * The authorship algorithm of the IndieWeb as far as it needs no further request: the author of the entry, of its feed, of
 * `rel=author`, or the only person on the page. Of an author who is only a URL, a card of the page with that URL tells more.
 */
function authorOf(
  entry: Item | null,
  items: readonly Item[],
  relAuthor: string | null,
  base: string,
): Author {
  const cards = items.filter((item) => isOfType(item, 'h-card'));
  const feed = items.find((item) => isOfType(item, 'h-feed') && valuesOf(item, 'author').length > 0);
  const [value] = [entry, feed].flatMap((item) => (item ? valuesOf(item, 'author') : []));
  if (value !== undefined) {
    if (isItem(value))
      return { name: textOf(value, 'name') || plain(value), url: urlsOf(value, 'url', base)[0] ?? null };
    const url = /^https?:/i.test(plain(value)) ? resolved(plain(value), base) : null;
    return url === null ? { name: plain(value), url: null } : cardAt(url);
  }
  if (relAuthor !== null) return cardAt(relAuthor);
  const [only, ...more] = cards;
  if (only && more.length === 0)
    return { name: textOf(only, 'name'), url: urlsOf(only, 'url', base)[0] ?? null };
  return { name: '', url: null };

  function cardAt(url: string): Author {
    const card = cards.find((candidate) => urlsOf(candidate, 'url', base).includes(url));
    return { name: card ? textOf(card, 'name') : '', url };
  }
}

/** The text of a name or title in one line. */
const line = (text: string): string =>
  cutAtCharacter(cleanText(text).replace(/\s+/g, ' ').trim(), maxTitleLength);

function htmlOf(entry: Item): string {
  const [content] = valuesOf(entry, 'content');
  return typeof content === 'object' && 'html' in content ? content.html : '';
}

function contentOf(entry: Item): string {
  return commentText(htmlOf(entry)) || cleanText(textOf(entry, 'content') || textOf(entry, 'summary')).trim();
}

function wholeText(entry: Item): string {
  const text = contentOf(entry) || cleanText(textOf(entry, 'name')).trim();
  const beginning = cutAtWord(text, maxCommentLength - 1);
  return beginning.length < text.length ? `${beginning}…` : text;
}

/** The title of the page, and the paragraph that mentions the target. */
function excerpt(entry: Item | null, page: HtmlPage, around: string, target: string): string {
  const content = entry ? contentOf(entry) : '';
  const mentioning = content.split('\n\n').find((paragraph) => paragraph.includes(target));
  const text = (mentioning ?? (entry && content ? content : around))
    .replaceAll(` (${target})`, '')
    .replace(/\s+/g, ' ')
    .trim();
  const title = line((entry && textOf(entry, 'name')) || page.title);
  const isTitled =
    title !== '' && !text.startsWith(title) && !title.startsWith(text.slice(0, maxTitleLength / 2) || '\0');
  const beginning = cutAtWord(text, maxExcerptLength);
  const shown = beginning.length < text.length ? `${beginning}…` : text;
  return cleanText([...(isTitled ? [title] : []), shown].filter(Boolean).join('\n\n') || title);
}

function dateOf(written: string): string | null {
  const time = Date.parse(written);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
