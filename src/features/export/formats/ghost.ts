import { createHash } from 'node:crypto';
import type { ArchiveContent } from './archive-content.ts';
import type { ExportedPost } from './content.ts';
import { FileNames } from './file-names.ts';
import { absolute, htmlForOthers } from './html-for-others.ts';
import { imagesPrefix } from './markdown-file.ts';

/** What Ghost's own columns hold; its importer refuses what is longer. */
const limits = { title: 255, name: 191, excerpt: 300 };
/** The version whose export this looks like. */
const ghostVersion = '5.80.0';

/** A Ghost export, for Ghost's importer. It has no place for comments, votes and redirects. */
export async function* ghostFile(content: ArchiveContent): AsyncGenerator<string> {
  const { site } = content;
  const exported = new Date(site.date).getTime();
  yield `{"db": [{"meta": {"exported_on": ${exported}, "version": "${ghostVersion}"}, "data": {\n"posts": [`;
  const slugs = new FileNames();
  yield* separated(mapped(content.posts(), (post) => postRecord(content, post, slugs)));
  yield '],\n"posts_meta": [';
  yield* separated(mapped(content.posts(), metaRecord));
  yield '],\n"tags": [';
  yield* separated(tagRecords(content));
  yield '],\n"posts_tags": [';
  yield* separated(tagging(content));
  yield '],\n"users": [';
  yield* separated(authorsOf(content).map((author) => userRecord(author, site.date)));
  yield '],\n"posts_authors": [';
  yield* separated(authorship(content));
  yield '],\n"roles": [{"id": "1", "name": "Author"}],\n"roles_users": [';
  yield* separated(
    authorsOf(content).map(({ id }) => ({ id: `role-${id}`, role_id: '1', user_id: `${id}` })),
  );
  yield ']\n}}]}\n';
}

const authorsOf = ({ authors }: ArchiveContent): { id: number; name: string }[] =>
  authors.length > 0 ? authors.map(({ id, name }) => ({ id, name })) : [{ id: 0, name: '' }];

function postRecord(content: ArchiveContent, post: ExportedPost, slugs: FileNames) {
  const { site } = content;
  const html = htmlForOthers(site, post);
  const main = post.images.find(({ isMain }) => isMain);
  return {
    id: `${post.id}`,
    uuid: uuidOf(`${site.url} ${post.id}`),
    title: cut(post.title || 'Untitled', limits.title),
    // Ghost has no pages below others.
    slug: slugs.take('', post.webTitle, post.id, ''),
    html,
    lexical: lexicalOf(html),
    mobiledoc: null,
    comment_id: `${post.id}`,
    feature_image: main ? absolute(site, imagesPrefix + main.file) : null,
    type: post.kind,
    status: { public: 'published', scheduled: 'scheduled', draft: 'draft' }[post.status],
    locale: post.language || null,
    visibility: 'public',
    email_recipient_filter: 'all',
    featured: 0,
    created_at: post.date,
    updated_at: post.updated ?? post.date,
    published_at: post.status === 'draft' ? null : (post.scheduled ?? post.date),
    custom_excerpt: cut(post.writtenDescription, limits.excerpt) || null,
  };
}

const metaRecord = (post: ExportedPost) => {
  const main = post.images.find(({ isMain }) => isMain);
  if (!main?.alt && !post.writtenDescription) return null;
  return {
    id: `meta-${post.id}`,
    post_id: `${post.id}`,
    meta_description: cut(post.writtenDescription, 500) || null,
    feature_image_alt: cut(main?.alt ?? '', limits.name) || null,
  };
};

/** One card of HTML: our documents have blocks that Ghost's editor does not know, and the card keeps them as they are. */
const lexicalOf = (html: string): string =>
  JSON.stringify({
    root: {
      children: html === '' ? [] : [{ type: 'html', version: 1, html }],
      direction: null,
      format: '',
      indent: 0,
      type: 'root',
      version: 1,
    },
  });

const tagId = (id: number): string => `tag-${id}`;
const categoryId = (id: number): string => `category-${id}`;

/** Ghost has tags only; the categories come after them. A slug of both is one tag. */
function* tagRecords({ tags, categories }: ArchiveContent) {
  const taken = new Set<string>();
  for (const { id, webName, name } of tags) {
    taken.add(webName);
    yield { id: tagId(id), name: cut(name, limits.name), slug: webName, visibility: 'public' };
  }
  for (const { id, segments, names } of categories) {
    const slug = segments.join('-');
    if (taken.has(slug)) continue;
    yield { id: categoryId(id), name: cut(names.join(' / '), limits.name), slug, visibility: 'public' };
  }
}

async function* tagging({ posts, tags }: ArchiveContent) {
  const tagOfSlug = new Map(tags.map(({ webName, id }) => [webName, tagId(id)]));
  for await (const post of posts()) {
    const ids = new Set([
      // The first tag is the primary one, which is what the main category was.
      ...post.categories.map(({ id, segments }) => tagOfSlug.get(segments.join('-')) ?? categoryId(id)),
      ...post.tags.map(({ id }) => tagId(id)),
    ]);
    let order = 0;
    for (const tag_id of ids)
      yield { id: `${post.id}-${tag_id}`, post_id: `${post.id}`, tag_id, sort_order: order++ };
  }
}

/** Addresses are required but not known to readers of the site, so they are of a domain that cannot exist. */
const userRecord = ({ id, name }: { id: number; name: string }, date: string) => ({
  id: `${id}`,
  name: cut(name || 'Author', limits.name),
  slug: `author-${id}`,
  email: `author-${id}@example.invalid`,
  status: 'inactive',
  created_at: date,
  updated_at: date,
});

async function* authorship(content: ArchiveContent) {
  const [first] = authorsOf(content);
  for await (const { id, author } of content.posts())
    yield { id: `author-of-${id}`, post_id: `${id}`, author_id: `${author?.id ?? first?.id}`, sort_order: 0 };
}

async function* mapped<In, Out>(values: AsyncIterable<In>, map: (value: In) => Out): AsyncGenerator<Out> {
  for await (const value of values) yield map(value);
}

/** The elements of a JSON array, one a line; null is left out. */
async function* separated(values: AsyncIterable<unknown> | Iterable<unknown>): AsyncGenerator<string> {
  let separator = '\n';
  for await (const value of values) {
    if (value === null) continue;
    yield `${separator}${JSON.stringify(value)}`;
    separator = ',\n';
  }
}

const cut = (text: string, length: number): string => [...text.trim()].slice(0, length).join('').trim();

/** The same one in each export, so that a second import finds the post. */
function uuidOf(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex');
  const variant = '89ab'[Number.parseInt(hash.charAt(16), 16) % 4];
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `4${hash.slice(13, 16)}`,
    `${variant}${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}
