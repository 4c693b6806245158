import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceOf } from '../../../../../tests/support/import-source.ts';
import type { Source } from '../../../../platform/files/source.ts';
import type { PostItem, SourceItem } from '../../items.ts';
import { parentsFirst } from '../../parents-first.ts';
import { detectReader } from '../readers.ts';
import { reader as wordpress } from './wordpress.ts';

const sample = (name: string) =>
  readFileSync(new URL(`../../../../../tests/import/samples/${name}`, import.meta.url));
const whole = sample('wordpress/version-1.2.xml');

async function itemsOf(source: Source): Promise<SourceItem[]> {
  const reader = await detectReader(source);
  const items: SourceItem[] = [];
  if (reader) for await (const item of parentsFirst(reader.read(source))) items.push(item);
  const found = new Map<string, number>();
  for (const { sourceKind } of items) found.set(sourceKind, (found.get(sourceKind) ?? 0) + 1);
  for (const [kind, count] of (await reader?.count(source)) ?? [])
    expect(`${kind} ${found.get(kind)}`).toBe(`${kind} ${count}`);
  expect(new Set(items.map(({ key }) => key)).size).toBe(items.length);
  return items;
}

const byLabel = (items: readonly SourceItem[], label: string) => items.find((item) => item.label === label);

function posts(items: readonly SourceItem[]): PostItem[] {
  return items.filter((item): item is PostItem => item.kind === 'post' || item.kind === 'page');
}

test('an export of version 1.2', async () => {
  const items = await itemsOf(sourceOf({ 'blog.xml': whole }));
  expect(items.find(({ kind }) => kind === 'site')).toMatchObject({
    title: 'Tea & Travel',
    tagline: 'Notes on the way',
    url: 'https://blog.example.org/',
    language: 'en-US',
  });
  expect(byLabel(items, 'Tea & cake')).toEqual({
    original: expect.stringContaining('[gallery ids="201"]'),
    kind: 'post',
    key: 'blog.example.org/post/101',
    sourceKind: 'post',
    label: 'Tea & cake',
    title: 'Tea & cake',
    slug: 'tea',
    html: '<p>One<br>\ntwo</p>\n<div class="gallery"><figure><img src="https://blog.example.org/wp-content/uploads/2010/04/cup.jpg" alt="A white cup"><figcaption>The cup</figcaption></figure></div><p>[unknown_thing] A post about feeds:  and ]]&gt; end.</p>\n',
    summary: 'A summary & more',
    date: '2010-04-03T10:00:00.000Z',
    status: 'public',
    author: 'blog.example.org/author/ada',
    tags: [{ name: 'C++', slug: 'c-plus-plus' }],
    categories: [
      [{ name: 'Travel & more', slug: 'travel' }],
      [
        { name: 'Travel & more', slug: 'travel' },
        { name: 'Japan', slug: 'japan' },
      ],
    ],
    commentsOpen: true,
    mainImage: {
      url: 'https://blog.example.org/wp-content/uploads/2010/04/cup.jpg',
      alt: 'A white cup',
      caption: 'The cup',
    },
    addresses: ['/2010/04/03/tea/', '/?p=101'],
    remarks: ['Unknown shortcodes stay as text: [unknown_thing].', 'Terms of "genre" were left out: Diary.'],
  });
  expect(
    posts(items).map(({ label, kind, slug, status, date }) => [label, kind, slug, status, date]),
  ).toEqual([
    ['Tea & cake', 'post', 'tea', 'public', '2010-04-03T10:00:00.000Z'],
    ['About us', 'page', '/about', 'public', '2010-04-03T10:00:00.000Z'],
    ['Team', 'page', '/about/team', 'public', '2010-04-03T10:00:00.000Z'],
    ['Draft', 'post', undefined, 'draft', '2010-05-01T10:00:00.000Z'],
    ['Later', 'post', 'later', 'public', '2031-01-01T10:00:00.000Z'],
    ['Private', 'post', 'private', 'private', '2010-04-03T10:00:00.000Z'],
    ['Protected', 'post', 'protected', 'private', '2010-04-03T10:00:00.000Z'],
    ['Blocks', 'post', 'blocks', 'public', '2010-04-03T10:00:00.000Z'],
    ['A talk', 'post', 'talk', 'public', '2010-04-03T10:00:00.000Z'],
  ]);
  expect(JSON.stringify(items)).not.toContain('hush');
  expect(byLabel(items, 'Blocks')).toMatchObject({
    html: '\n<p>Before</p>\n<p>Shared text</p>\n<figure><img src="https://blog.example.org/wp-content/uploads/2010/04/cup-300x200.jpg" alt=""><figcaption>A cup</figcaption></figure>\n',
  });
  const leftOut = items.flatMap((item) =>
    item.kind === 'left-out' ? [`${item.sourceKind} ${item.label}`] : [],
  );
  expect(leftOut).toEqual([
    'term Top',
    'comment Spammer: Buy',
    'post Trashed',
    'comment Reader: On trash',
    'post Auto Draft',
    'nav_menu_item nav_menu_item 110',
    'revision Earlier',
    'wp_block Shared',
    'talk An empty one',
    'attachment Paper',
  ]);
});

test('addresses of terms, files, pages and feeds', async () => {
  const items = await itemsOf(sourceOf({ 'blog.xml': whole }));
  const addresses = (label: string) => byLabel(items, label)?.addresses;
  expect(addresses('Travel & more / Japan')).toEqual([
    '/category/travel/japan/',
    '/category/japan/',
    '/?cat=4',
  ]);
  expect(addresses('C++')).toEqual(['/tag/c-plus-plus/', '/?tag=c-plus-plus']);
  expect(addresses('Cup')).toEqual([
    '/2010/04/03/tea/cup/',
    '/wp-content/uploads/2010/04/cup.jpg',
    '/?attachment_id=201',
  ]);
  expect(addresses('Team')).toEqual(['/about/team/', '/?p=103', '/?page_id=103']);
  expect(addresses('Tea & Travel')).toEqual([]);
  // Its web title must not be known before it is published.
  expect(addresses('Draft')).toBeUndefined();
  expect(items.flatMap((item) => (item.kind === 'redirect' ? [[item.from, item.to]] : []))).toContainEqual([
    '/comments/feed/',
    null,
  ]);
});

test('comments have parents, authors and sources; parents come first', async () => {
  const items = await itemsOf(sourceOf({ 'blog.xml': whole }));
  const comments = items.flatMap((item) => (item.kind === 'comment' ? [item] : []));
  const key = (id: number) => `blog.example.org/comment/${id}`;
  expect(comments.map((one) => [one.key, one.parent, one.author, one.source, one.approved])).toEqual([
    [key(11), undefined, undefined, 'comment', true],
    [key(12), key(11), 'blog.example.org/author/ada', 'comment', true],
    [key(13), key(12), undefined, 'comment', true],
    [key(15), undefined, undefined, 'pingback', true],
    [key(16), undefined, undefined, 'comment', false],
    [key(17), undefined, undefined, 'comment', true],
  ]);
  expect(comments[0]).toMatchObject({
    name: 'Reader',
    url: 'https://reader.example.org/',
    text: 'A link (https://example.org/x) & more.\n\nSecond',
    date: '2010-04-04T07:00:00.000Z',
  });
});

test('an export of version 1.0 that is not well-formed', async () => {
  const items = await itemsOf(sourceOf({ 'blog.xml': sample('wordpress/malformed-1.0.xml') }));
  expect(posts(items).map(({ label, html, date }) => [label, html.trim(), date])).toEqual([
    ['Scripts & more', '<p>Before  after the script.</p>\n<p>The end.</p>', '2007-04-03T10:00:00.000Z'],
    ['Lost end', '<p>The end of this text was lost</p>', '2007-04-05T12:00:00.000Z'],
    ['Next', '<p>Still read here</p>', '2007-04-06T12:00:00.000Z'],
  ]);
  expect(byLabel(items, 'Scripts & more')).toMatchObject({
    tags: [{ name: 'Read More', slug: 'read-more' }],
    categories: [[{ name: 'Pets', slug: 'pets' }]],
    commentsOpen: false,
    addresses: ['/blog/?p=7'],
  });
  expect(items.find(({ kind }) => kind === 'comment')).toMatchObject({
    name: 'Tom & Jerry',
    url: 'http://example.org/?a=1&b=2',
    text: 'Café & **tea**',
  });
  // Entities that the file declares are never expanded.
  expect(items.find(({ kind }) => kind === 'site')).toMatchObject({
    title: 'Cats & Dogs',
    tagline: '&c;',
    addresses: expect.arrayContaining(['/blog/', '/blog/feed/', '/blog/?feed=rss2']),
  });
});

test('where a file is cut has no effect on what is read', async () => {
  const expected = await itemsOf(sourceOf({ 'blog.xml': whole }, 1_000_000));
  for (const size of [7, 64, 4099])
    expect(await itemsOf(sourceOf({ 'blog.xml': whole }, size))).toEqual(expected);
});

test.each([
  ['a byte order mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), whole])],
  ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(whole.toString(), 'utf16le')])],
  ['UTF-16, big-endian', Buffer.from(`\ufeff${whole}`, 'utf16le').swap16()],
])('an export with %s', async (_name, bytes) => {
  expect(await itemsOf(sourceOf({ 'blog.xml': bytes }))).toEqual(
    await itemsOf(sourceOf({ 'blog.xml': whole })),
  );
});

test('other declared encodings', async () => {
  const russian = whole
    .toString()
    .replace('encoding="UTF-8"', 'encoding="windows-1251"')
    .replace('Notes on the way', '\u0001')
    .replace('图像', 'x');
  const bytes = Buffer.from(russian, 'latin1');
  const at = bytes.indexOf(1);
  const encoded = Buffer.concat([
    bytes.subarray(0, at),
    Buffer.from([0xd7, 0xe0, 0xe9]),
    bytes.subarray(at + 1),
  ]);
  const items = await itemsOf(sourceOf({ 'blog.xml': encoded }));
  expect(items.find(({ kind }) => kind === 'site')).toMatchObject({ tagline: 'Чай' });
});

test('of a file that was cut off the items before are read, and the report says so', async () => {
  const text = whole.toString();
  const all = posts(await itemsOf(sourceOf({ 'blog.xml': whole })));
  const cut = text.indexOf('Not yet');
  const items = await itemsOf(sourceOf({ 'blog.xml': text.slice(0, cut + 4) }));
  expect(posts(items).map(({ key }) => key)).toEqual(all.slice(0, 3).map(({ key }) => key));
  expect(byLabel(items, 'Draft')).toMatchObject({
    kind: 'left-out',
    reason: 'The file ends in the middle of it.',
  });
  expect(items.find(({ kind }) => kind === 'site')?.remarks).toEqual([
    'The file blog.xml is incomplete: its end is missing, and with it what followed. Export the blog again to get everything.',
  ]);
  // Any other place does no harm either.
  for (let end = 2000; end < text.length; end += 977)
    await itemsOf(sourceOf({ 'blog.xml': text.slice(0, end) }));
});

test('an export in several files', async () => {
  const text = whole.toString();
  const head = text.slice(0, text.indexOf('\t<item>'));
  const foot = '</channel>\n</rss>\n';
  const middle = text.indexOf('\t<item>', text.indexOf('About us') + 1000);
  const source = sourceOf({
    'parts/blog.001.xml': text.slice(0, middle) + foot,
    'parts/blog.002.xml': head + text.slice(middle),
    'other.xml': '<rss><channel></channel></rss>',
  });
  const items = await itemsOf(source);
  const single = await itemsOf(sourceOf({ 'blog.xml': whole }));
  expect(posts(items).map(({ label }) => label)).toEqual(posts(single).map(({ label }) => label));
  expect(
    items.filter((item) => item.kind === 'left-out' && item.reason === 'The export has it twice.'),
  ).toHaveLength(6);
});

test('an element that never ends is refused with a sentence', async () => {
  const endless = {
    path: 'blog.xml',
    bytes: 0,
    open: async () => {
      const { Readable } = await import('node:stream');
      return Readable.from(
        (function* () {
          yield Buffer.from('<rss><channel><wp:wxr_version>1.2</wp:wxr_version><item><title><![CDATA[');
          for (let times = 0; times < 80; times += 1) yield Buffer.alloc(1024 * 1024, 'a');
        })(),
      );
    },
  };
  const source = { ...sourceOf({}), entries: [endless] };
  const read = async () => {
    for await (const item of wordpress.read(source)) expect(item).toBeDefined();
  };
  await expect(read()).rejects.toThrow('a part that is too large');
});

test('feeds of other programs are not exports', async () => {
  expect(
    await detectReader(
      sourceOf({ 'feed.xml': '<rss><channel><item><title>x</title></item></channel></rss>' }),
    ),
  ).not.toBe(wordpress);
});

test('an export of Squarespace', async () => {
  const source = sourceOf({ 'squarespace.xml': sample('squarespace.xml') });
  expect((await detectReader(source))?.format).toBe('squarespace');
  const items = await itemsOf(source);
  expect(byLabel(items, 'A visit')).toMatchObject({
    slug: 'a-visit',
    summary: 'A short visit',
    html: '<p>Hello [there]</p><figure><img alt="Visit" src="https://static1.squarespace.com/static/5/t/6/visit.jpg"><figcaption>The studio</figcaption></figure><div class="gallery"><figure><img src="https://static1.squarespace.com/static/5/t/7/one.jpg"></figure><figure><img src="https://static1.squarespace.com/static/5/t/8/two.jpg"></figure></div>',
    mainImage: { url: 'https://static1.squarespace.com/static/5/t/6/visit.jpg' },
    categories: [[{ name: 'Studio News', slug: 'studio-news' }]],
    author: 'studio.example.org/author/someone@example.org',
    addresses: ['/journal/a-visit', '/?p=3'],
  });
  expect(byLabel(items, 'Studio News')?.addresses).toEqual(
    expect.arrayContaining(['/journal/category/studio-news', '/journal?category=studio-news']),
  );
});

const exported = (inside: string) =>
  `<?xml version="1.0"?><!-- <item> is an example, <wp:author> too --><rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><wp:wxr_version>1.2</wp:wxr_version><title>Tea</title><link>https://tea.example.org</link>${inside}</channel></rss>`;
const element = (name: string, text: string) => `<${name}><![CDATA[${text}]]></${name}>`;
const author = `<wp:author><wp:author>${element('wp:author_login', 'ada')}</wp:author>${element('wp:author_id', '1')}${element('wp:author_login', 'ada')}${element('wp:author_email', 'Ada@example.org')}</wp:author>`;
const item = (id: number, inside: string) =>
  `<item>${element('title', `Post ${id}`)}${element('content:encoded', 'Words')}<wp:post_id>${id}</wp:post_id>${inside}</item>`;
const published = `${element('wp:status', 'publish')}${element('wp:post_type', 'post')}<wp:post_date_gmt>2020-01-02 03:04:05</wp:post_date_gmt>`;

test('an item without status or type stays a draft', async () => {
  const items = await itemsOf(
    sourceOf({
      'blog.xml': exported(
        author +
          item(1, published) +
          item(2, element('wp:post_type', 'post')) +
          item(3, element('wp:status', 'publish')),
      ),
    }),
  );
  expect(posts(items).map(({ status }) => status)).toEqual(['public', 'draft', 'draft']);
  expect(posts(items)[1]?.remarks).toEqual([
    'The export does not name its wp:status, so it is a draft here.',
  ]);
});

test('a comment with the email of an author is that of the author', async () => {
  const comment = (id: number, email: string) =>
    `<wp:comment><wp:comment_id>${id}</wp:comment_id>${element('wp:comment_author', 'Ada')}${element('wp:comment_author_email', email)}${element('wp:comment_content', 'Thanks')}<wp:comment_user_id>0</wp:comment_user_id></wp:comment>`;
  const items = await itemsOf(
    sourceOf({
      'blog.xml': exported(
        author +
          item(1, published + comment(5, 'ada@example.org') + comment(6, 'x@example.org') + comment(7, '')),
      ),
    }),
  );
  const authors = items.map((one) => (one.kind === 'comment' ? one.author : undefined));
  expect(authors.slice(-3)).toEqual(['tea.example.org/author/ada', undefined, undefined]);
});

test('what has no place is named: descriptions, custom fields, entries of menus', async () => {
  const category = `<wp:category>${element('wp:category_nicename', 'green')}${element('wp:cat_name', 'Green')}${element('wp:category_description', 'Not black.')}</wp:category>`;
  const meta = (key: string, value: string) =>
    `<wp:postmeta>${element('wp:meta_key', key)}${element('wp:meta_value', value)}</wp:postmeta>`;
  const menu = `<item><title></title><wp:post_id>9</wp:post_id>${element('wp:post_type', 'nav_menu_item')}${meta('_menu_item_url', 'https://tea.example.org/shop/')}</item>`;
  const items = await itemsOf(
    sourceOf({
      'blog.xml': exported(
        category + item(1, published + meta('mood', 'calm') + meta('_edit_last', '1')) + menu,
      ),
    }),
  );
  expect(byLabel(items, 'Green')?.remarks).toEqual(['Its description was left out: Not black.']);
  expect(byLabel(items, 'Post 1')?.remarks).toEqual(['Custom fields were left out: mood: calm']);
  expect(byLabel(items, 'https://tea.example.org/shop/')).toMatchObject({ kind: 'left-out' });
});
