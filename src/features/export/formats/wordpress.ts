import type { ArchiveContent } from './archive-content.ts';
import type {
  ExportedAuthor,
  ExportedComment,
  ExportedImage,
  ExportedPost,
  ExportedSite,
} from './content.ts';
import { absolute, htmlForOthers } from './html-for-others.ts';
import { imagesPrefix, pathOf } from './markdown-file.ts';
import { cdata, escapeXml } from './xml.ts';

/** A WordPress export (WXR 1.2) of the whole site, for WordPress's own importer. */
export async function* wordpressFile(content: ArchiveContent): AsyncGenerator<string> {
  const { site, authors } = content;
  yield header(site);
  for (const author of authors) yield authorElement(author);
  if (authors.length === 0) yield authorElement(noAuthor);
  const slugs = categorySlugs(content);
  for (const { id, segments, names } of content.categories) {
    const parent = segments.length > 1 ? slugs.of(segments.slice(0, -1)) : '';
    yield `<wp:category><wp:term_id>${id}</wp:term_id><wp:category_nicename>${cdata(slugs.of(segments))}</wp:category_nicename><wp:category_parent>${cdata(parent)}</wp:category_parent><wp:cat_name>${cdata(names.at(-1) ?? '')}</wp:cat_name></wp:category>\n`;
  }
  const firstTag = 1 + content.categories.reduce((last, { id }) => Math.max(last, id), 0);
  for (const { id, webName, name } of content.tags)
    yield `<wp:tag><wp:term_id>${firstTag + id}</wp:term_id><wp:tag_slug>${cdata(webName)}</wp:tag_slug><wp:tag_name>${cdata(name)}</wp:tag_name></wp:tag>\n`;
  yield `<generator>${escapeXml(`Not Terrible ${site.version}`)}</generator>\n`;
  const pages = await pageIds(content);
  const dates = new DistinctDates();
  for await (const given of content.posts()) {
    const post = {
      ...given,
      date: dates.take(given.date),
      scheduled: given.scheduled && dates.take(given.scheduled),
    };
    // Attachments share the ids of posts.
    const imageId = (image: ExportedImage) => content.firstFreeId + image.id;
    for (const image of post.images) yield attachment(site, post, image, imageId(image));
    yield* item(content, post, slugs, imageId, pages);
  }
  yield '</channel>\n</rss>\n';
}

const noAuthor: ExportedAuthor = { id: 0, name: 'Author', bio: '', photo: null };

/** User names are for signing in, so they stay private. */
const loginOf = ({ id }: ExportedAuthor): string => `author-${id}`;

const header = (site: ExportedSite): string => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wfw="http://wellformedweb.org/CommentAPI/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
<title>${escapeXml(site.name)}</title>
<link>${escapeXml(site.url)}</link>
<description>${escapeXml(site.tagline || site.description)}</description>
<pubDate>${rfc822(site.date)}</pubDate>
<language>${escapeXml(site.language)}</language>
<wp:wxr_version>1.2</wp:wxr_version>
<wp:base_site_url>${escapeXml(site.url)}</wp:base_site_url>
<wp:base_blog_url>${escapeXml(site.url)}</wp:base_blog_url>
`;

const authorElement = (author: ExportedAuthor): string =>
  `<wp:author><wp:author_id>${author.id}</wp:author_id><wp:author_login>${cdata(loginOf(author))}</wp:author_login><wp:author_email>${cdata('')}</wp:author_email><wp:author_display_name>${cdata(author.name || loginOf(author))}</wp:author_display_name><wp:author_first_name>${cdata('')}</wp:author_first_name><wp:author_last_name>${cdata('')}</wp:author_last_name></wp:author>\n`;

/**
 * WordPress takes posts of the same second with the same title, whatever its case, for one post and leaves out the others;
 * the same for any post without a title. So posts of the same second are a second apart.
 */
class DistinctDates {
  readonly #taken = new Set<number>();

  take(date: string): string {
    let second = Math.floor(Date.parse(date) / 1000);
    while (this.#taken.has(second)) second += 1;
    this.#taken.add(second);
    return new Date(second * 1000).toISOString();
  }
}

type Slugs = { of(segments: readonly string[]): string };

/** WordPress knows categories by one slug, whatever they are below; the same one below two parents gets the whole path. */
function categorySlugs({ categories }: ArchiveContent): Slugs {
  const uses = new Map<string, number>();
  for (const { segments } of categories) {
    const last = segments.at(-1) ?? '';
    uses.set(last, (uses.get(last) ?? 0) + 1);
  }
  const of = (segments: readonly string[]): string => {
    const last = segments.at(-1) ?? '';
    return (uses.get(last) ?? 0) > 1 && segments.length > 1 ? segments.join('-') : last;
  };
  return { of };
}

/** The ids of pages by their paths, because a page below another names it as its parent. */
async function pageIds(content: ArchiveContent): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for await (const { kind, webTitle, id } of content.webTitles()) if (kind === 'page') ids.set(webTitle, id);
  return ids;
}

async function* item(
  content: ArchiveContent,
  post: ExportedPost,
  slugs: Slugs,
  imageId: (image: ExportedImage) => number,
  pages: ReadonlyMap<string, number>,
): AsyncGenerator<string> {
  const { site } = content;
  const main = post.images.find(({ isMain }) => isMain);
  const status = { public: 'publish', scheduled: 'future', draft: 'draft' }[post.status];
  const segments = post.webTitle.split('/');
  yield opening(site, {
    id: post.id,
    type: post.kind,
    title: post.title,
    url: absolute(site, encodeURI(pathOf(post))),
    name: segments.at(-1) ?? '',
    date: post.scheduled ?? post.date,
    updated: post.updated ?? post.date,
    status,
    author: post.author ?? noAuthor,
    content: htmlForOthers(site, post),
    excerpt: post.writtenDescription,
    comments: post.commentsOpen,
    parent: pages.get(segments.slice(0, -1).join('/')) ?? 0,
  });
  for (const { segments: path, names } of post.categories)
    yield `<category domain="category" nicename="${escapeXml(slugs.of(path))}">${cdata(names.at(-1) ?? '')}</category>\n`;
  for (const { webName, name } of post.tags)
    yield `<category domain="post_tag" nicename="${escapeXml(webName)}">${cdata(name)}</category>\n`;
  if (main) yield meta('_thumbnail_id', String(imageId(main)));
  for await (const comment of content.comments(post.id)) yield commentElement(comment);
  yield '</item>\n';
}

function attachment(site: ExportedSite, post: ExportedPost, image: ExportedImage, id: number): string {
  const url = absolute(site, imagesPrefix + image.file);
  const name = image.file.split('/').at(-1) ?? '';
  return `${opening(site, {
    id,
    type: 'attachment',
    title: name.replace(/\.\w+$/, ''),
    url,
    name: `image-${image.id}`,
    date: image.date,
    updated: image.date,
    status: 'inherit',
    author: post.author ?? noAuthor,
    content: '',
    excerpt: '',
    comments: false,
    parent: post.id,
  })}<wp:attachment_url>${cdata(url)}</wp:attachment_url>
${meta('_wp_attachment_image_alt', image.alt)}</item>
`;
}

type Item = {
  id: number;
  type: string;
  title: string;
  url: string;
  name: string;
  date: string;
  updated: string;
  status: string;
  author: ExportedAuthor;
  content: string;
  excerpt: string;
  comments: boolean;
  parent: number;
};

const opening = (site: ExportedSite, item: Item): string => `<item>
<title>${cdata(item.title)}</title>
<link>${escapeXml(item.url)}</link>
<pubDate>${rfc822(item.date)}</pubDate>
<dc:creator>${cdata(loginOf(item.author))}</dc:creator>
<guid isPermaLink="false">${escapeXml(`${site.url}/?p=${item.id}`)}</guid>
<description></description>
<content:encoded>${cdata(item.content)}</content:encoded>
<excerpt:encoded>${cdata(item.excerpt)}</excerpt:encoded>
<wp:post_id>${item.id}</wp:post_id>
<wp:post_date>${cdata(wpDate(item.date))}</wp:post_date>
<wp:post_date_gmt>${cdata(wpDate(item.date))}</wp:post_date_gmt>
<wp:post_modified>${cdata(wpDate(item.updated))}</wp:post_modified>
<wp:post_modified_gmt>${cdata(wpDate(item.updated))}</wp:post_modified_gmt>
<wp:comment_status>${item.comments ? 'open' : 'closed'}</wp:comment_status>
<wp:ping_status>closed</wp:ping_status>
<wp:post_name>${cdata(item.name)}</wp:post_name>
<wp:status>${item.status}</wp:status>
<wp:post_parent>${item.parent}</wp:post_parent>
<wp:menu_order>0</wp:menu_order>
<wp:post_type>${item.type}</wp:post_type>
<wp:post_password></wp:post_password>
<wp:is_sticky>0</wp:is_sticky>
`;

const meta = (key: string, value: string): string =>
  `<wp:postmeta><wp:meta_key>${cdata(key)}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>\n`;

/** WordPress takes the text for HTML, in which line breaks show. */
const commentElement = (comment: ExportedComment): string => `<wp:comment>
<wp:comment_id>${comment.id}</wp:comment_id>
<wp:comment_author>${cdata(comment.name)}</wp:comment_author>
<wp:comment_author_email>${cdata('')}</wp:comment_author_email>
<wp:comment_author_url>${escapeXml(comment.url)}</wp:comment_author_url>
<wp:comment_author_IP>${cdata('')}</wp:comment_author_IP>
<wp:comment_date>${cdata(wpDate(comment.date))}</wp:comment_date>
<wp:comment_date_gmt>${cdata(wpDate(comment.date))}</wp:comment_date_gmt>
<wp:comment_content>${cdata(escapeXml(comment.text).replaceAll('&quot;', '"'))}</wp:comment_content>
<wp:comment_approved>${comment.approved ? 1 : 0}</wp:comment_approved>
<wp:comment_type>${/^(?:pingback|trackback)$/.test(comment.source) ? comment.source : 'comment'}</wp:comment_type>
<wp:comment_parent>${comment.parentId ?? 0}</wp:comment_parent>
<wp:comment_user_id>${comment.authorId ?? 0}</wp:comment_user_id>
</wp:comment>
`;

const wpDate = (iso: string): string => iso.slice(0, 19).replace('T', ' ');
const rfc822 = (iso: string): string => new Date(iso).toUTCString().replace('GMT', '+0000');
