import { createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import type { Reader } from '../../src/features/import/formats/reader.ts';
import type { PostItem, SourceItem } from '../../src/features/import/items.ts';
import type { Source } from '../../src/platform/files/source.ts';

/*
 * Sources for tests of the importer itself: one item in JSON a line. Files of real formats are the concern of their readers.
 */

async function* lines(source: Source): AsyncGenerator<string> {
  for (const entry of source.entries)
    for await (const line of createInterface({ input: await entry.open() })) if (line) yield line;
}

export const itemLines: Reader = {
  format: 'item-lines',
  label: 'Lines',
  detects: async () => true,
  async count(source) {
    const counts = new Map<string, number>();
    for await (const line of lines(source)) {
      const kind = /"sourceKind":"([^"]*)"/.exec(line)?.[1] ?? '';
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    return counts;
  },
  async *read(source) {
    for await (const line of lines(source)) yield JSON.parse(line) as SourceItem;
  },
};

export async function writeLines(file: string, items: Iterable<SourceItem>): Promise<void> {
  const out = createWriteStream(file);
  for (const item of items)
    if (!out.write(`${JSON.stringify(item)}\n`)) await new Promise((resolve) => out.once('drain', resolve));
  out.end();
  await finished(out);
}

const words = 'tea walk sea light stone paper river morning letter house garden winter bread music'.split(
  ' ',
);
const sentence = (seed: number, length: number): string =>
  Array.from({ length }, (_, n) => words[(seed * 7 + n * n + n * seed) % words.length]).join(' ');

const address = 'https://old.example.org';

export function generatedPost(n: number, posts: number): PostItem {
  const paragraphs = Array.from(
    { length: 4 + (n % 5) },
    (_, p) => `<p>${sentence(n + p, 60)} <strong>${sentence(p, 3)}</strong> and <em>more</em>.</p>`,
  );
  const link = `<p>See <a href="${address}/2010/post-${(n * 3) % posts}/">another post</a>.</p>`;
  return {
    kind: 'post',
    key: `post-${n}`,
    sourceKind: 'post',
    label: `Post ${n}`,
    title: `Post ${n}`,
    slug: `post-${n}`,
    html: `<h2>${sentence(n, 4)}</h2>${paragraphs.join('')}${link}<ul><li>${sentence(n, 5)}</li></ul>`,
    date: new Date(Date.UTC(2005, 0, 1) + n * 3_600_000 * 7).toISOString(),
    status: n % 20 === 0 ? 'draft' : 'public',
    author: 'author-1',
    tags: [{ name: `Tag ${n % 50}` }, { name: `Näme ${n % 13}` }, { name: 'C++' }],
    categories: [[{ name: `Topic ${n % 7}` }, { name: `Part ${n % 3}` }], [{ name: `Other ${n % 4}` }]],
    addresses: [`${address}/2010/post-${n}/`, `${address}/?p=${n}`],
  };
}

/** A whole blog of any size, in the order of a real export. */
export function* generatedBlog({
  posts,
  comments,
}: {
  posts: number;
  comments: number;
}): Generator<SourceItem> {
  const shared = (key: string, sourceKind: string) => ({ key, sourceKind, label: key });
  yield { kind: 'site', ...shared('site', 'site'), title: 'Old blog', url: `${address}/`, language: 'en' };
  yield { kind: 'author', ...shared('author-1', 'author'), name: 'Ada Example' };
  yield {
    kind: 'tag',
    ...shared('tag-x', 'tag'),
    tag: { name: 'Never used' },
    addresses: ['/tag/never-used/'],
  };
  yield { kind: 'category', ...shared('cat-x', 'category'), path: [{ name: 'Empty' }] };
  yield { kind: 'left-out', ...shared('menu-1', 'nav_menu_item'), reason: 'Menus are not imported.' };
  const each = comments / posts;
  let made = 0;
  for (let n = 0; n < posts; n++) {
    yield generatedPost(n, posts);
    for (let first = made; made < Math.round((n + 1) * each); made++)
      yield {
        kind: 'comment',
        ...shared(`comment-${made}`, 'comment'),
        post: { key: `post-${n}` },
        ...(made > first && made % 3 === 0 && { parent: `comment-${made - 1}` }),
        name: `Reader ${made % 100}`,
        url: `https://reader-${made % 100}.example.org/`,
        text: sentence(made, 30),
        date: new Date(Date.UTC(2006, 0, 1) + made * 60_000).toISOString(),
        approved: made % 10 !== 0,
        source: 'comment',
      };
  }
  yield { kind: 'redirect', ...shared('redirect-1', 'redirect'), from: '/gone/', to: null };
}
