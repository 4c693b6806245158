import { description, plainText } from '../../../../content/document/text.ts';
import { markdownToHtml } from '../../../../content/markdown/to-html.ts';
import { instant } from '../../../../platform/files/dates.ts';
import { convertForeignHtml } from '../../content/convert.ts';
import type { KnownEmbed, PostItem, PostStatus, Term } from '../../items.ts';
import { plainCards } from './html-cards.ts';
import { lexicalHtml } from './lexical.ts';
import { mobiledocHtml } from './mobiledoc.ts';
import { type Row, string, type Tables } from './tables.ts';

export type PostContext = {
  tables: Tables;
  /** Of readers. */
  tags: ReadonlyMap<string, Required<Term>>;
  users: ReadonlyMap<string, string>;
  permalinks: readonly string[];
  zone: string;
  now: string;
};

export function postItem(row: Row, context: PostContext): PostItem {
  const { tables } = context;
  const id = string(row, 'id', 'uuid', 'slug');
  const meta = tables.metaOfPosts.get(id);
  const remarks = new Set<string>();
  const source = sourceHtml(row, remarks);
  let embeds: readonly KnownEmbed[] = [];
  const converted = convertForeignHtml(withoutPlaceholder(source), {
    imageUrl: originalSize,
    prepare(tree) {
      embeds = plainCards(tree);
    },
  });
  const isPage = string(row, 'type') === 'page' || row.page === 1 || row.page === true;
  const slug = string(row, 'slug');
  const { status, date } = statusOf(row, meta, context.now, remarks);
  const authors = tables.authorsOfPosts.get(id) ?? [string(row, 'author_id', 'author')];
  const known = authors.flatMap((author) => context.users.get(author) ?? []);
  if (known.length > 1) remarks.add(`It has ${known.length} authors; the first is kept.`);
  if (string(row, 'codeinjection_head') || string(row, 'codeinjection_foot'))
    remarks.add('Its code injection was left out.');
  const canonical = string(row, 'canonical_url');
  if (/^https?:/.test(canonical)) remarks.add(`Its canonical URL was ${canonical.slice(0, 300)}`);
  const title = string(row, 'title');
  const image = mainImage(row, meta);
  const summary =
    string(row, 'custom_excerpt') || string(meta, 'meta_description') || string(row, 'meta_description');
  const all = [...remarks, ...converted.remarks];
  return {
    kind: isPage ? 'page' : 'post',
    key: `post:${string(row, 'uuid') || id}`,
    sourceKind: 'post',
    label: title || description(converted.html, 60),
    title: title === '(Untitled)' ? '' : title,
    slug: isPage ? `/${slug}` : slug,
    html: converted.html,
    original: source,
    ...(summary ? { summary: plainText(summary).replaceAll('\n', ' ') } : {}),
    date,
    updated: instant(row.updated_at),
    status,
    ...(known[0] ? { author: known[0] } : {}),
    tags: tagsOf(id, context),
    ...(string(row, 'locale') ? { language: string(row, 'locale') } : {}),
    ...(image ? { mainImage: image } : {}),
    ...(embeds.length > 0 ? { embeds } : {}),
    addresses: addressesOf(row, isPage, date, context),
    ...(all.length > 0 ? { remarks: all } : {}),
  };
}

const tagsOf = (post: string, { tables, tags }: PostContext): Required<Term>[] =>
  (tables.tagsOfPosts.get(post) ?? []).flatMap((tag) => tags.get(tag) ?? []);

const originalSize = (src: string): string =>
  src.replace(/(\/content\/images\/)size\/[wh\d]{1,12}\/(?:format\/[a-z]{1,8}\/)?/, '$1');

function sourceHtml(row: Row, remarks: Set<string>): string {
  const html = string(row, 'html');
  if (html.trim() !== '') return html;
  const documents: [string, (json: string, remarks: Set<string>) => string][] = [
    ['lexical', lexicalHtml],
    ['mobiledoc', mobiledocHtml],
  ];
  for (const [name, convert] of documents) {
    const json = string(row, name);
    if (json === '') continue;
    try {
      return convert(json, remarks);
    } catch {
      remarks.add(`Its document (${name}) could not be read.`);
    }
  }
  const markdown = string(row, 'markdown');
  if (markdown) return markdownToHtml(`\n${markdown}`).html;
  const plain = string(row, 'plaintext');
  if (plain && remarks.size > 0) return markdownToHtml(`\n${plain}`).html;
  return '';
}

function statusOf(
  row: Row,
  meta: Row | undefined,
  now: string,
  remarks: Set<string>,
): { status: PostStatus; date: string | null } {
  const published = instant(row.published_at);
  const date = published ?? instant(row.created_at);
  const state = string(row, 'status');
  const visibility = string(row, 'visibility') || 'public';
  if (state === 'sent' || meta?.email_only === 1 || meta?.email_only === true) {
    remarks.add('It was only sent as an email and stays inactive.');
    return { status: 'private', date };
  }
  if (visibility !== 'public' && state !== 'draft' && state !== '') {
    remarks.add(`Only members could read it (${visibility.slice(0, 50)}); it stays inactive.`);
    return { status: 'private', date };
  }
  if (state === 'scheduled') return { status: date !== null && date > now ? 'public' : 'draft', date };
  return { status: state === 'published' ? 'public' : 'draft', date };
}

/** Ghost writes a mark instead of the URL of the site, which the export does not have. */
export const withoutPlaceholder = (text: string): string => text.replaceAll('__GHOST_URL__', '');

function mainImage(row: Row, meta: Row | undefined): PostItem['mainImage'] {
  const url = withoutPlaceholder(string(row, 'feature_image', 'image'));
  if (!url) return undefined;
  const alt = string(meta, 'feature_image_alt') || string(row, 'feature_image_alt');
  const caption = string(meta, 'feature_image_caption') || string(row, 'feature_image_caption');
  return {
    url,
    ...(alt ? { alt } : {}),
    ...(caption ? { caption: plainText(caption) } : {}),
  };
}

function addressesOf(row: Row, isPage: boolean, date: string | null, context: PostContext): string[] {
  const slug = string(row, 'slug');
  const uuid = string(row, 'uuid');
  const preview = uuid ? [`/p/${uuid}/`] : [];
  if (!slug) return preview;
  const patterns = isPage ? ['/{slug}/'] : [...context.permalinks, '/{slug}/'];
  const local = Temporal.Instant.from(date ?? context.now).toZonedDateTimeISO(context.zone);
  const id = string(row, 'id');
  const [tag] = tagsOf(id, context);
  const [year = '', month = '', day = ''] = local.toPlainDate().toString().split('-');
  const values: Record<string, string> = {
    slug,
    id,
    year,
    month,
    day,
    primary_tag: tag?.slug || 'all',
  };
  const paths = patterns.map((pattern) =>
    pattern.replace(
      /\{([a-z_]{1,20})\}|:([a-z_]{1,20})/g,
      (whole: string, name: string | undefined, old: string | undefined) =>
        values[name ?? old ?? ''] ?? whole,
    ),
  );
  const [first = `/${slug}/`] = paths;
  return [...new Set([...paths, `${first.replace(/\/$/, '')}/amp/`, ...preview])];
}
