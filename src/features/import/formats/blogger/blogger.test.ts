import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { postsOf, postTitled, readSample } from '../../../../../tests/support/import-sample.ts';
import { originalImage } from '../../original-images.ts';
import { reader } from './blogger.ts';

test.each(['blogger.xml', 'blogger-takeout'])('%s: every entry is accounted for', async (name) => {
  const { isDetected, counts, tally, items, again } = await readSample(reader, name);
  expect(isDetected).toBe(true);
  expect(tally).toEqual(counts);
  expect(counts.get('post')).toBe(2);
  expect(again).toEqual(items);
  expect(new Set(items.map(({ key }) => key)).size).toBe(items.length);
});

test('posts, pages, drafts and comments of the own export', async () => {
  const { items } = await readSample(reader, 'blogger.xml');
  expect(items[0]).toMatchObject({
    title: 'Tea & Time',
    tagline: 'Slow leaves',
    url: 'http://tea.blogspot.example.org/',
  });
  expect(postTitled(items, 'First &amp; only')).toMatchObject({
    key: 'post:10',
    slug: 'first',
    date: '2010-04-03T17:00:00.001Z',
    status: 'public',
    author: 'author:http://www.blogger.com/profile/1',
    tags: [{ name: 'Green Tea' }, { name: 'C++' }],
    addresses: ['/2010/04/first.html', '/2010/04/first.html?m=1'],
  });
  const { html } = postTitled(items, 'First &amp; only');
  expect(html).toContain('<img src="http://2.bp.blogspot.com/-a/b/c/d/s0/cup.jpg"');
  expect(html).not.toContain('s1600');
  expect(html).toContain(
    '<figure><img src="https://blogger.googleusercontent.com/img/a/AVvX=s0"><figcaption>A caption</figcaption></figure>',
  );
  expect(html).toContain('More text &amp; signs');
  expect(postTitled(items, '')).toMatchObject({ status: 'draft', html: 'A draft that was never closed' });
  expect(postTitled(items, 'About')).toMatchObject({
    kind: 'page',
    slug: '/about',
    addresses: ['/p/about.html', '/p/about.html?m=1'],
  });
  const comments = items.filter(({ sourceKind }) => sourceKind === 'comment');
  expect(comments).toMatchObject([
    {
      kind: 'comment',
      key: 'comment:2',
      post: { key: 'post:10' },
      name: 'A. Reader',
      url: 'http://reader.example.org/',
      text: 'Nice **tea**\nReally',
    },
    { kind: 'comment', post: { key: 'post:99' } },
    {
      kind: 'comment',
      key: 'comment:3',
      parent: 'comment:2',
      author: 'author:http://www.blogger.com/profile/1',
    },
  ]);
  expect(items.find(({ key }) => key === 'tag:Green Tea')).toMatchObject({
    addresses: ['/search/label/Green%20Tea'],
  });
});

test('Takeout', async () => {
  const { items } = await readSample(reader, 'blogger-takeout');
  const post = postTitled(items, 'From Takeout');
  expect(post).toMatchObject({
    date: '2020-01-03T10:00:00.000Z',
    summary: 'Described',
    tags: [{ name: 'Walks' }],
    addresses: ['/2020/01/from-takeout.html', '/2020/01/from-takeout.html?m=1'],
  });
  expect(post.html).toContain('https://blogger.googleusercontent.com/img/b/R29v/AVvX/s0/my%20cup.png');
  expect(postTitled(items, 'Not yet')).toMatchObject({ status: 'draft', date: null });
  expect(postTitled(items, 'Contact')).toMatchObject({ kind: 'page', slug: '/contact' });
  expect(items.find(({ key }) => key === 'comment:22')).toMatchObject({
    kind: 'left-out',
    reason: 'It was marked as spam or deleted.',
  });
  expect(items.find(({ key }) => key === 'comment:23')).toMatchObject({
    kind: 'comment',
    text: 'Good walk',
    approved: true,
  });
});

test.each([
  ['https://1.bp.blogspot.com/-x/y/z/w/s1600/a.jpg', 'https://1.bp.blogspot.com/-x/y/z/w/s0/a.jpg'],
  ['//1.bp.blogspot.com/-x/y/z/w/w640-h480/a.jpg', 'https://1.bp.blogspot.com/-x/y/z/w/s0/a.jpg'],
  ['https://lh3.googleusercontent.com/abc=w640-h480-no', 'https://lh3.googleusercontent.com/abc=s0'],
  ['https://lh3.googleusercontent.com/abc', 'https://lh3.googleusercontent.com/abc'],
  ['https://example.org/s320/a.jpg', 'https://example.org/s320/a.jpg'],
])('the original of %s', (url, original) => {
  expect(originalImage(url)).toBe(original);
});

test.each([1, 7, 1000])('entries are found in pieces of %i bytes', async (size) => {
  const text =
    '<feed><generator>Blogger</generator><title>T</title><entry><id>x.post-1</id><blogger:type>POST</blogger:type><title>é1</title><content>a</content></entry><entryx/><entry ><id>x.post-2</id><blogger:type>POST</blogger:type><title><![CDATA[b & c]]></title></entry></feed>';
  const bytes = Buffer.from(text);
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
  const entry = { path: 'a.xml', bytes: bytes.length, open: async () => Readable.from(chunks) };
  const source = { name: 'a.xml', entries: [entry], entry: () => entry, close: async () => {} };
  expect(postsOf(await Array.fromAsync(reader.read(source))).map(({ title }) => title)).toEqual([
    'é1',
    'b & c',
  ]);
});
