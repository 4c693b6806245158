import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cpuMs } from '../../../tests/support/cpu.ts';
import { hostileMarkup } from '../../../tests/support/markup-grammar.ts';
import { size } from '../../../tests/support/size.ts';
import { xssCorpus } from '../../../tests/support/xss-corpus.ts';
import { parse, write } from './parse.ts';
import { sanitize } from './sanitize.ts';
import { isColor } from './style.ts';
import { type Element, elements, isElement, isText, type Parent } from './tree.ts';
import { imageUrl, isFilePath, linkUrl } from './url.ts';

const flow =
  'p h1 h2 h3 h4 h5 h6 blockquote hr pre ul ol table dl figure figure.embed figure.media div.gallery div.math details p.action ' +
  'aside.callout nav.toc ul.tasks';
const marks = 'a strong em u s code span mark sup sub abbr cite kbd';
const phraseWithoutImages = `#text br span.math ${marks}`;
const phrase = `${phraseWithoutImages} img span.footnote`;
const children: Record<string, string> = {
  '#document-fragment': `${flow} div.columns ${phrase}`,
  'div.columns': 'div',
  div: `${flow} ${phrase}`,
  'p.action': 'a',
  blockquote: `${flow} ${phrase}`,
  li: `${flow} ${phrase}`,
  'li.done': `${flow} ${phrase}`,
  td: `${flow} ${phrase}`,
  th: `${flow} ${phrase}`,
  dd: `${flow} ${phrase}`,
  details: `summary ${flow} ${phrase}`,
  'aside.callout': `${flow} ${phrase}`,
  ul: 'li',
  ol: 'li',
  'ul.tasks': 'li li.done',
  dl: 'dt dd',
  table: 'caption thead tbody tfoot',
  caption: '#text',
  thead: 'tr',
  tbody: 'tr',
  tfoot: 'tr',
  tr: 'td th',
  pre: 'code',
  figure: 'img a figcaption',
  'figure.embed': 'a',
  'figure.media': 'audio video figcaption',
  figcaption: `${phraseWithoutImages} span.footnote`,
  'div.gallery': 'figure',
  'div.math': '#text',
  'span.math': '#text',
  'span.footnote': phraseWithoutImages,
  'nav.toc': '',
  audio: '',
  video: '',
  hr: '',
  br: '',
  img: '',
};
/** Elements whose class says what they are. */
const kinds =
  /^(?:figure\.(?:embed|media)|p\.action|div\.(?:gallery|math|columns)|aside\.callout|nav\.toc|ul\.tasks|li\.done|span\.(?:math|footnote))$/;

function kindOf(node: Parent): string {
  const name =
    'attrs' in node ? node.attrs.find((one) => one.name === 'class')?.value.split(' ')[0] : undefined;
  const kind = `${node.nodeName}.${name}`;
  return kinds.test(kind) ? kind : node.nodeName;
}

const attributes: Record<string, Record<string, (value: string) => boolean>> = {
  a: {
    href: (value) => linkUrl(value) === value,
    title: () => true,
    target: (value) => value === '_blank' || value === '_self',
    rel: (value) => /^(?:author|external|license|me|nofollow|noopener|noreferrer| )+$/.test(value),
  },
  img: {
    src: (value) => imageUrl(value) === value,
    alt: () => true,
    title: () => true,
    width: (value) => /^[1-9]\d{0,3}px$/.test(value),
  },
  span: { style: isStyleOf('color|background-color', isColor) },
  code: { class: (value) => /^language-[a-z\d+#._-]+$/.test(value) },
  ol: { start: (value) => /^-?\d+$/.test(value) },
  abbr: { title: () => true },
  audio: { src: isFilePath },
  video: { src: isFilePath, width: isPixels, height: isPixels },
  figure: { class: (value) => /^(?:wide|full|start|end)$/.test(value) },
  'figure.embed': { class: (value) => value === 'embed' },
  'figure.media': { class: (value) => value === 'media' },
  'p.action': { class: (value) => value === 'action' },
  'div.columns': { class: (value) => value === 'columns' },
  'div.gallery': { class: (value) => value === 'gallery' },
  'div.math': { class: (value) => value === 'math' },
  'span.math': { class: (value) => value === 'math' },
  'span.footnote': { class: (value) => value === 'footnote' },
  'nav.toc': { class: (value) => value === 'toc' },
  'ul.tasks': { class: (value) => value === 'tasks' },
  'li.done': { class: (value) => value === 'done' },
  'aside.callout': { class: (value) => /^callout (?:note|tip|important|warning|caution)$/.test(value) },
  td: { style: isAlignment, colspan: isCount, rowspan: isCount },
  th: { style: isAlignment, colspan: isCount, rowspan: isCount },
};

function isStyleOf(names: string, isValue: (value: string) => boolean) {
  return (style: string) =>
    style
      .split(';')
      .filter((declaration) => declaration.trim() !== '')
      .every((declaration) => {
        const [, value = ''] = new RegExp(`^\\s*(?:${names})\\s*:(.*)$`, 'is').exec(declaration) ?? [];
        return isValue(value.trim());
      });
}

function isAlignment(style: string): boolean {
  return isStyleOf('text-align', (value) => /^(?:center|right|justify)$/i.test(value))(style);
}

function isPixels(value: string): boolean {
  return /^[1-9]\d{0,3}$/.test(value);
}

function isCount(value: string): boolean {
  return /^[1-9]\d{0,2}$/.test(value);
}

/** Everything in a tree that a post must not contain. */
function faults(parent: Parent): string[] {
  const allowed = (children[kindOf(parent)] ?? phrase).split(' ');
  return parent.childNodes.flatMap((child) => {
    const kind = isElement(child) ? kindOf(child) : child.nodeName;
    const own = allowed.includes(kind) ? [] : [`${kind} in ${kindOf(parent)}`];
    if (isText(child))
      return own.concat(/(?![\n\t])\p{Cc}|\p{Cs}/u.test(child.value) ? ['control character'] : []);
    return isElement(child)
      ? [...own, ...attributeFaults(child), ...faults(child)]
      : [...own, child.nodeName];
  });
}

function attributeFaults(node: Element): string[] {
  const known = attributes[kindOf(node)] ?? (/^(?:p|h\d)$/.test(node.tagName) ? { style: isAlignment } : {});
  return node.attrs
    .filter(({ name, value }) => !(Object.hasOwn(known, name) && known[name]?.(value)))
    .map(({ name, value }) => `${node.tagName}[${name}=${value}]`);
}

function expectSafe(html: string): void {
  const clean = sanitize(html);
  const tree = parse(clean);
  expect(faults(tree)).toEqual([]);
  for (const link of elements(tree))
    if (link.tagName === 'a')
      expect([...elements(link)].map(kindOf).filter((kind) => /^(?:a|span.footnote)$/.test(kind))).toEqual(
        [],
      );
  expect(write(tree)).toBe(clean);
  expect(sanitize(clean)).toBe(clean);
}

describe('HTML of the editor', () => {
  test.each([
    '<p>Hello <strong>bold</strong>, <em>italic</em>, <u>under</u>, <s>gone</s> and <code>code</code>.</p>',
    '<h1>One</h1><h2>Two</h2><h3>Three</h3><h4>Four</h4><h5>Five</h5><h6>Six</h6>',
    '<p style="text-align: center;">middle</p><h2 style="text-align: right;">right</h2><p style="text-align: justify;">full</p>',
    '<p style="text-align: center">as another editor writes it</p>',
    '<blockquote><p>said</p></blockquote><hr><p>a<br>b</p><p></p>',
    '<pre><code>if (a &lt; b &amp;&amp; c) {\n\treturn;\n}\n</code></pre>',
    '<pre><code class="language-typescript">const a = 1;</code></pre>',
    '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul><ol start="3"><li><p>c</p></li></ol>',
    '<p><img src="https://example.org/a.png" alt="A" title="T" width="123px"></p>',
    '<p><a href="https://example.org" title="T" target="_blank" rel="noopener"><img src="/images/a.webp" alt=""></a></p>',
    '<p><a href="/post/x" target="_self">self</a> <a href="#part">none</a> <a href="mailto:me@example.org">mail</a></p>',
    '<p><span style="color: #b60205">a<span style="background-color: rgb(254, 242, 192);">b</span></span></p>',
    '<p><span style="color: red">a<span style="color: blue">b</span></span></p>',
    '<p><a href="https://example.org"><strong><em><u><s><code>all</code></s></u></em></strong></a></p>',
    '<p><code><strong>strong in code</strong></code></p>',
    '<table><thead><tr><th style="text-align: right;">h</th></tr></thead><tbody><tr><td colspan="2">d</td></tr></tbody></table>',
    '<p>nbsp&nbsp;and &lt;tags&gt; &amp; "quotes" 👩‍👩‍👧 é שלום</p>',
    '<p>one</p>\n<p>two</p>\n',
    'no markup at all',
    '',
  ])('is unchanged: %s', (html) => {
    expect(sanitize(html)).toBe(html);
  });
});

describe('HTML of other programs', () => {
  test.each([
    [
      '<b>b</b><i>i</i><del>d</del><strike>s</strike><ins>n</ins>',
      '<strong>b</strong><em>i</em><s>d</s><s>s</s><u>n</u>',
    ],
    ['<p align="center">a</p><p align=left>b</p>', '<p style="text-align: center;">a</p><p>b</p>'],
    ['<p style="margin: 0; text-align: right; color: red">a</p>', '<p style="text-align: right;">a</p>'],
    ['<p style="text-align: left;">a</p>', '<p>a</p>'],
    ['<img src="/a.png" width=123 height=50 class=x>', '<img src="/a.png" width="123px">'],
    ['<img src="/a.png" width="50%">', '<img src="/a.png">'],
    ['<img src="x" alt="lost">', ''],
    ['<img src="//example.org/a.png">', '<img src="https://example.org/a.png">'],
    [
      '<a href="https://example.org" target=_blank>a</a>',
      '<a href="https://example.org" target="_blank" rel="noopener">a</a>',
    ],
    [
      '<a href="https://example.org" target=top rel="me opener">a</a>',
      '<a href="https://example.org" rel="me">a</a>',
    ],
    ['<a href="javascript:x">text stays</a>', 'text stays'],
    ['<div>a<div>b</div>c</div>', '<p>a</p><p>b</p><p>c</p>'],
    [
      '<figure><img src="/a.png"><figcaption>b</figcaption></figure>',
      '<figure><img src="/a.png"><figcaption>b</figcaption></figure>',
    ],
    [
      '<figure class="x wide"><a href="/x"><img src="/a.png" width="50"></a></figure>',
      '<figure class="wide"><a href="/x"><img src="/a.png"></a></figure>',
    ],
    [
      '<div class="gallery"><figure class="full"><img src="/a.png" width="50"></figure></div>',
      '<div class="gallery"><figure><img src="/a.png" width="50px"></figure></div>',
    ],
    [
      '<p class="x action">a <a href="/x" target="_blank"><b>b</b></a></p>',
      '<p class="action"><a href="/x">a b</a></p>',
    ],
    ['<p class="action"><a href="javascript:x">b</a></p>', '<p>b</p>'],
    [
      '<div class="columns">\n<div style="color: red">a</div> <div></div></div>',
      '<div class="columns"><div>a</div><div><p></p></div></div>',
    ],
    ['<div class="columns"><div>a</div></div>', '<p>a</p>'],
    [
      '<blockquote><div class="columns"><div><p>a</p></div><div><p>b</p></div></div></blockquote>',
      '<blockquote><p>a</p><p>b</p></blockquote>',
    ],
    ['<section><h2>a</h2><p>b</p></section>', '<h2>a</h2><p>b</p>'],
    ['<strong><p>a</p><p>b</p></strong>', '<p><strong>a</strong></p><p><strong>b</strong></p>'],
    ['<a href="/x"><h2>a</h2></a>', '<h2><a href="/x">a</a></h2>'],
    ['<strong><b>a</b></strong><em></em>', '<strong>a</strong>'],
    ['<ul>a<li>b</li><ul><li>c</li></ul></ul>', '<ul><li>a</li><li>b</li><li><ul><li>c</li></ul></li></ul>'],
    ['<li>a</li>', '<p>a</p>'],
    [
      '<table><caption>c</caption><tr><td>d</table>',
      '<table><caption>c</caption><tbody><tr><td>d</td></tr></tbody></table>',
    ],
    ['<table><tr></tr></table>', ''],
    ['<pre>a<br>b<b>c</b></pre>', '<pre><code>a\nbc</code></pre>'],
    [
      '<pre class="hljs lang-JS"><div>a</div><div>b</div></pre>',
      '<pre><code class="language-js">a\nb</code></pre>',
    ],
    ['<h1>a<button><p>b</p></button>c</h1>', '<h1>a</h1><p>b</p><h1>c</h1>'],
    ['<h1><button><p>a</p></button></h1>', '<p>a</p>'],
    ['<img src="/a.png" alt="a&#1;b&#13;c">', '<img src="/a.png" alt="ab\nc">'],
    ['<ol start="x" type="a"><li>a</li></ol>', '<ol><li>a</li></ol>'],
    ['a<script>b</script><style>c</style><iframe>d</iframe><!--e-->f', 'af'],
    ['<blink>a</blink><x-y>b</x-y><font color=red>c</font>', 'abc'],
    ['<p>a&#0;b&#1;c&#13;d\uD800</p>', '<p>a�bc\nd�</p>'],
  ])('%s', (html, clean) => {
    expect(sanitize(html)).toBe(clean);
    expectSafe(html);
  });
});

describe('hostile markup', () => {
  test.each(xssCorpus)('is made harmless: %j', (html) => {
    expectSafe(html);
  });

  test('is made harmless in any nesting', () => {
    fc.assert(fc.property(hostileMarkup, expectSafe), { numRuns: size(300, 1500) });
  });

  test('is made harmless when vectors are spliced into each other', () => {
    const vector = fc.constantFrom(...xssCorpus);
    const spliced = fc
      .tuple(vector, vector, fc.nat(200))
      .map(([a, b, at]) => a.slice(0, at) + b + a.slice(at));
    fc.assert(fc.property(spliced, expectSafe), { numRuns: size(200, 1000) });
  });

  test('is made harmless in any string', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), expectSafe), {
      numRuns: size(100, 300),
    });
  });
});

describe('huge markup', () => {
  const huge = (count: number) => size(count / 10, count);
  const many = (count: number, piece: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => piece(index)).join('');
  test.each([
    ['deep div', '<div>'.repeat(huge(100_000))],
    ['deep quote', '<blockquote>'.repeat(huge(100_000))],
    ['deep list without items', '<ul>'.repeat(huge(100_000))],
    ['deep list', '<ul><li>'.repeat(huge(100_000))],
    ['deep details', '<details><summary>x'.repeat(huge(50_000))],
    ['deep definitions', '<dl><dt>a<dd>'.repeat(huge(50_000))],
    ['deep callouts', '<aside class="callout note">'.repeat(huge(50_000))],
    ['deep footnotes', '<span class="footnote">a'.repeat(huge(50_000))],
    ['deep figures', '<figure><img src="/a.png">'.repeat(huge(50_000))],
    ['deep galleries', '<div class="gallery"><figure><img src="/a.png">'.repeat(huge(50_000))],
    ['deep tasks', '<ul data-type="taskList"><li><input type=checkbox>a'.repeat(huge(50_000))],
    [
      'many foreign formulas',
      `<p>${'<span class="katex"><math><annotation encoding="application/x-tex">x</annotation></math></span>'.repeat(huge(20_000))}</p>`,
    ],
    [
      'a shared note',
      `<p>${'<a id=r href=#n>1</a>'.repeat(huge(20_000))}</p><ol><li id=n>${'x'.repeat(huge(50_000))}<a href=#r>b</a></ol>`,
    ],
    [
      'many notes',
      `${many(huge(20_000), (index) => `<a id=r${index} href=#n${index}>1</a>`)}<ol>${many(huge(20_000), (index) => `<li id=n${index}>x<a href=#r${index}>b</a>`)}</ol>`,
    ],
    [
      'a note with many backlinks',
      `<a id=r href=#n>1</a>${'<a href=#n>2</a>'.repeat(huge(20_000))}<div id=n>${'<a href=#r>b</a>'.repeat(huge(20_000))}</div>`,
    ],
    [
      'many figures with one caption',
      `<figure><figure>${'<img src="/a.png">'.repeat(huge(20_000))}<figcaption>${'x'.repeat(huge(50_000))}</figcaption></figure></figure>`,
    ],
    ['a long formula', `<div class="math">${' \\'.repeat(huge(200_000))}</div>`],
    [
      'blanks in a formula',
      `<span class="math">x${' '.repeat(huge(200_000))}x${' '.repeat(huge(200_000))}</span>`,
    ],
    ['blanks in a caption', `<table><caption>x${' '.repeat(huge(200_000))}x</caption><tr><td>a</table>`],
    ['deep table', '<table><tr><td>'.repeat(huge(50_000))],
    [
      'deep spans',
      many(huge(50_000), (index) => `<span style="color: #${String(index % 1000).padStart(3, '0')}">`),
    ],
    ['deep formatting', many(huge(50_000), (index) => `<b x=${index}>`)],
    ['deep foreign content', '<svg><g>'.repeat(huge(100_000))],
    [
      'formatting open over many blocks',
      many(huge(20_000), (index) => `<p><b x=${index}><a href=/${index}>x</p>`),
    ],
    ['misnested formatting', '<b><p>'.repeat(huge(10_000)) + '</b>'.repeat(huge(10_000))],
    ['text fostered out of a table', `<table>${'<b></b>x'.repeat(huge(30_000))}`],
    ['many attributes', `<a ${many(huge(50_000), (index) => `x${index} `)}href="/x">`],
    ['a long style', `<span style="${'color: red; '.repeat(huge(30_000))}">`],
    ['a long telephone number', `<a href="tel:${'1'.repeat(huge(200_000))}x">`],
    ['a long host', `<a href="${'a-'.repeat(huge(100_000))}.com">`],
    ['spaces in a URL', `<a href="/${' '.repeat(huge(200_000))}x">`],
  ])('%s takes bounded time', (_name, html) => {
    const begin = cpuMs();
    const clean = sanitize(`${html}last`);
    expect(cpuMs() - begin).toBeLessThan(5000);
    expect(clean).toMatch(/last|^$/);
    expect(sanitize(clean)).toBe(clean);
  });

  test('a long post of ordinary HTML is sanitized quickly', () => {
    const html =
      '<p>Some <strong>words</strong> and <a href="https://example.org">a link</a> in a long post.</p>'.repeat(
        1100,
      );
    sanitize(html);
    const begin = cpuMs();
    expect(sanitize(html)).toBe(html);
    expect(cpuMs() - begin).toBeLessThan(500);
  });
});
