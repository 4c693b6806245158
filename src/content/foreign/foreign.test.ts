import { describe, expect, test } from 'vitest';
import { sanitize } from '../document/sanitize.ts';

function expectEach(cases: [string, string][]): void {
  for (const [html, stored] of cases) {
    expect(sanitize(html)).toBe(stored);
    expect(sanitize(stored)).toBe(stored);
  }
}

describe('task lists', () => {
  const tasks = '<ul class="tasks"><li>a</li><li class="done">b</li></ul>';

  test('of GitHub', () => {
    expectEach([
      [
        '<ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" disabled> a</li>' +
          '<li class="task-list-item"><input type="checkbox" checked disabled> b</li></ul>',
        tasks,
      ],
      [
        '<ul><li><p><input type="checkbox"> a</p></li><li><label><input type="checkbox" checked> b</label></li></ul>',
        '<ul class="tasks"><li><p>a</p></li><li class="done">b</li></ul>',
      ],
      [
        '<ul><li>plain</li><li><input type=checkbox> a</li><li><input type=checkbox checked> b</li><li>rest</li></ul>',
        `<ul><li>plain</li></ul>${tasks}<ul><li>rest</li></ul>`,
      ],
    ]);
  });

  test('of Tiptap', () => {
    expectEach([
      [
        '<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><label><input type="checkbox" checked>' +
          '<span></span></label><div><p>a</p></div></li></ul>',
        '<ul class="tasks"><li class="done"><p>a</p></li></ul>',
      ],
    ]);
  });

  test('of Google Docs, Notion and Quill', () => {
    expectEach([
      [
        '<ul><li role="checkbox" aria-checked="false"><img aria-roledescription="checkbox" alt="unchecked"><p>a</p></li>' +
          '<li role="checkbox" aria-checked="true"><img aria-roledescription="checkbox" alt="checked"><p><s>b</s></p></li></ul>',
        '<ul class="tasks"><li><p>a</p></li><li class="done"><p>b</p></li></ul>',
      ],
      [
        '<ul class="to-do-list"><li><div class="checkbox checkbox-off"></div> <span class="to-do-children-unchecked">a</span></li>' +
          '<li><div class="checkbox checkbox-on"></div> <span class="to-do-children-checked">b</span></li></ul>',
        tasks,
      ],
      ['<ul data-checked="true"><li>b</li></ul>', '<ul class="tasks"><li class="done">b</li></ul>'],
    ]);
  });

  test('an item is only done in a list of tasks', () => {
    expectEach([['<ul><li class="done">a</li></ul>', '<ul><li>a</li></ul>']]);
  });
});

describe('figures and galleries', () => {
  const image = '<img src="/images/a.webp" alt="A">';
  const other = '<img src="/images/b.webp" alt="B">';
  const figure = `<figure>${image}<figcaption>Text</figcaption></figure>`;

  test('figures of WordPress and Ghost', () => {
    expectEach([
      [
        `<figure class="wp-block-image size-large">${image}<figcaption class="wp-element-caption">Text</figcaption></figure>`,
        figure,
      ],
      [
        `<figure class="kg-card kg-image-card kg-card-hascaption">${image}<figcaption><span style="white-space: pre-wrap;">Text</span></figcaption></figure>`,
        figure,
      ],
      [
        `<div id="attachment_1" class="wp-caption aligncenter">${image}<p class="wp-caption-text">Text</p></div>`,
        figure,
      ],
      [
        `<figure><picture><source srcset="/x.avif">${image}</picture>\n<figcaption>\n  Text\n</figcaption></figure>`,
        figure,
      ],
      [`<a href="/x"><figure>${image}</figure></a>`, `<figure><a href="/x">${image}</a></figure>`],
      [
        `<figure><a href="/x" class="y">${image}</a><figcaption></figcaption></figure>`,
        `<figure><a href="/x">${image}</a></figure>`,
      ],
      [
        `<figure>${image}<figcaption><p>one</p><p>two <img src="/images/c.webp"></p></figcaption></figure>`,
        `<figure>${image}<figcaption>one<br>two</figcaption></figure>`,
      ],
      ['<figure><img src="javascript:x"><figcaption>Text</figcaption></figure>', '<p>Text</p>'],
      [
        '<figure><blockquote><p>said</p></blockquote><figcaption>one</figcaption></figure>',
        '<blockquote><p>said</p></blockquote><p>one</p>',
      ],
      [
        '<figure class="kg-code-card"><pre><code class="language-js">a</code></pre><figcaption>b</figcaption></figure>',
        '<pre><code class="language-js">a</code></pre><p>b</p>',
      ],
    ]);
  });

  test('widths of WordPress and Ghost', () => {
    const wide = `<figure class="wide">${image}</figure>`;
    const full = `<figure class="full">${image}</figure>`;
    expectEach([
      [`<figure class="wp-block-image alignwide size-large">${image}</figure>`, wide],
      [`<figure class="wp-block-image alignfull">${image}</figure>`, full],
      [`<figure class="kg-card kg-image-card kg-width-wide">${image}</figure>`, wide],
      [`<figure class="kg-card kg-image-card kg-width-full">${image}</figure>`, full],
    ]);
  });

  test('galleries', () => {
    const gallery = `<div class="gallery">${figure}<figure>${other}</figure></div>`;
    expectEach([
      [
        `<figure class="wp-block-gallery has-nested-images"><figure class="wp-block-image">${image}<figcaption>Text</figcaption></figure><figure class="wp-block-image">${other}</figure></figure>`,
        gallery,
      ],
      [
        `<figure class="wp-block-gallery"><ul class="blocks-gallery-grid"><li><figure>${image}<figcaption>Text</figcaption></figure></li><li><figure>${other}</figure></li></ul><figcaption>All</figcaption></figure>`,
        `${gallery}<p>All</p>`,
      ],
      [
        `<div class="gallery gallery-columns-2"><dl class="gallery-item"><dt class="gallery-icon">${image}</dt><dd class="wp-caption-text gallery-caption">Text</dd></dl><dl class="gallery-item"><dt class="gallery-icon">${other}</dt></dl></div>`,
        gallery,
      ],
      [
        `<figure class="kg-card kg-gallery-card"><div class="kg-gallery-container"><div class="kg-gallery-row"><div class="kg-gallery-image">${image}</div><div class="kg-gallery-image">${other}</div></div></div></figure>`,
        `<div class="gallery"><figure>${image}</figure><figure>${other}</figure></div>`,
      ],
      [`<div class="gallery">${image}</div>`, `<div class="gallery"><figure>${image}</figure></div>`],
      ['<div class="gallery">just text</div>', '<p>just text</p>'],
    ]);
  });

  test('tables keep their caption', () => {
    const table = '<table><caption>Sums of 2026</caption><tbody><tr><td>a</td></tr></tbody></table>';
    expectEach([
      ['<table><caption><b>Sums</b><br>of 2026</caption><tr><td>a</table>', table],
      [
        '<figure class="wp-block-table"><table><tbody><tr><td>a</td></tr></tbody></table><figcaption>Sums of 2026</figcaption></figure>',
        table,
      ],
      ['<table><caption>alone</caption></table>', '<p>alone</p>'],
    ]);
  });
});

describe('callouts and details', () => {
  test('callouts', () => {
    expectEach([
      [
        '<div class="markdown-alert markdown-alert-tip"><p class="markdown-alert-title">Tip</p><p>a</p></div>',
        '<aside class="callout tip"><p>a</p></aside>',
      ],
      [
        '<div class="admonition danger"><p class="admonition-title">Danger</p><p>a</p></div>',
        '<aside class="callout caution"><p>a</p></aside>',
      ],
      [
        '<div class="kg-card kg-callout-card"><div class="kg-callout-emoji">!</div><div class="kg-callout-text">a</div></div>',
        '<aside class="callout note"><p>a</p></aside>',
      ],
      [
        '<div class="notecard warning"><p><strong>Warning:</strong> a</p></div><div class="alert alert-success">b</div>',
        '<aside class="callout warning"><p>a</p></aside><aside class="callout tip">b</aside>',
      ],
      [
        '<div class="admonition tip"><p class="admonition-title">Mind the gap</p><p>a</p></div>',
        '<aside class="callout tip"><p><strong>Mind the gap</strong></p><p>a</p></aside>',
      ],
      ['<aside>💡 a</aside>', '<aside class="callout tip">a</aside>'],
      ['<aside>🍵 a</aside>', '<aside class="callout note">🍵 a</aside>'],
      ['<aside class="callout unknown">a</aside>', '<aside class="callout note">a</aside>'],
      ['<aside>a</aside>', '<p>a</p>'],
    ]);
  });

  test('details', () => {
    expectEach([
      [
        '<details open ontoggle="x()"><summary><h4>a</h4></summary>b</details>',
        '<details><summary>a</summary>b</details>',
      ],
      ['<details><p>b</p><summary>a</summary></details>', '<details><summary>a</summary><p>b</p></details>'],
      ['<details><p>b</p></details>', '<details><summary></summary><p>b</p></details>'],
      ['<details><summary>a</summary></details>', '<p>a</p>'],
      ['<summary>a</summary>', '<p>a</p>'],
      [
        '<div class="kg-card kg-toggle-card"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text">a</h4><button></button></div><div class="kg-toggle-content"><p>b</p></div></div>',
        '<details><summary>a</summary><p>b</p></details>',
      ],
    ]);
  });

  test('definition lists', () => {
    expectEach([
      ['<dl><div><dt>a</dt><dd>b</dd></div></dl>', '<dl><dt>a</dt><dd>b</dd></dl>'],
      ['<dl><dd>b</dd><dt><p>a</p></dt></dl>', '<dl><dt></dt><dd>b</dd><dt>a</dt><dd></dd></dl>'],
      ['<dl>loose<dt>a</dt></dl>', '<dl><dt></dt><dd>loose</dd><dt>a</dt><dd></dd></dl>'],
      ['<dt>a</dt><dd>b</dd>', '<p>a</p><p>b</p>'],
    ]);
  });
});

describe('embeds and media', () => {
  const embed = (url: string) => `<figure class="embed"><a href="${url}">${url}</a></figure>`;

  test('embeds', () => {
    expectEach([
      [
        '<figure class="wp-block-embed is-type-video"><div class="wp-block-embed__wrapper">\nhttps://example.org/v\n</div></figure>',
        embed('https://example.org/v'),
      ],
      [
        '<figure class="kg-card kg-embed-card"><iframe src="https://www.youtube.com/embed/abcdefghijk?feature=oembed"></iframe></figure>',
        embed('https://www.youtube.com/watch?v=abcdefghijk'),
      ],
      [
        '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://example.org/x"><div>Title</div></a><figcaption>why</figcaption></figure>',
        `${embed('https://example.org/x')}<p>why</p>`,
      ],
      [
        '<p>a<iframe src="//player.vimeo.com/video/123?h=1"></iframe>b</p>',
        `<p>a</p>${embed('https://vimeo.com/123')}<p>b</p>`,
      ],
      ['<iframe src="https://ads.example.org/frame"></iframe>', ''],
      ['<figure class="embed"><a href="javascript:alert(1)">x</a></figure>', '<p>x</p>'],
      [
        '<figure class="embed"><a href="mailto:a@example.org">x</a></figure>',
        '<p><a href="mailto:a@example.org">x</a></p>',
      ],
      [
        '<figure class="embed"><a href="//example.org/a">other text</a></figure>',
        embed('https://example.org/a'),
      ],
    ]);
  });

  test('media files of this site', () => {
    const stored =
      '<figure class="media"><video src="/media/a.mp4" width="640" height="360"></video></figure>';
    expectEach([
      [
        '<video controls autoplay height="360" width="640" onerror="x()"><source src="https://example.org/a.mp4"><source src="/media/a.mp4">text</video>',
        stored,
      ],
      [
        '<figure class="wp-block-video"><video src="/media/a.mp4" poster="x"></video><figcaption>b</figcaption></figure>',
        '<figure class="media"><video src="/media/a.mp4"></video><figcaption>b</figcaption></figure>',
      ],
      [
        '<figure class="kg-card kg-video-card"><div><video src="/media/a.mp4"></video><span>0:00</span><button>play</button></div><figcaption>b</figcaption></figure>',
        '<figure class="media"><video src="/media/a.mp4"></video><figcaption>b</figcaption></figure>',
      ],
      [
        '<div class="kg-card kg-audio-card"><div class="kg-audio-title">b</div><audio src="/media/a.mp3"></audio><span>0:00</span></div>',
        '<figure class="media"><audio src="/media/a.mp3"></audio><figcaption>b</figcaption></figure>',
      ],
    ]);
  });

  test('of other sites become links', () => {
    const url = 'https://example.org/a.mp4';
    expectEach([
      [`<video src="${url}"></video>`, `<p><a href="${url}">${url}</a></p>`],
      ['<audio src="data:audio/mpeg;base64,x"></audio>', ''],
      ['<video src="/images/../admin"></video>', '<p><a href="/images/../admin">/images/../admin</a></p>'],
      ['<video src="/login"></video>', '<p><a href="/login">/login</a></p>'],
    ]);
    const store = (candidate: string) => candidate.startsWith('https://example.org/');
    expect(sanitize(`<video src="${url}"></video>`, store)).toBe(
      `<figure class="media"><video src="${url}"></video></figure>`,
    );
    expect(sanitize(`<video src="${url.replace('https', 'http')}"></video>`, () => true)).not.toContain(
      '<video',
    );
  });
});

test('formulas', () => {
  const inline = '<p><span class="math">x^2</span></p>';
  const block = '<div class="math">x^2</div>';
  const mathml = (attributes: string) =>
    `<math ${attributes}><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">x^2</annotation></semantics></math>`;
  expectEach([
    [
      `<p><span class="katex"><span class="katex-mathml">${mathml('')}</span><span class="katex-html" aria-hidden="true">x2</span></span></p>`,
      inline,
    ],
    [
      `<p><span class="katex-display"><span class="katex">${mathml('display="block"')}<span>x2</span></span></span></p>`,
      block,
    ],
    [`<p>${mathml('')}</p>`, inline],
    [mathml('display="block"'), block],
    ['<p><math alttext="x^2"><mi>x</mi></math></p>', inline],
    [
      '<p><span class="mwe-math-element"><span style="display: none"><math alttext="x^2"></math></span><img src="https://example.org/x.svg"></span></p>',
      inline,
    ],
    ['<p><script type="math/tex">x^2</script></p>', inline],
    [
      '<p><span class="MathJax_Preview">x2</span><span class="MathJax">x2</span><script type="math/tex">x^2</script></p>',
      inline,
    ],
    [
      '<p><span class="mwe-math-element"><img alt="{\\displaystyle x^2}" src="https://example.org/x.svg"></span></p>',
      inline,
    ],
    ['<script type="math/tex; mode=display">x^2</script>', block],
    ['<p><span class="math inline">\\(x^2\\)</span></p>', inline],
    ['<p><span class="math display">\\[x^2\\]</span></p>', block],
    ['<p><math-renderer class="js-inline-math">$x^2$</math-renderer></p>', inline],
    ['<p><span data-type="inline-math" data-latex="x^2"></span></p>', inline],
    ['<div data-type="block-math" data-latex="x^2"></div>', block],
    ['<p><span class="math"><b>x</b>^2 </span></p>', inline],
    ['<p>a<span class="math"> </span></p>', '<p>a</p>'],
    ['<p><span class="math">a\\ </span></p>', '<p><span class="math">a\\ </span></p>'],
    ['<math><mi>x</mi></math>', ''],
  ]);
});

describe('footnotes', () => {
  const stored = '<p>a<span class="footnote">Note</span> b</p>';

  test('of GitHub, Pandoc, markdown-it, WordPress and Word', () => {
    expectEach([
      [
        '<p>a<sup><a href="#user-content-fn-1" id="user-content-fnref-1" data-footnote-ref>1</a></sup> b</p>' +
          '<section data-footnotes class="footnotes"><h2 class="sr-only">Footnotes</h2><ol><li id="user-content-fn-1">' +
          '<p>Note <a href="#user-content-fnref-1" data-footnote-backref>↩</a></p></li></ol></section>',
        stored,
      ],
      [
        '<p>a<a href="#fn1" class="footnote-ref" id="fnref1" role="doc-noteref"><sup>1</sup></a> b</p>' +
          '<section class="footnotes"><hr /><ol><li id="fn1"><p>Note<a href="#fnref1" class="footnote-back">↩︎</a></p></li></ol></section>',
        stored,
      ],
      [
        '<p>a<sup class="footnote-ref"><a href="#fn1" id="fnref1">[1]</a></sup> b</p><hr class="footnotes-sep">' +
          '<section class="footnotes"><ol class="footnotes-list"><li id="fn1"><p>Note <a href="#fnref1">↩︎</a></p></li></ol></section>',
        stored,
      ],
      [
        '<p>a<sup id="fnref:1"><a href="#fn:1">1</a></sup> b</p><div class="footnotes"><hr><ol><li id="fn:1"><p>Note <a href="#fnref:1">↩</a></p></li></ol></div>',
        stored,
      ],
      [
        '<p>a<sup data-fn="u" class="fn"><a href="#u" id="u-link">1</a></sup> b</p><ol class="wp-block-footnotes"><li id="u">Note <a href="#u-link">↩︎</a></li></ol>',
        stored,
      ],
      [
        '<p>a<a href="#_ftn1" name="_ftnref1"><span>[1]</span></a> b</p><hr><div id=ftn1><p><a href="#_ftnref1" name="_ftn1">[1]</a> Note</p></div>',
        `${stored}<hr>`,
      ],
    ]);
  });

  test('a note that is referred to twice stands twice', () => {
    expectEach([
      [
        '<p>a<a id="r" href="#n">1</a> b<a id="s" href="#n">1</a></p><ol><li id="n">Note <a href="#r">↩</a> <a href="#s">↩</a></li><li>rest</li></ol>',
        '<p>a<span class="footnote">Note</span> b<span class="footnote">Note</span></p><ol><li>rest</li></ol>',
      ],
    ]);
  });

  test('other links within a page stay', () => {
    const html = '<p><a href="#part">to</a></p><ul><li>x <a href="#other">y</a></li></ul>';
    expect(sanitize(html)).toBe(html);
  });

  test('are outside links, without images and footnotes of their own', () => {
    expectEach([
      [
        '<p><a href="/x"><b>a<span class="footnote">n</span>b</b></a></p>',
        '<p><a href="/x"><strong>a</strong></a><strong><span class="footnote">n</span></strong><a href="/x"><strong>b</strong></a></p>',
      ],
      [
        '<p>a<span class="footnote">n<img src="/a.png"><span class="footnote">m</span> <a href="/y">l</a></span></p>',
        '<p>a<span class="footnote">nm <a href="/y">l</a></span></p>',
      ],
      ['<p>a<span class="footnote"> </span></p>', '<p>a</p>'],
    ]);
  });
});

test('a table of contents is empty', () => {
  expectEach([['<nav class="toc"><a href="#a">a</a></nav><nav>b</nav>', '<nav class="toc"></nav><p>b</p>']]);
});

test('inline elements', () => {
  expectEach([
    [
      '<p><sup>a</sup><sub>b</sub><mark>c</mark><kbd>d</kbd><cite>e</cite><abbr title="x">f</abbr><abbr>g</abbr><tt>h</tt></p>',
      '<p><sup>a</sup><sub>b</sub><mark>c</mark><kbd>d</kbd><cite>e</cite><abbr title="x">f</abbr>g<code>h</code></p>',
    ],
  ]);
});
