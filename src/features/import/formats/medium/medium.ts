import { parse, write } from '../../../../content/document/parse.ts';
import { description } from '../../../../content/document/text.ts';
import {
  attribute,
  type Element,
  elements,
  type Fragment,
  find,
  hasClass,
  remove,
  textContent,
} from '../../../../content/document/tree.ts';
import { decoded } from '../../../../content/document/url.ts';
import { instant } from '../../../../platform/files/dates.ts';
import type { Source, SourceEntry } from '../../../../platform/files/source.ts';
import { readBeginning, readText, TooLarge } from '../../../../platform/files/text-file.ts';
import { convertForeignHtml } from '../../content/convert.ts';
import type { PostItem, SourceItem } from '../../items.ts';
import { imageItems, isImage } from '../../source-images.ts';
import { authorItem, leftOutFolders } from '../common-items.ts';
import { readerOf, type SourceCounts } from '../reader.ts';

/** The archive that Medium makes: an HTML file per story, draft and response. */
export const reader = readerOf(storiesOf, count, read);

const storyPath = /(?:^|\/)posts\/[^/]+\.html$/i;

async function storiesOf({ entries }: Source): Promise<SourceEntry[] | null> {
  const stories = entries.filter(({ path }) => storyPath.test(path));
  const [first] = stories;
  return first && isStory(await readBeginning(first, 20_000)) ? stories : null;
}

const isStory = (html: string): boolean =>
  /class="h-entry"|graf--|class="p-name"/.test(html) && !/posts\.csv/.test(html);

/** By the names of files: drafts have a prefix. */
function count(_stories: SourceEntry[], source: Source): SourceCounts {
  const names = source.entries
    .map(({ path }) => path.split('/'))
    .filter((parts) => parts.at(-2) === 'posts' && parts.at(-1)?.toLowerCase().endsWith('.html'));
  const drafts = names.filter((parts) => parts.at(-1)?.startsWith('draft_')).length;
  return new Map([
    ['draft', drafts],
    ['story', names.length - drafts],
  ]);
}

async function* read(stories: SourceEntry[], source: Source): AsyncGenerator<SourceItem> {
  const authors = new Set<string>();
  for (const entry of stories)
    for (const item of await storyItems(entry))
      if (item.kind !== 'author') yield item;
      else if (!authors.has(item.key)) {
        authors.add(item.key);
        yield item;
      }
  yield* imageItems(source);
  const others = source.entries.filter(({ path }) => !storyPath.test(path) && !isImage(path));
  yield* leftOutFolders(
    others.map(({ path }) => path.split('/').at(-2) ?? ''),
    source.name,
    'Claps, bookmarks, followers and the like have no place in a blog.',
  );
}

async function storyItems(entry: SourceEntry): Promise<SourceItem[]> {
  const file = entry.path.slice(entry.path.lastIndexOf('/') + 1);
  const isDraft = file.startsWith('draft_');
  const sourceKind = isDraft ? 'draft' : 'story';
  let html: string;
  try {
    html = await readText(entry);
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    return [{ kind: 'left-out', key: `file:${file}`, sourceKind, label: file, reason: error.message }];
  }
  const tree = parse(html);
  const first = (matches: (node: Element) => boolean) => find(tree, matches);
  const textOf = (node: Element | undefined) => (node ? textContent(node).trim() : '');
  const title = textOf(first((node) => hasClass(node, 'p-name')));
  const subtitle = textOf(first((node) => attribute(node, 'data-field') === 'subtitle'));
  const body =
    first((node) => attribute(node, 'data-field') === 'body') ??
    first((node) => node.tagName === 'article') ??
    tree;
  const link = first((node) => hasClass(node, 'p-canonical'));
  const time = first((node) => hasClass(node, 'dt-published') || node.tagName === 'time');
  const name = textOf(first((node) => hasClass(node, 'p-author')));
  const author = authorItem(name);
  const date =
    instant(time && attribute(time, 'datetime')) ?? instant(/^(\d{4}-\d{2}-\d{2})[_-]/.exec(file)?.[1]);
  const remarks: string[] = [];
  const hasTitle = simplify(body as Element, title, remarks);
  const original = write(body).trim();
  const converted = convertForeignHtml(original);
  // A response has no title of its own: it is named after its first words.
  const isResponse = !isDraft && !hasTitle && isBeginning(title, textContent(body));
  if (isResponse)
    remarks.push('It has no title of its own, as responses to other stories do; it stays inactive.');
  remarks.push(...converted.remarks);
  const id = /([\da-f]{8,14})\.html$/.exec(file)?.[1] ?? file;
  const url = URL.parse((link && attribute(link, 'href')) ?? '');
  const post: PostItem = {
    kind: 'post',
    key: `story:${id}`,
    sourceKind,
    label: title || description(converted.html, 60),
    title,
    slug: slugIn(url, file),
    html: converted.html,
    original,
    ...(subtitle && !title.startsWith(subtitle) ? { summary: subtitle } : {}),
    date,
    status: isDraft ? 'draft' : isResponse ? 'private' : 'public',
    ...(name ? { author: author.key } : {}),
    ...(url ? { addresses: [url.pathname] } : {}),
    ...(remarks.length > 0 ? { remarks } : {}),
  };
  return name ? [author, post] : [post];
}

/** Without the title, which the text repeats, and dividers between sections. Whether it had one. */
function simplify(body: Element | Fragment, title: string, remarks: string[]): boolean {
  let hasTitle = false;
  for (const node of [...elements(body)]) {
    if (!hasTitle && hasClass(node, 'graf--title') && textContent(node).trim() === title) {
      hasTitle = true;
      remove(node);
    } else if (hasClass(node, 'section-divider')) remove(node);
    else if (hasClass(node, 'graf--mixtapeEmbed')) remarks.push('A preview of another page became a link.');
  }
  if (hasTitle || title === '') return hasTitle;
  // Old stories begin with a heading that is not marked.
  for (const node of elements(body)) {
    if (!/^h[1-6]$/.test(node.tagName)) continue;
    if (textContent(node).trim() !== title) return false;
    remove(node);
    return true;
  }
  return false;
}

function isBeginning(title: string, text: string): boolean {
  const words = (one: string) => one.replace(/[\s\p{P}]+/gu, '').toLowerCase();
  return words(text).startsWith(words(title));
}

function slugIn(url: URL | null, file: string): string {
  const last =
    url?.pathname.split('/').filter(Boolean).at(-1) ??
    file.replace(/\.html$/, '').replace(/^(?:draft|\d{4}-\d{2}-\d{2})_/, '');
  const slug = last.replace(/-{1,2}[\da-f]{8,14}$/, '');
  return decoded(slug).toLowerCase();
}
