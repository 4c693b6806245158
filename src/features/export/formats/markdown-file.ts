import { createHash } from 'node:crypto';
import { sanitize } from '../../../content/document/sanitize.ts';
import { htmlToPortableMarkdown } from '../../../content/markdown/html-to-markdown.ts';
import { markdownToHtml } from '../../../content/markdown/to-html.ts';
import { frontMatter } from '../../../content/markdown/write-front-matter.ts';
import { urls } from '../../../platform/http/urls.ts';
import type { ExportedCategory, ExportedPost, ExportedTag } from './content.ts';
import { type FileNames, staticPath } from './file-names.ts';

/** Shortcodes of Hugo, and attribute lists of kramdown. Liquid is switched off in the front matter. */
const templateSigns = /\{\{[<%]|\{:/;

export const imagesPrefix = '/images/';

/** A post as a file that Hugo, Jekyll and this program read. */
export function markdownFile(post: ExportedPost, names: FileNames): { path: string; text: string } {
  const isPage = post.kind === 'page';
  const prefix = isPage ? '' : `${day(post.date)}-`;
  const name = names.take(prefix, post.webTitle, post.id, '.md');
  const markdown = htmlToPortableMarkdown(post.html, templateSigns);
  return {
    path: `${isPage ? 'pages' : 'posts'}/${name}`,
    text: `${frontMatter(fieldsOf(post, markdown))}\n${markdown}`,
  };
}

function fieldsOf(post: ExportedPost, markdown: string) {
  const url = staticPath(pathOf(post), post.id);
  const former = post.formerPaths.map((path) => staticPath(path, post.id));
  const images = imageUrls(post);
  const isPublic = post.status === 'public';
  return {
    title: post.title,
    date: post.scheduled ?? post.date,
    lastmod: post.updated ?? undefined,
    slug: post.webTitle.split('/').at(-1),
    url,
    permalink: url,
    aliases: former.length > 0 ? former : undefined,
    redirect_from: former.length > 0 ? former : undefined,
    // Hugo warns where both are given, so public posts have neither.
    draft: isPublic ? undefined : true,
    published: isPublic ? undefined : false,
    description: post.description || undefined,
    tags: post.tags.length > 0 ? tagNames(post.tags) : undefined,
    categories: post.categories.length > 0 ? post.categories.map(categoryName) : undefined,
    author: post.author?.name || undefined,
    // Not `lang`, which Hugo reserves.
    language: post.language || undefined,
    image: images[0],
    images: images.length > 0 ? images : undefined,
    comments: post.commentsOpen,
    // Jekyll would take braces in a text for a template.
    render_with_liquid: false,
    not_terrible: { ...post.own.post, ...post.own.parts, ...exactContent(post, markdown) },
  };
}

/** As far as a name is no other tag's: Hugo and Jekyll know tags by their names, and Hugo ignores case. */
function tagNames(tags: readonly ExportedTag[]): string[] {
  const seen = new Set<string>();
  return tags.map(({ name, webName }) => {
    const isTaken = seen.has(name.toLowerCase());
    seen.add(name.toLowerCase());
    return isTaken ? webName : name;
  });
}

const categoryName = ({ segments }: Pick<ExportedCategory, 'segments'>): string => segments.join('/');

/** Stored HTML that differs from the one spelling of documents, such as that of an early version, stands beside its Markdown. */
function exactContent(post: ExportedPost, markdown: string) {
  if (contentOf(markdown) === post.html) return {};
  return { content_html: post.html, content_of: bodyHash(markdown) };
}

const contentOf = (markdown: string): string =>
  sanitize(markdownToHtml(`\n${markdown}`).html, (url) => url.startsWith(imagesPrefix));

/** Tells whether the Markdown was edited since; white space at its ends does not count. */
const bodyHash = (markdown: string): string => createHash('sha256').update(markdown.trim()).digest('hex');

export const pathOf = ({ webTitle }: Pick<ExportedPost, 'webTitle'>): string =>
  webTitle.startsWith('/') ? webTitle : decodeURIComponent(urls.post(webTitle));

/** The image of social networks first. */
function imageUrls({ images }: ExportedPost): string[] {
  const first = images.find(({ isSocial }) => isSocial) ?? images.find(({ isMain }) => isMain);
  return [...(first ? [first] : []), ...images.filter((image) => image !== first)].map(
    ({ file }) => imagesPrefix + file,
  );
}

/** The day in UTC; the posts of Jekyll begin with it. */
function day(date: string): string {
  return /^\d{4}-\d\d-\d\d/.exec(date)?.[0] ?? '1970-01-01';
}
