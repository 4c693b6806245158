import {
  attribute,
  become,
  type Element,
  elements,
  type Fragment,
  hasClass,
  linkElement,
  remove,
} from '../../../../content/document/tree.ts';
import { instant } from '../../../../platform/files/dates.ts';
import { columnsOf, csvRows } from '../../../../platform/files/read-csv.ts';
import type { Source, SourceEntry } from '../../../../platform/files/source.ts';
import { readText, TooLarge } from '../../../../platform/files/text-file.ts';
import { convertForeignHtml } from '../../content/convert.ts';
import type { Remarks } from '../../content/options.ts';
import type { PostItem, SourceItem } from '../../items.ts';
import { originalImage } from '../../original-images.ts';
import { feedItems, leftOutFiles } from '../common-items.ts';
import { countRows } from '../counting.ts';
import { readerOf } from '../reader.ts';

/** The archive that Substack makes: `posts.csv`, and an HTML file per post. Lists of subscribers are never read. */
export const reader = readerOf(listOf, async (list) => new Map([['post', await countRows(list)]]), read);

async function listOf(source: Source): Promise<SourceEntry | null> {
  for (const entry of source.entries.filter(({ path }) => /(?:^|\/)posts\.csv$/i.test(path))) {
    const columns = await columnsOf(entry);
    if (columns.includes('post_id') && columns.includes('is_published')) return entry;
  }
  return null;
}

type Row = Readonly<Record<string, string>>;

async function* read(list: SourceEntry, source: Source): AsyncGenerator<SourceItem> {
  const files = new Map<string, SourceEntry>();
  for (const entry of source.entries) {
    const name = entry.path.slice(entry.path.lastIndexOf('/') + 1);
    const id = /^\d{1,20}(?=\.)/.exec(name)?.[0];
    if (id && name.endsWith('.html')) files.set(id, entry);
  }
  const used = new Set<SourceEntry>([list]);
  for await (const row of csvRows(list)) {
    const id = /^\d+/.exec(row.post_id ?? '')?.[0] ?? '';
    const file = files.get(id);
    if (file) used.add(file);
    yield await postItem(id, row, file);
  }
  const others = source.entries.filter((entry) => !used.has(entry));
  const unlisted = others.filter(({ path }) => /(?:^|\/)posts\/[^/]+\.html$/.test(path));
  yield* leftOutFiles(unlisted, 'other file', 'It is not in the list of posts (posts.csv).');
  const rest = others.length - unlisted.length;
  if (rest > 0)
    yield {
      kind: 'left-out',
      key: 'other-files',
      sourceKind: 'other files',
      label: `${rest} ${rest === 1 ? 'file' : 'files'}`,
      reason: 'Lists of subscribers and deliveries are neither read nor stored.',
    };
  yield* feedItems(['/feed']);
}

async function postItem(id: string, row: Row, file: SourceEntry | undefined): Promise<SourceItem> {
  const title = row.title ?? '';
  const common = { key: `post:${id}`, sourceKind: 'post', label: title || id };
  let source = '';
  try {
    source = file ? await readText(file) : '';
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    return { kind: 'left-out', ...common, reason: error.message };
  }
  const podcast = /^https?:\/\//.test(row.podcast_url ?? '') ? (row.podcast_url ?? '') : '';
  const player = podcast ? `<figure><audio src="${podcast.replaceAll('"', '%22')}"></audio></figure>` : '';
  const converted = convertForeignHtml(player + source, {
    prepare: plain,
    imageUrl: originalImage,
  });
  const remarks = file ? [] : ['Its text is not in the source.'];
  const slug = (row.post_id ?? '').slice(id.length + 1) || nameOf(file?.path ?? '') || '';
  const date = instant(row.post_date) ?? instant(row.email_sent_at);
  const status = statusOf(row, remarks);
  remarks.push(...converted.remarks);
  const isPage = row.type === 'page';
  return {
    kind: isPage ? 'page' : 'post',
    ...common,
    title,
    ...(slug ? { slug: isPage ? `/${slug}` : slug } : {}),
    html: converted.html,
    original: source,
    ...(row.subtitle ? { summary: row.subtitle } : {}),
    date,
    status,
    ...(slug ? { addresses: [`/p/${slug}`] } : {}),
    ...(remarks.length > 0 ? { remarks } : {}),
  } satisfies PostItem;
}

/** `101.first-letter.html` */
const nameOf = (path: string): string =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .split('.')
    .slice(1, -1)
    .join('.');

function statusOf(row: Row, remarks: string[]): PostItem['status'] {
  const audience = row.audience || 'everyone';
  if (!/^(?:true|1|t)$/i.test(row.is_published ?? '')) return 'draft';
  if (audience !== 'everyone') {
    remarks.push(`Only some readers could see it (${audience.slice(0, 50)}); it stays inactive.`);
    return 'private';
  }
  return 'public';
}

const widgets = (
  'subscription-widget subscription-widget-wrap subscription-widget-wrap-editor button-wrapper captioned-button-wrap ' +
  'paywall-jump install-substack-app-embed poll-embed community-chat directMessage'
).split(' ');

/** Without buttons to subscribe and share. */
function plain(tree: Fragment, remarks: Remarks): void {
  let hasWidgets = false;
  for (const node of [...elements(tree)]) {
    if (isWidget(node)) {
      remove(node);
      hasWidgets = true;
    } else if (node.tagName === 'a' && hasClass(node, 'image-link'))
      node.attrs = node.attrs.map((one) =>
        one.name === 'href' ? { ...one, value: originalImage(one.value) } : one,
      );
    else if (node.tagName === 'div' && attribute(node, 'class')?.includes('youtube')) embedVideo(node);
  }
  if (hasWidgets) remarks.add('Forms and buttons to subscribe or share were left out.');
}

const leadsBack = /subscribe|action=share|%%|utm_campaign=(?:email-)?share|\/comments$|leaderboard|\/survey/;

/** A button that leads to another site stays. */
function isWidget(node: Element): boolean {
  if (!hasClass(node, ...widgets) || !node.parentNode) return false;
  if (!hasClass(node, 'button-wrapper', 'captioned-button-wrap')) return true;
  const hrefs = [...elements(node)].flatMap((one) =>
    one.tagName === 'a' ? (attribute(one, 'href') ?? []) : [],
  );
  return hrefs.every((href) => leadsBack.test(href));
}

function embedVideo(node: Element): void {
  const id = /"videoId":"([\w-]{5,20})"/.exec(attribute(node, 'data-attrs') ?? '')?.[1];
  if (id) become(node, 'figure', 'embed', [linkElement(`https://www.youtube.com/watch?v=${id}`)]);
}
