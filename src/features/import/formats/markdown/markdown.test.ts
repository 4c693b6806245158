import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { postsOf, postTitled, readSample } from '../../../../../tests/support/import-sample.ts';
import { size } from '../../../../../tests/support/size.ts';
import type { Source } from '../../../../platform/files/source.ts';
import type { SourceItem } from '../../items.ts';
import { reader } from './markdown.ts';

const sourceOf = (files: Record<string, string | Buffer>): Source => {
  const entries = Object.entries(files).map(([path, text]) => ({
    path,
    bytes: Buffer.byteLength(text),
    open: async () => Readable.from([Buffer.from(text)]),
  }));
  return {
    name: 'test',
    entries,
    entry: (path) => entries.find((one) => one.path === path),
    close: async () => {},
  };
};
const read = (files: Record<string, string | Buffer>) => Array.fromAsync(reader.read(sourceOf(files)));
const leftOut = (items: readonly SourceItem[]) =>
  items.flatMap((item) =>
    item.kind === 'left-out' && item.sourceKind !== 'other files' ? [[item.label, item.reason]] : [],
  );

test.each(['hugo', 'jekyll', 'eleventy', 'zola', 'notes', 'micro-blog', 'bear.csv'])(
  '%s: every file is accounted for',
  async (name) => {
    const { isDetected, counts, tally, items, again } = await readSample(reader, name);
    expect(isDetected).toBe(true);
    expect(tally).toEqual(counts);
    expect([...counts.values()].some((count) => count > 0)).toBe(true);
    expect(again).toEqual(items);
    expect(new Set(items.map(({ key }) => key)).size).toBe(items.length);
  },
);

describe('Hugo', async () => {
  const { items } = await readSample(reader, 'hugo');
  const post = (title: string) => postTitled(items, title);

  test('the site', () => {
    expect(items[0]).toMatchObject({
      kind: 'site',
      title: 'Notes on Tea',
      tagline: 'Leaves, water, time',
      url: 'https://tea.example.org/',
      language: 'en',
      timeZone: 'Europe/Berlin',
    });
  });

  test('front matter', () => {
    expect(post('Green tea: a beginning')).toMatchObject({
      kind: 'post',
      key: 'file:content/posts/green-tea.md',
      slug: 'green',
      date: '2024-01-02T06:04:05.000Z',
      updated: '2024-01-31T23:00:00.000Z',
      status: 'public',
      summary: 'How it began.',
      author: 'author:A. Writer',
      tags: [
        { name: 'Green Tea', slug: 'green-tea' },
        { name: 'C++', slug: 'c++' },
        { name: '図像', slug: '図像' },
      ],
      categories: [[{ name: 'Drinks', slug: 'drinks' }], [{ name: 'Slow things', slug: 'slow-things' }]],
      addresses: ['/2024/01/green/', '/old/green.html', '/2010/green/'],
      mainImage: {
        url: 'https://tea.example.org/images/cup.png',
        file: 'static/images/cup.png',
        alt: 'A cup',
      },
    });
  });

  test('shortcodes', () => {
    const { html, remarks, files } = post('Green tea: a beginning');
    expect(html).toContain('<a href="https://tea.example.org/2024/03/oolong/">the other one</a>');
    expect(html).toContain('<a href="https://tea.example.org/about/">about</a>');
    expect(html).toContain(
      '<figure><img src="https://tea.example.org/images/cup.png" alt="A cup"><figcaption>A <em>cup</em> of tea</figcaption></figure>',
    );
    expect(html).toContain('<figure class="embed"><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ">');
    expect(html).toContain('<pre><code class="language-go">fmt.Println("a &lt; b")</code></pre>');
    expect(html).toContain('<a href="https://gist.github.com/example/0123456789abcdef">');
    expect(html).toContain('<aside class="callout warning"><p>Hot <strong>water</strong>.</p></aside>');
    expect(html).toContain('{{&lt;price currency="eur"&gt;}}5{{&lt;/price&gt;}}');
    expect(html).toContain('<code>{{&lt; figure &gt;}}</code>');
    expect(html).toContain('<h2>Steps</h2>');
    expect(remarks).toEqual(['It has more authors: B. Writer.', 'Unknown shortcodes stay as text: price.']);
    expect([...(files ?? [])]).toEqual([['https://tea.example.org/images/cup.png', 'static/images/cup.png']]);
  });

  test('bundles have images of their own', () => {
    const { html, files, mainImage, status } = post('Oolong');
    expect(status).toBe('draft');
    expect(html).toContain('src="https://tea.example.org/2024/03/oolong/leaves.png"');
    expect(html).toContain('src="https://tea.example.org/2024/03/oolong/missing.png"');
    expect(files?.get('https://tea.example.org/2024/03/oolong/leaves.png')).toBe(
      'content/posts/oolong/leaves.png',
    );
    expect(mainImage?.file).toBe('content/posts/oolong/cover.png');
  });

  test('pages, translations, lists', () => {
    expect(post('About me')).toMatchObject({
      kind: 'page',
      slug: '/about',
      language: 'en',
      translations: 'about.md',
    });
    expect(post('Über mich')).toMatchObject({
      kind: 'page',
      slug: '/de/about',
      language: 'de',
      translations: 'about.md',
    });
    expect(post('All posts')).toMatchObject({ kind: 'page', addresses: ['/posts/'] });
    expect(leftOut(items)).toEqual([
      ['README.md', 'It is not in the folder of texts.'],
      ['content/_index.md', 'It only describes a list of posts.'],
      [
        'content/posts/notes.rst',
        'It is not Markdown. Convert it, for example with Pandoc, and import it again.',
      ],
    ]);
  });

  test('states', () => {
    expect(post('Tasting on Monday')).toMatchObject({
      status: 'private',
      remarks: ['It expired on 2015-06-01 and stays inactive.'],
    });
    expect(post('In the future')).toMatchObject({ status: 'public', date: '2998-12-31T23:00:00.000Z' });
  });

  test('odd files', () => {
    expect(post('Tea: the "whole" story').html).toBe('<p>Everything of this text arrives.</p>');
    expect(post('Tea: the "whole" story').date).toBe('2021-05-05T22:00:00.000Z');
    expect(post('Tea: the "whole" story').remarks?.[0]).toMatch(
      /^Its front matter could not be read as a whole .*unclosed/s,
    );
    expect(post('Lines of Windows').html).toBe('<p>One two</p><p>Three</p>');
    expect(post('Thé à la menthe').html).toBe('<p>Un thé très sucré.</p>');
    expect(post('Thé à la menthe').addresses).toEqual(['/2022/03/th%C3%A9-%C3%A0-la-menthe/']);
    expect(post('With JSON').html).toBe('<p>A text after JSON.</p>');
    expect(post('A rule').html).toBe('<hr><h2>key: value</h2><p>After two rules.</p>');
  });

  test('tags and categories were pages', () => {
    expect(items.find(({ key }) => key === 'tag:green-tea')).toMatchObject({
      addresses: ['/tags/green-tea/', '/tags/green-tea/index.xml'],
    });
    expect(items.find(({ key }) => key === 'category:drinks')).toMatchObject({
      addresses: ['/categories/drinks/', '/categories/drinks/index.xml'],
    });
  });
});

describe('Jekyll', async () => {
  const { items } = await readSample(reader, 'jekyll');
  const post = (title: string) => postTitled(items, title);

  test('a post with Liquid and kramdown', () => {
    const first = post('First post');
    expect(first).toMatchObject({
      slug: 'first-post',
      date: '2010-04-02T15:00:00.000Z',
      commentsOpen: true,
      tags: [{ name: 'hot water' }, { name: 'C#' }],
      categories: [[{ name: 'tea' }], [{ name: 'drinks' }]],
      addresses: ['/blog/tea/drinks/2010/04/03/first-post.html', '/blog/first/', '/blog/?p=73'],
    });
    expect(first.html).toContain(
      '<nav class="toc"></nav><h2>One</h2><pre><code class="language-ruby">puts "{{ not liquid }}"</code></pre>',
    );
    expect(first.html).toContain(
      '<a href="https://old.example.org/blog/2010/04/05/second.html">the second</a>',
    );
    expect(first.html).toContain('<img src="https://old.example.org/blog/assets/cup.png" alt="cup">.');
    expect(first.html).toContain('<p>{{ braces }}</p>');
    expect(first.html).toContain('{% include note.html text="A note" %}');
    expect(first.html).toContain('<figcaption>From an include</figcaption>');
    expect(first.files?.get('https://old.example.org/blog/assets/cup.png')).toBe('assets/cup.png');
    expect(first.remarks).toEqual(['Unknown shortcodes stay as text: not, include.']);
  });

  test('a post in HTML', () => {
    expect(post('The second')).toMatchObject({
      status: 'draft',
      addresses: ['/blog/2010/04/05/second.html'],
    });
    expect(post('The second').html).toContain('<a href="https://old.example.org/blog/about/">a link</a>');
    expect(post('The second').html).toContain(
      '<pre><code class="language-html">&lt;b&gt;bold&lt;/b&gt;</code></pre>',
    );
  });

  test('folders, drafts, collections, pages, redirects', () => {
    expect(post('Harbor')).toMatchObject({ categories: [[{ name: 'travel' }], [{ name: 'Slow Boats' }]] });
    expect(post('Harbor').html).toContain(
      '<code>{: .x}</code> in code:</p><pre><code>{: .kept}</code></pre>',
    );
    expect(post('Someday')).toMatchObject({ status: 'draft', date: null, addresses: [] });
    expect(post('Rice')).toMatchObject({ kind: 'page', addresses: ['/blog/recipes/rice.html'] });
    expect(post('About')).toMatchObject({ kind: 'page', slug: '/about', addresses: ['/blog/about/'] });
    expect(post('About').html).toContain('About this');
    expect(items.find((item) => item.label === 'Moved')).toMatchObject({
      kind: 'redirect',
      to: 'https://elsewhere.example.org/',
    });
    expect(leftOut(items).map(([label]) => label)).toEqual(['README.md', 'index.html', 'static.html']);
  });

  test.each([
    ['date', '/a/2020/01/02/x.html'],
    ['pretty', '/a/2020/01/02/x/'],
    ['ordinal', '/a/2020/002/x.html'],
    ['weekdate', '/a/2020/W01/Thu/x.html'],
    ['none', '/a/x.html'],
    ['/:year-:i_month/:title', '/2020-1/x'],
    ['/:short_year/:short_month/:i_day/:slug.html', '/20/Jan/2/x.html'],
  ])('permalink: %s', async (style, address) => {
    const items = await read({
      '_config.yml': `permalink: ${style}`,
      '_posts/2020-01-02-x.md': '---\ncategory: A\n---\nText',
    });
    expect(postsOf(items)[0]?.addresses).toEqual([address]);
  });
});

test('Eleventy: data files, permalinks, tags that are lists', async () => {
  const { items } = await readSample(reader, 'eleventy');
  expect(postTitled(items, 'One')).toMatchObject({
    kind: 'post',
    tags: [{ name: 'garden' }],
    addresses: ['/writing/one/'],
  });
  expect(postTitled(items, 'One').html).toContain('src="/posts/leaf.png"');
  expect(postTitled(items, 'Two')).toMatchObject({ kind: 'post', addresses: ['/posts/two/'], tags: [] });
  expect(postTitled(items, 'Two').html).toContain('<a href="/writing/one/">link to one</a>');
  expect(postTitled(items, 'About')).toMatchObject({ kind: 'page', slug: '/about' });
});

test('Zola: taxonomies, bundles, links and shortcodes', async () => {
  const { items } = await readSample(reader, 'zola');
  const rain = postTitled(items, 'Rain');
  expect(rain).toMatchObject({
    date: '2023-05-06T00:00:00.000Z',
    addresses: ['/blog/rain/'],
    tags: [{ name: 'weather' }, { name: 'rain' }],
    categories: [[{ name: 'outside' }]],
    mainImage: { file: 'content/blog/2023-05-06-rain/drops.png' },
  });
  expect(rain.html).toContain('<a href="https://zola.example.org/white/snow/">snow</a>');
  expect(rain.html).toContain('<blockquote><p>Rain again.</p><p>— A. Writer</p></blockquote>');
  expect(rain.html).toContain('{{ chart(kind="bar") }}');
  expect(postTitled(items, 'Snow')).toMatchObject({ status: 'draft', addresses: ['/white/snow/'] });
});

test('notes without front matter', async () => {
  const { items } = await readSample(reader, 'notes');
  const walk = postTitled(items, 'Walk by the sea');
  expect(walk).toMatchObject({ date: '2021-07-08T00:00:00.000Z', slug: 'Walk by the sea' });
  expect(walk.html).toContain('Unknown note and <img src="/attachments/shore.png" alt="">');
  expect(walk.html).toContain('<code>[[code]]</code> stays. See <a href="https://example.org/">[1]</a>.');
  expect(walk.remarks).toEqual([
    'Links to notes that are not in the source became text: Coffee, Unknown note.',
  ]);
  expect(postTitled(items, 'Coffee').remarks).toContain('It has no date, so that of its file was taken.');
  expect(postTitled(items, 'Deep').remarks).toEqual(['Its date could not be read: not a date']);
});

test('content of Hugo without settings: folders of languages, and texts without a date', async () => {
  const text = (title: string, date = '') => `+++\ntitle = "${title}"\n${date}+++\nWords of ${title}.`;
  for (const root of ['', 'content/', 'site/content/']) {
    const source = sourceOf({
      [`${root}en/_index.md`]: text('Start'),
      [`${root}en/docs/setup.md`]: text('Setup'),
      [`${root}en/blog/tea.md`]: text('Tea', 'date = 2020-01-02\n'),
      [`${root}en/blog/undated.md`]: text('Undated'),
      [`${root}pt-br/docs/setup.md`]: text('Instalação'),
    });
    const items = await Array.fromAsync(reader.read(source));
    const found = postsOf(items).map(({ title, kind, language, date }) => [title, kind, language, date]);
    expect(found.toSorted()).toEqual([
      ['Instalação', 'page', 'pt-BR', null],
      ['Setup', 'page', 'en', null],
      ['Start', 'page', 'en', null],
      ['Tea', 'post', 'en', '2020-01-02T00:00:00.000Z'],
      ['Undated', 'page', 'en', null],
    ]);
    expect(postTitled(items, 'Setup').translations).toBe(postTitled(items, 'Instalação').translations);
  }
});

test('Micro.blog: posts without titles, uploads', async () => {
  const { items } = await readSample(reader, 'micro-blog');
  expect(postTitled(items, 'A title')).toMatchObject({
    date: '2022-01-02T19:05:44.000Z',
    addresses: ['/2022/01/02/a-title.html'],
    tags: [{ name: 'Photos' }],
  });
  expect(postTitled(items, 'A title').html).toContain('https://small.example.org/uploads/2022/shore.png');
  expect(postTitled(items, '')).toMatchObject({
    slug: '140544',
    label: 'Short and without a title. The word "date_published": is no…',
  });
});

test('Bear Blog: CSV and the header of its editor', async () => {
  const { items } = await readSample(reader, 'bear.csv');
  expect(postTitled(items, 'First, with a comma')).toMatchObject({
    tags: [{ name: 'walks' }, { name: 'C++' }],
    summary: 'How it began',
    status: 'public',
  });
  expect(postTitled(items, 'About')).toMatchObject({
    kind: 'page',
    slug: '/about',
    addresses: ['/about/', '/me'],
  });
  expect(postTitled(items, 'Not yet')).toMatchObject({
    status: 'draft',
    html: '<p>Draft with two lines</p>',
  });
  const [post] = postsOf(
    await read({
      'a.md':
        'title: From the editor\nlink: editor\npublished_date: 2024-01-02 10:00\ntags: a, b\n___\n\nText',
    }),
  );
  expect(post).toMatchObject({
    title: 'From the editor',
    slug: 'editor',
    html: '<p>Text</p>',
    tags: [{ name: 'a' }, { name: 'b' }],
  });
});

test('dollar signs are formulas only where a site has them', async () => {
  const body =
    'Cost $5 and $6, `$a` or $offset to $this->x, $R^2$ and $x$.\n\n$$\\frac{a}{b}$$\n\n> ```\n> $b$\n> ```\n';
  const [plain, math] = postsOf(
    await read({
      'a.md': `---\ntitle: Plain\n---\n${body}`,
      'b.md': '---\ntitle: Math\nmath: true\n---\nLet $MyName$ be.',
    }),
  );
  expect(plain?.html).toContain(
    'Cost $5 and $6, <code>$a</code> or $offset to $this-&gt;x, <span class="math">R^2</span> and <span class="math">x</span>.',
  );
  expect(plain?.html).toContain('<div class="math">\\frac{a}{b}</div>');
  expect(plain?.html).toContain('<code>$b$</code>');
  expect(math?.html).toBe('<p>Let <span class="math">MyName</span> be.</p>');
});

test('a file of 11 MB is left out, with the reason', async () => {
  const items = await read({ 'big.md': Buffer.alloc(11 * 1024 * 1024, 'a '), 'small.md': '# Small\n\nText' });
  expect(leftOut(items)).toEqual([['big.md', 'big.md is larger than 10 MB, the limit for such files.']]);
  expect(postsOf(items).map(({ title }) => title)).toEqual(['Small']);
});

/** A step of quadratic time would need minutes for these. */
test.each([
  ['opening shortcodes', '{{< a >}}'],
  ['shortcodes in shortcodes', '{{< note >}}', '{{< /note >}}'],
  ['unclosed shortcodes', '{{< '],
  ['Liquid tags', '{% if %}'],
  ['braces', '{'],
  ['brackets', '[['],
  ['attribute lists', '{: '],
  ['backticks', '`a '],
])(
  'hostile: %s',
  async (_name, piece, closing = '') => {
    for (const [config, path] of [
      ['hugo.toml', 'content/posts/a.md'],
      ['_config.yml', '_posts/2020-01-01-a.md'],
    ] as const) {
      const count = size(40_000, 200_000) / piece.length;
      const body = piece.repeat(count) + closing.repeat(count);
      const items = await read({
        [config]: 'title = "x"',
        [path]: `---\ntitle: A\ndate: 2020-01-01\n---\n${body}`,
      });
      expect(postsOf(items)).toHaveLength(1);
    }
  },
  60_000,
);

test('aliases in YAML do not multiply', async () => {
  const bomb = [
    'a: &a [x,x,x,x,x,x,x,x,x]',
    ...'bcdefghij'
      .split('')
      .map((name, index) => `${name}: &${name} [${`*${'abcdefghij'[index]},`.repeat(9)}]`),
  ];
  const items = await read({ 'a.md': `---\ntitle: Bomb\n${bomb.join('\n')}\n---\nText` });
  expect(postsOf(items)[0]).toMatchObject({ title: 'Bomb', html: '<p>Text</p>' });
});

test('a Jekyll page that lists posts is a template; one that quotes such a loop is a text', async () => {
  const loop = '{% for post in site.posts %}{{ post.title }}{% endfor %}';
  const page = (body: string) => `---\ntitle: A\n---\n${body}\n`;
  const items = await read({
    '_config.yml': 'title: Tea\n',
    'list.md': page(loop),
    'raw.md': page(`Write {% raw %}${loop}{% endraw %} there.`),
    'fenced.md': page(`Write\n\n\`\`\`\n${loop}\n\`\`\`\n\nthere.`),
  });
  expect(leftOut(items).map(([label]) => label)).toEqual(['list.md']);
});
