import { linkUrl } from '../../../content/document/url.ts';
import { markdownToHtml } from '../../../content/markdown/to-html.ts';
import type { Post } from '../../../core/posts/api/posts.ts';
import type { Category } from '../../../core/posts/terms/api/categories.ts';
import { tagProblem } from '../../../core/posts/terms/rules/tags.ts';
import type { GivenImage } from '../images.ts';
import { invalidRequest, type MicropubRequest, type Values } from './request.ts';

const first = (values: Values, name: string): unknown => values[name]?.[0];
const text = (values: Values, name: string): string | undefined => {
  const value = first(values, name);
  if (value === undefined) return undefined;
  if (typeof value === 'object') throw invalidRequest(`"${name}" has to be a text.`);
  return String(value);
};

/** HTML as it is; plain text is read as Markdown, as people type it in their apps. */
function contentOf(values: Values): string | undefined {
  const value = first(values, 'content');
  if (value === undefined) return undefined;
  if (typeof value !== 'object' || value === null) return markdownToHtml(String(value)).html;
  const { html, value: plain } = value as { html?: unknown; value?: unknown };
  if (typeof html === 'string') return html;
  if (typeof plain === 'string') return markdownToHtml(plain).html;
  throw invalidRequest('"content" has neither text nor "html".');
}

const links: Record<string, string> = {
  'in-reply-to': 'In reply to',
  'bookmark-of': 'Bookmark:',
  'like-of': 'Liked:',
  'repost-of': 'Repost of',
};

/** What a new entry refers to, as links at the beginning of its text. */
export function linksOf(values: Values): string {
  const lines = Object.entries(links).flatMap(([name, words]) =>
    (values[name] ?? []).map((given) => `${words} <${referredUrl(given)}>`),
  );
  return markdownToHtml(lines.join('\n\n')).html;
}

/** A URL, or a page that is described in place. */
function referredUrl(given: unknown): string {
  const { properties } = (given ?? {}) as { properties?: { url?: unknown[] } };
  const url = linkUrl(String(properties?.url?.[0] ?? given));
  if (url === null) throw invalidRequest('An entry refers to pages by their URLs.');
  return url;
}

/** A category of the site where there is one of this name, a tag elsewhere. */
export function termsOf(values: Values, categories: readonly Category[]) {
  const names = (values.category ?? []).map((value) => String(value).trim()).filter(Boolean);
  const ids: number[] = [];
  const tags: string[] = [];
  for (const name of names) {
    const same = (other: string) => other.toLowerCase() === name.toLowerCase();
    const category = categories.find(({ category_path, title }) => same(category_path) || same(title));
    const tag = name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '');
    if (category) ids.push(category.id);
    else if (tagProblem(tag) === null) tags.push(tag);
  }
  const [category_id = null, ...further_category_ids] = [...new Set(ids)];
  return { category_id, further_category_ids, tags: [...new Set(tags)] };
}

export function imagesOf({ properties, files }: Pick<MicropubRequest, 'properties' | 'files'>): GivenImage[] {
  const alts = (properties['mp-photo-alt'] ?? []).map(String);
  const named = (properties.photo ?? []).map((value, index): GivenImage => {
    const { value: url, alt } =
      typeof value === 'object' && value !== null
        ? (value as { value?: unknown; alt?: unknown })
        : { value, alt: alts[index] };
    if (typeof url !== 'string')
      throw invalidRequest('A photo is a URL, or an object with "value" and "alt".');
    return { url, alt: altText(alt) };
  });
  const sent = files.map((file, index): GivenImage => ({ file, alt: altText(alts[named.length + index]) }));
  return [...named, ...sent];
}

const altText = (alt: unknown): string => (typeof alt === 'string' ? alt.slice(0, 1000) : '');

/** What the properties of a request say about a post; those that are not sent are left out. */
export function changeOf(values: Values, categories: readonly Category[]) {
  const [title, content, summary] = [text(values, 'name'), contentOf(values), text(values, 'summary')];
  const [published, status, slug] = [
    text(values, 'published'),
    text(values, 'post-status'),
    text(values, 'mp-slug'),
  ];
  return {
    ...(title !== undefined && { post_title: title }),
    ...(content !== undefined && { post_content: content }),
    ...(summary !== undefined && { meta_description: summary }),
    ...(values.category !== undefined && termsOf(values, categories)),
    ...(published !== undefined && { post_date: published }),
    ...(status !== undefined && { active: status !== 'draft' }),
    ...(slug && { post_title_web: slugOf(slug) }),
  };
}

const slugOf = (slug: string): string =>
  slug
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80);

/** A post as a client sent it, or could have. */
export function propertiesOf(post: Post, url: string, asked: readonly string[]): Values {
  const categories = [
    ...(post.cat_path ? [post.cat_titles.at(-1) ?? post.cat_path] : []),
    ...post.further_categories.map(({ titles }) => titles.at(-1) ?? ''),
    ...post.tags.map(({ tag_name }) => tag_name),
  ];
  const photos = post.images.map(({ file_path, alt }) => ({ value: new URL(file_path, url).href, alt }));
  const all: Values = {
    ...(post.post_title && { name: [post.post_title] }),
    content: [{ html: post.post_content }],
    ...(post.meta_description && { summary: [post.meta_description] }),
    ...(categories.length > 0 && { category: categories }),
    ...(photos.length > 0 && { photo: photos }),
    published: [post.post_date],
    ...(post.update_date && { updated: [post.update_date] }),
    'post-status': [post.active === 1 ? 'published' : 'draft'],
    url: [url],
  };
  if (asked.length === 0) return all;
  return Object.fromEntries(Object.entries(all).filter(([name]) => asked.includes(name)));
}

/** The values of an update, applied to those that the post has. */
export function updated(
  before: Values,
  { replace, add, remove }: Pick<MicropubRequest, 'replace' | 'add' | 'remove'>,
): Values {
  const after: Values = { ...replace };
  const valuesOf = (name: string) => after[name] ?? before[name] ?? [];
  for (const [name, values] of Object.entries(add)) {
    const merged = name === 'category' || name === 'photo' ? [...valuesOf(name), ...values] : values;
    after[name] = merged;
  }
  if (Array.isArray(remove)) for (const name of remove) after[name] = cleared(name);
  else
    for (const [name, values] of Object.entries(remove)) {
      const gone = new Set(values.map(String));
      const left = valuesOf(name).filter((value) => !gone.has(String(value)));
      after[name] = left.length > 0 ? left : cleared(name);
    }
  return after;
}

/** An empty list clears categories; a text is cleared by an empty one. */
const cleared = (name: string): unknown[] => (name === 'category' || name === 'photo' ? [] : ['']);
