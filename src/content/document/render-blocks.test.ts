import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cpuMs } from '../../../tests/support/cpu.ts';
import { documentTrees } from '../../../tests/support/document-trees.ts';
import { excerpt } from './excerpt.ts';
import { feedHtml } from './feed-html.ts';
import { parse, write } from './parse.ts';
import { renderContent } from './render.ts';
import { sanitize } from './sanitize.ts';
import { description, plainText } from './text.ts';
import { attribute, elements, textContent } from './tree.ts';

describe('a heading', () => {
  test('has a link to itself whose name does not contain its footnotes', () => {
    expect(renderContent('<h2>Cats<span class="footnote">and dogs</span></h2>')).toContain(
      '<a class="anchor" href="#h-cats" aria-label="Link to Cats"></a></h2>',
    );
    expect(renderContent('<h2></h2>')).toBe('<h2 id="h-section"></h2>');
  });
});

describe('a table of contents', () => {
  test('lists the headings as they are nested', () => {
    const html = renderContent('<nav class="toc"></nav><h2>A</h2><h3>B</h3><h3>C</h3><h2>D</h2><h4>E</h4>');
    expect(html.slice(0, html.indexOf('</nav>'))).toBe(
      '<nav class="toc" aria-label="Contents"><p class="toc-title"><strong>Contents</strong></p><ol>' +
        '<li><a href="#h-a">A</a><ol><li><a href="#h-b">B</a></li><li><a href="#h-c">C</a></li></ol></li>' +
        '<li><a href="#h-d">D</a><ol><li><a href="#h-e">E</a></li></ol></li></ol>',
    );
  });

  test('may begin with a lower heading', () => {
    const html = renderContent('<nav class="toc"></nav><h3>A</h3><h2>B</h2><h3>C</h3>');
    expect(html).toContain('<ol><li><a href="#h-a">A</a></li><li><a href="#h-b">B</a><ol><li>');
  });

  test('is shown once, and not at all without headings', () => {
    expect(renderContent('<nav class="toc"></nav><p>a</p>')).toBe('<p>a</p>');
    expect(
      renderContent('<nav class="toc"></nav><h2>A</h2><nav class="toc"></nav>').match(/<nav/g),
    ).toHaveLength(1);
  });
});

test('footnotes are numbered and linked both ways', () => {
  expect(
    renderContent('<p>a<span class="footnote">one <em>x</em></span> b<span class="footnote">two</span></p>'),
  ).toBe(
    '<p>a<sup class="footnote"><a href="#fn-1" role="doc-noteref" aria-label="Footnote 1" id="fnref-1" style="--ref:--ref-1">1</a></sup>' +
      ' b<sup class="footnote"><a href="#fn-2" role="doc-noteref" aria-label="Footnote 2" id="fnref-2" style="--ref:--ref-2">2</a></sup></p>' +
      '<section class="footnotes" role="doc-endnotes" aria-label="Footnotes"><ol>' +
      '<li id="fn-1" style="--ref:--ref-1">one <em>x</em> <a href="#fnref-1" role="doc-backlink" aria-label="Back to the text of footnote 1">↩\uFE0E</a></li>' +
      '<li id="fn-2" style="--ref:--ref-2">two <a href="#fnref-2" role="doc-backlink" aria-label="Back to the text of footnote 2">↩\uFE0E</a></li>' +
      '</ol></section>',
  );
});

test('a rendered post can be pasted into another one', () => {
  for (const html of [
    '<p>a<span class="footnote">one</span> b</p>',
    '<ul class="tasks"><li><p>a</p></li><li class="done"><p>b</p></li></ul>',
    '<aside class="callout tip"><p>a</p></aside>',
    '<p><span class="math">x^2</span></p>',
    '<div class="math">x^2</div>',
    '<div class="math">\\frac{</div>',
    '<h2>A</h2>',
  ])
    expect(sanitize(renderContent(html))).toBe(html);
});

test('tasks have checkboxes that say their state', () => {
  expect(renderContent('<ul class="tasks"><li><p>a</p></li><li class="done">b</li></ul>')).toBe(
    '<ul class="tasks"><li><p><input type="checkbox" disabled="" aria-label="Incomplete task">a</p></li>' +
      '<li class="done"><input type="checkbox" disabled="" checked="" aria-label="Completed task">b</li></ul>',
  );
});

test('callouts have a label', () => {
  expect(renderContent('<aside class="callout caution"><p>a</p></aside>')).toBe(
    '<aside class="callout caution" role="note"><p class="callout-label"><strong>Caution</strong></p><p>a</p></aside>',
  );
});

test('details always have a summary', () => {
  expect(renderContent('<details><summary></summary><p>a</p></details>')).toContain(
    '<summary>Details</summary>',
  );
});

test('a table is named by its caption', () => {
  expect(
    renderContent('<table><caption>"A" &amp; B</caption><tbody><tr><td>a</td></tr></tbody></table>'),
  ).toContain('role="region" aria-label="&quot;A&quot; &amp; B">');
});

describe('figures', () => {
  const image = { width: 1200, height: 800, file_path_largest: '/images/large.webp' };
  const findImage = (src: string) => (src === '/images/a.webp' ? image : null);

  test('link to the large image', () => {
    expect(
      renderContent('<figure><img src="/images/a.webp" alt="A"><figcaption>b</figcaption></figure>', {
        findImage,
      }),
    ).toBe(
      '<figure><a class="zoom" href="/images/large.webp" aria-label="Large image: A">' +
        '<img src="/images/a.webp" alt="A" width="1200" height="800" loading="lazy" decoding="async"></a>' +
        '<figcaption>b</figcaption></figure>',
    );
    expect(renderContent('<figure><img src="https://example.org/b.png"></figure>', { findImage })).toContain(
      '<a class="zoom" href="https://example.org/b.png" aria-label="Large image">',
    );
  });

  test('keep the link of the author', () => {
    expect(
      renderContent('<figure><a href="/x"><img src="/images/a.webp" alt="A"></a></figure>', { findImage }),
    ).not.toContain('zoom');
  });

  test.each([
    ['', '(max-width: 42rem) 100vw, 40rem'],
    [' class="wide"', '(max-width: 56rem) 100vw, 53.75rem'],
    [' class="full"', '100vw'],
    [' class="end"', '(max-width: 40rem) 100vw, 20rem'],
  ])('%s load an image of the size that their layout shows', (layout, sizes) => {
    const stored = { ...image, srcset: '/a.webp 640w, /b.webp 1200w' };
    for (const html of ['<img src="/images/a.webp">', '<a href="/x"><img src="/images/a.webp"></a>'])
      expect(renderContent(`<figure${layout}>${html}</figure>`, { findImage: () => stored })).toContain(
        ` sizes="auto, ${sizes}"`,
      );
  });

  test('know their ratio in a gallery', () => {
    const html = renderContent(
      '<div class="gallery"><figure><img src="/images/a.webp" alt=""></figure><figure><img src="/b.png" alt=""></figure></div>',
      { findImage },
    );
    expect(html.match(/<figure style="--ratio: [\d.]+;">/g)).toEqual([
      '<figure style="--ratio: 1.500;">',
      '<figure style="--ratio: 1.500;">',
    ]);
    expect(html).toContain('width="1200" height="800"');
  });
});

test('players load only metadata', () => {
  expect(renderContent('<figure class="media"><audio src="/media/a.mp3"></audio></figure>')).toBe(
    '<figure class="media"><audio src="/media/a.mp3" controls="" preload="metadata" aria-label="Audio"></audio></figure>',
  );
  expect(
    renderContent(
      '<figure class="media"><video src="/media/a.mp4" width="640" height="360"></video><figcaption>Sea</figcaption></figure>',
    ),
  ).toContain('preload="metadata" playsinline="" aria-label="Sea" style="aspect-ratio: 640 / 360;"');
});

test.each(['ul', 'ol', 'blockquote'])('a %s in a right-to-left script says so', (name) => {
  const item = (text: string) => (name === 'blockquote' ? `<p>${text}</p>` : `<li><p>${text}</p></li>`);
  const block = (text: string, dir = '') => `<${name}${dir}>${item(text)}</${name}>`;
  expect(renderContent(block('1. שלום hello'))).toBe(block('1. שלום hello', ' dir="rtl"'));
  expect(renderContent(block('مرحبا'))).toBe(block('مرحبا', ' dir="rtl"'));
  expect(renderContent(block('hello שלום'))).toBe(block('hello שלום'));
  expect(renderContent(block('123'))).toBe(block('123'));
});

describe('a formula', () => {
  const inline = (tex: string) => renderContent(`<p><span class="math">${tex}</span></p>`);

  test('is MathML with its TeX', () => {
    expect(inline('x^2')).toMatch(
      /^<p><span class="math"><math><semantics>.*<msup><mi>x<\/mi><mn[^>]*>2<\/mn><\/msup>.*<annotation encoding="application\/x-tex">x\^2<\/annotation><\/semantics><\/math><\/span><\/p>$/,
    );
    expect(renderContent('<div class="math">x</div>')).toMatch(
      /^<div class="math" tabindex="0"><math display="block"/,
    );
  });

  test.each([
    ['\\frac{', 'This formula contains an error.'],
    ['\\unknown', 'This formula contains an error.'],
    ['\\def\\a{\\a\\a}\\a', 'This formula contains an error.'],
    ['\\href{javascript:alert(1)}{x}', 'This formula contains an error.'],
    ['\\includegraphics{https://example.org/a.png}', 'This formula contains an error.'],
    ['\\class{x}{y}', 'This formula contains an error.'],
    [
      '\\def\\a{xxxxxxxxxx}\\def\\b{\\a\\a\\a\\a}\\def\\c{\\b\\b\\b\\b}\\def\\d{\\c\\c\\c\\c}\\d\\d\\d\\d',
      'This formula contains an error.',
    ],
    ['{'.repeat(10_000) + '}'.repeat(10_000), 'This formula is too long to be shown.'],
    ['x+'.repeat(50_000), 'This formula is too long to be shown.'],
    [`${'\\sqrt'.repeat(900)} x`, 'This formula'],
    ['x'.concat('^x'.repeat(2000)), 'This formula'],
  ])('that cannot be shown is shown as its source: %.40s', (tex, message) => {
    const html = inline(tex);
    expect(textContent(parse(html))).toContain(`${tex} ${message}`);
    expect(html).not.toContain('<math');
  });

  test('of a post with very many takes bounded time', () => {
    const begin = cpuMs();
    const html = renderContent('<p><span class="math">\\frac{a}{b}</span></p>'.repeat(20_000));
    expect(cpuMs() - begin).toBeLessThan(8000);
    expect(html).toContain('too long');
  });

  test('does not define macros for the next one', () => {
    expect(inline('\\gdef\\zz{q}\\zz</span> <span class="math">\\zz')).toContain('contains an error');
  });
});

describe('a card', () => {
  const card = (stored: string, limit?: number) => excerpt(renderContent(stored), limit);

  test('has no ids, and nothing that refers to ids or plays', () => {
    expect(
      card(
        '<nav class="toc"></nav><h2>A</h2><p>b<span class="footnote">c</span></p>' +
          '<figure class="media"><audio src="/media/a.mp3"></audio><figcaption>d</figcaption></figure>',
      ),
    ).toEqual({ html: '<h2>A</h2><p>b</p>', truncated: false });
  });

  test('that is cut has no captions without their images', () => {
    const figure = '<figure><img src="/images/a.webp" alt="A"><figcaption>caption</figcaption></figure>';
    const { html } = card(`${figure}<div class="gallery">${figure}</div><p>${'word '.repeat(300)}</p>`);
    expect(html).not.toContain('caption');
    expect(html).not.toContain('gallery');
    expect(card(figure).html).toContain('caption');
  });

  test('does not end with a term or a label alone', () => {
    const long = 'word '.repeat(100);
    const before = `<p>${'word '.repeat(18)}</p>`;
    expect(card(`${before}<dl><dt>term</dt><dd><p>${long}</p></dd></dl>`, 95).html).not.toContain('<dl>');
    expect(card(`${before}<aside class="callout tip"><p>${long}</p></aside>`, 95).html).not.toContain(
      '<aside',
    );
  });

  test('shows a formula whole or not at all', () => {
    const tex = 'a + b + c + d + e + f';
    const { html, truncated } = card(
      `<p>${'word '.repeat(20)}<span class="math">${tex}</span> and more</p>`,
      110,
    );
    expect(truncated).toBe(true);
    expect(html).toMatch(/word…<\/p>$/);
    expect(card(`<p>${'word '.repeat(20)}<span class="math">${tex}</span> and more</p>`, 125).html).toContain(
      '</math>',
    );
  });
});

describe('as plain text', () => {
  const post =
    '<p>a<span class="footnote">note</span> <span class="math">x^2</span></p><nav class="toc"></nav>' +
    '<ul class="tasks"><li><p>open</p></li><li class="done"><p>done</p></li></ul>' +
    '<figure class="embed"><a href="https://example.org/x">https://example.org/x</a></figure>' +
    '<dl><dt>term</dt><dd><p>meaning</p></dd></dl><details><summary>more</summary><p>hidden</p></details>' +
    '<table><caption>sums</caption><tbody><tr><td>1</td></tr></tbody></table>';

  test('everything can be found', () => {
    expect(plainText(post)).toBe(
      'a x^2\n☐ open\n☑ done\nhttps://example.org/x\nterm\nmeaning\nmore\nhidden\nsums\n1\nnote',
    );
  });

  test('a description leaves out footnotes and URLs', () => {
    expect(description(post)).toBe('a x^2 ☐ open ☑ done term meaning more hidden sums 1');
  });

  test('loose items of a draft are read too', () => {
    expect(plainText('<li>a')).toBe('a');
  });
});

test('a feed has no anchors and no controls, and its footnotes lead to the page', () => {
  const html = feedHtml(
    renderContent(
      '<h2>A</h2><ul class="tasks"><li class="done"><p>b</p></li></ul><p>c<span class="footnote">d</span> <span class="math">x</span></p>',
    ),
    'https://example.org/post/a',
  );
  expect(html).toContain('<h2 id="h-a">A</h2>');
  expect(html).toContain('<p><span>☑ </span>b</p>');
  expect(html).toContain('href="https://example.org/post/a#fn-1"');
  expect(html).toContain('<math>');
});

test('any document renders to well-formed HTML with unique ids and links that lead somewhere', {
  timeout: 120_000,
}, () => {
  fc.assert(
    fc.property(documentTrees, (stored) => {
      const html = renderContent(stored);
      const tree = parse(html);
      expect(write(tree)).toBe(html);
      const all = [...elements(tree)];
      const ids = all.flatMap((node) => attribute(node, 'id') ?? []);
      expect(new Set(ids).size).toBe(ids.length);
      for (const id of ids) expect(id).toMatch(/^(?:h|fn|fnref)-/);
      for (const node of all) {
        const href = attribute(node, 'href') ?? '';
        if (href.startsWith('#') && href !== '#part') expect(ids).toContain(href.slice(1));
        if (node.tagName === 'a')
          expect([...elements(node)].map(({ tagName }) => tagName)).not.toContain('a');
      }
      const card = excerpt(html);
      expect(card.html).not.toMatch(/ id="| href="#(?!part)/);
      expect(write(parse(card.html))).toBe(card.html);
      expect(description(stored).length).toBeLessThanOrEqual(400);
      plainText(stored);
      feedHtml(html, 'https://example.org/post/a');
    }),
    { numRuns: 300 },
  );
});
