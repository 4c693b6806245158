import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { postsOf, postTitled, readSample } from '../../../../../tests/support/import-sample.ts';
import { cardHtml } from './cards.ts';
import { reader } from './ghost.ts';

test.each(['ghost', 'ghost-1.json'])(
  '%s: every row of posts, tags and users is accounted for',
  async (name) => {
    const { isDetected, counts, tally, items, again } = await readSample(reader, name);
    expect(isDetected).toBe(true);
    expect(tally).toEqual(counts);
    expect(counts.get('post')).toBeGreaterThan(1);
    expect(again).toEqual(items);
    expect(new Set(items.map(({ key }) => key)).size).toBe(items.length);
  },
);

test('an image card keeps its width', () => {
  const card = (cardWidth: string) => cardHtml('image', { src: '/a.png', alt: 'A', cardWidth }, new Set());
  expect(card('wide')).toBe('<figure class="wide"><img src="/a.png" alt="A"></figure>');
  expect(card('regular')).toBe('<figure><img src="/a.png" alt="A"></figure>');
});

describe('an export with its content', async () => {
  const { items } = await readSample(reader, 'ghost');
  const post = (title: string) => postTitled(items, title);
  const item = (key: string) => items.find((one) => one.key === key);

  test('site, authors and tags', () => {
    expect(items[0]).toMatchObject({
      title: 'Ghostly tea',
      tagline: 'Thoughts',
      timeZone: 'Asia/Tokyo',
      language: 'en',
    });
    expect(item('user:a-writer')).toMatchObject({
      kind: 'author',
      name: 'A. Writer',
      bio: '<p>Writes &amp; reads</p>',
      links: [{ url: 'https://example.org/' }],
      addresses: ['/author/a-writer/', '/author/a-writer/rss/'],
    });
    expect(item('tag:green-tea')).toMatchObject({
      kind: 'tag',
      tag: { name: 'Green Tea', slug: 'green-tea' },
      addresses: ['/tag/green-tea/', '/tag/green-tea/rss/'],
    });
    expect(item('tag:hash-internal')).toMatchObject({ kind: 'left-out' });
  });

  test('a post with cards in HTML', () => {
    const first = post('First');
    expect(first).toMatchObject({
      slug: 'first',
      summary: 'Short & good',
      date: '2023-01-02T08:00:00.000Z',
      updated: '2023-01-05T08:00:00.000Z',
      author: 'user:a-writer',
      tags: [{ name: 'Green Tea' }, { name: 'C++' }],
      mainImage: {
        url: '/content/images/2023/01/leaf.png',
        alt: 'A leaf',
        caption: 'Leaf',
      },
      addresses: [
        '/2023/01/first/',
        '/first/',
        '/2023/01/first/amp/',
        '/p/00000000-0000-4000-8000-000000000001/',
      ],
    });
    expect(first.html).toBe(
      '<p>Hello <a href="/about/">about</a></p>' +
        '<figure><img src="/content/images/2023/01/cup.png" alt="Cup"><figcaption>Tea</figcaption></figure>' +
        '<div class="gallery"><figure><img src="/content/images/2023/01/cup.png" alt=""></figure><figure><img src="/content/images/2023/01/leaf.png" alt=""></figure></div>' +
        '<figure class="embed"><a href="https://example.org/page">https://example.org/page</a></figure>' +
        '<aside class="callout note"><p>💡 Mind <strong>this</strong></p></aside>' +
        '<details><summary>Question</summary><p>Answer</p></details>' +
        first.html.slice(first.html.indexOf('</details>') + '</details>'.length),
    );
    expect(first.html).toContain('/content/media/2023/01/a.mp3');
    expect(first.html).toContain('A song');
    expect(first.html).not.toContain('0:00');
    expect(first.remarks).toContain('Its code injection was left out.');
    expect(first.remarks).toContain('It has 2 authors; the first is kept.');
  });

  test('Lexical', () => {
    const { html, remarks } = post('From Lexical');
    const parts = [
      '<h2>A heading</h2><p>Plain, <strong>bold</strong> and <code>code</code><br><a href="/first/">a link</a></p>',
      '<ol start="3"><li>three</li><li>four<ul><li>inner</li></ul></li></ol>',
      '<blockquote><p>Quoted</p></blockquote>',
      '<figure><img src="/content/images/2023/01/cup.png" alt="A cup"><figcaption>A <em>cup</em></figcaption></figure>',
      '<img src="/content/images/2023/01/leaf.png" alt="two"></figure></div><p>Both</p>',
      '<pre><code class="language-js">if (a &lt; b) {}</code></pre>',
      '<td>cell</td>',
      '<p>Some <em>Markdown</em></p>',
      '<figure class="embed"><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ">',
      '<figure class="embed"><a href="https://example.org/page">',
      '<aside class="callout note"><p>💡 Remember <strong>this</strong></p></aside>',
      '<details><summary>More</summary><p>Hidden text</p></details>',
      '<a href="/content/files/2023/01/a.pdf">A paper</a>',
      '<h2>Big words</h2><p>Small words</p><p><a href="https://example.org/go">Go</a></p>',
      '<h4>A pot</h4><p>Of clay</p><p><a href="https://example.org/pot">Buy</a></p>',
      '<h2>Join us</h2><p>Please</p>',
      'An unknown part',
      '<hr>',
    ];
    for (const part of parts) expect(html).toContain(part);
    expect(html).not.toContain('Only in emails');
    expect(remarks).toEqual(
      expect.arrayContaining([
        'A form to sign up was left out; its text stays.',
        'A part that only emails showed was left out.',
        'Unknown parts of the editor keep only their text: poll.',
      ]),
    );
  });

  test('Mobiledoc', () => {
    const { html, remarks } = post('From Mobiledoc');
    const parts = [
      '<p>Some <strong>bold <a href="https://example.org/">linked</a></strong><br>text &amp; more</p>',
      '<blockquote><p>Wise words</p></blockquote><ul><li>one</li><li>two</li></ul><h2>From Markdown</h2><hr>',
      '<img src="/content/images/2019/02/old.png"',
      '<pre><code class="language-python">x = 1</code></pre>',
      'https://vimeo.com/76979871',
      '<a href="https://example.org/press">Press</a>',
    ];
    for (const part of parts) expect(html).toContain(part);
    expect(remarks).toEqual(
      expect.arrayContaining([
        'Unknown parts of the editor were left out: nft.',
        'Its canonical URL was https://example.org/original',
      ]),
    );
  });

  test('pages and states', () => {
    expect(post('About')).toMatchObject({ kind: 'page', slug: '/about' });
    expect(postsOf(items).map(({ title, status }) => [title, status])).toEqual([
      ['First', 'public'],
      ['From Lexical', 'public'],
      ['From Mobiledoc', 'public'],
      ['About', 'public'],
      ['A draft', 'draft'],
      ['Later', 'public'],
      ['Mail', 'private'],
      ['Paid', 'private'],
      ['Broken', 'public'],
    ]);
    expect(post('Paid')).toMatchObject({
      html: '<p>Free part</p><p>Paid part</p>',
      remarks: ['Only members could read it (paid); it stays inactive.'],
    });
    expect(post('Broken')).toMatchObject({
      html: '<p>The text itself</p>',
      remarks: ['Its document (lexical) could not be read.'],
    });
  });

  test('comments, redirects, and what has no place', () => {
    expect(item('comment:c1')).toMatchObject({
      kind: 'comment',
      name: 'A. Reader',
      text: 'Nice **tea**',
      approved: true,
      post: { key: post('First').key },
    });
    expect(item('comment:c2')).toMatchObject({ parent: 'comment:c1', name: 'Anonymous', approved: false });
    expect(item('comment:c3')).toMatchObject({ kind: 'left-out', reason: 'Its post is not in the source.' });
    expect(item('redirect:^/old-address/?$')).toMatchObject({
      kind: 'redirect',
      from: '/old-address/',
      to: '/first/',
    });
    expect(item('redirect:^/any/(.*)$')).toMatchObject({ kind: 'left-out' });
    expect(item('table:members')).toMatchObject({ kind: 'left-out', label: 'members: 2 rows' });
    expect(JSON.stringify(items)).not.toMatch(/secret|reader@example\.org|writer@example\.org/);
  });
});

test('version 1: numbers, flags, other names', async () => {
  const { items } = await readSample(reader, 'ghost-1.json');
  expect(postTitled(items, 'Old one')).toMatchObject({
    html: '<p>Old <em>text</em> <img src="/content/images/2014/a.jpg" alt="x"></p>',
    date: '2014-05-13T16:53:20.000Z',
    author: 'user:a-writer',
    tags: [{ name: 'Old' }],
    summary: 'Once',
    addresses: [
      '/2014/05/13/old-one/',
      '/old-one/',
      '/2014/05/13/old-one/amp/',
      '/p/00000000-0000-4000-8000-000000000101/',
    ],
  });
  expect(postTitled(items, 'Old page')).toMatchObject({ kind: 'page', html: '<p>A <em>page</em></p>' });
});

test('posts are read one at a time, whatever the size of the file', async () => {
  const count = 50;
  let produced = 0;
  async function* bytes() {
    produced = 0;
    yield Buffer.from('{"db":[{"meta":{"exported_on":1},"data":{"posts":[');
    for (let index = 0; index < count; index += 1) {
      produced += 1;
      const row = {
        id: index,
        uuid: `u${index}`,
        title: `Post ${index}`,
        slug: `post-${index}`,
        status: 'published',
        html: '<p>Text</p>',
        mobiledoc: 'x'.repeat(200_000),
      };
      yield Buffer.from(`${index === 0 ? '' : ','}${JSON.stringify(row)}`);
    }
    yield Buffer.from(']}}]}');
  }
  const entry = { path: 'a.json', bytes: 1, open: async () => Readable.from(bytes(), { highWaterMark: 1 }) };
  const source = { name: 'a.json', entries: [entry], entry: () => entry, close: async () => {} };
  expect((await reader.count(source)).get('post')).toBe(count);
  const producedAtEach: number[] = [];
  for await (const item of reader.read(source)) if (item.kind === 'post') producedAtEach.push(produced);
  expect(producedAtEach).toHaveLength(count);
  expect(producedAtEach.every((at, index) => at <= index + 5)).toBe(true);
});
