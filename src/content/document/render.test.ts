import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cpuMs } from '../../../tests/support/cpu.ts';
import { hostileMarkup } from '../../../tests/support/markup-grammar.ts';
import { size } from '../../../tests/support/size.ts';
import { xssCorpus } from '../../../tests/support/xss-corpus.ts';
import { parse, write } from './parse.ts';
import { renderContent } from './render.ts';
import { sanitize } from './sanitize.ts';
import { elements, textContent } from './tree.ts';

const withoutAnchors = (html: string) => html.replaceAll(/<a class="anchor" [^>]*><\/a>/g, '');

describe('headings', () => {
  test('get ids from their words, numbered when they repeat', () => {
    expect(
      withoutAnchors(
        renderContent(
          '<h2>What &amp; Why</h2><h3>What, why?</h3><h4>Über Größe</h4><h2>!</h2><h2>What why 2</h2>',
        ),
      ),
    ).toBe(
      '<h2 id="h-what-why">What &amp; Why</h2><h3 id="h-what-why-2">What, why?</h3><h4 id="h-über-größe">Über Größe</h4>' +
        '<h2 id="h-section">!</h2><h2 id="h-what-why-2-2">What why 2</h2>',
    );
  });

  test('can be linked by their text', () => {
    expect(renderContent('<p><a href="#The%20end">x</a><a href="#none">y</a></p><h2>The end</h2>')).toBe(
      '<p><a href="#h-the-end">x</a><a href="#none">y</a></p><h2 id="h-the-end">The end' +
        '<a class="anchor" href="#h-the-end" aria-label="Link to The end"></a></h2>',
    );
    expect(renderContent('<p><a href="#%E0%A4">x</a></p>')).toContain('href="#%E0%A4"');
  });

  test('never share an id', () => {
    const heading = fc.constantFrom('a', 'a', 'a 2', 'a-2', 'a 2 2', '');
    fc.assert(
      fc.property(fc.array(heading, { maxLength: 20 }), (names) => {
        const ids = [
          ...renderContent(names.map((name) => `<h2>${name}</h2>`).join('')).matchAll(/id="([^"]*)"/g),
        ].map(([, id]) => id);
        expect(new Set(ids).size).toBe(names.length);
        for (const id of ids) expect(id).toMatch(/^h-/);
      }),
    );
  });
});

describe('code', () => {
  test('is highlighted in its language', () => {
    expect(renderContent('<pre><code class="language-js">const a = "&lt;b&gt;";</code></pre>')).toBe(
      '<pre tabindex="0"><code class="language-js"><span class="hljs-keyword">const</span> a = ' +
        '<span class="hljs-string">"&lt;b&gt;"</span>;</code></pre>',
    );
  });

  test('is highlighted in a detected language', () => {
    const code =
      'import os\n\ndef main(path):\n    for name in os.listdir(path):\n        print(f"{name}")\n\nclass Walker(object):\n    def __init__(self, root=None):\n        self.root = root\n\nif __name__ == "__main__":\n    main(".")\n';
    expect(renderContent(`<pre><code>${code}</code></pre>`)).toContain('hljs-keyword');
  });

  test.each([
    '<pre tabindex="0"><code>just some words here</code></pre>',
    `<pre tabindex="0"><code>${'If it were not for him, we would all be in this class.\n'.repeat(20)}</code></pre>`,
    '<pre tabindex="0"><code class="language-klingon">if x</code></pre>',
  ])('is not highlighted otherwise: %s', (html) => {
    expect(renderContent(html)).toBe(html);
  });

  test('keeps its text at any nesting depth', () => {
    const code = '`${'.repeat(5000);
    const tree = parse(renderContent(`<pre><code class="language-js">${code}</code></pre>`));
    expect(textContent(tree)).toBe(code);
    expect(write(tree)).not.toMatch(/(?:<span[^>]*>[^<]*){100}/);
  });
});

test('very long code and many headings take bounded time', () => {
  const begin = cpuMs();
  renderContent(`<pre><code>${'if (a) { b(); }\n'.repeat(20)}</code></pre>`.repeat(size(400, 2000)));
  renderContent(
    `<pre><code class="language-js">${'if (a) { b(); }\n'.repeat(20)}</code></pre>`.repeat(size(1000, 5000)),
  );
  renderContent(
    Array.from({ length: size(4000, 20_000) }, (_, index) => `<h2>a ${index}</h2><h3>a</h3>`).join(''),
  );
  expect(cpuMs() - begin).toBeLessThan(size(1600, 8000));
});

describe('images', () => {
  test('load lazily and keep the author’s width', () => {
    expect(renderContent('<p><img src="/a.png" alt="A" width="123px"></p>')).toBe(
      '<p><img src="/a.png" alt="A" width="123" loading="lazy" decoding="async"></p>',
    );
    expect(renderContent('<img src="/a.png">')).toBe(
      '<img src="/a.png" loading="lazy" decoding="async" alt="">',
    );
  });

  test('get dimensions and srcset', () => {
    const image = { width: 1200, height: 800, srcset: '/s.webp 320w, /a.webp 1200w', color: '#aabbcc' };
    const findImage = (src: string) => (src === '/a.webp' ? image : null);
    expect(renderContent('<img src="/a.webp" alt="A">', { findImage })).toBe(
      '<img src="/a.webp" alt="A" width="1200" height="800" srcset="/s.webp 320w, /a.webp 1200w" ' +
        'sizes="auto, (max-width: 42rem) 100vw, 40rem" style="background-color: #aabbcc;" loading="lazy" decoding="async">',
    );
    expect(renderContent('<img src="/a.webp" alt="A" width="300px">', { findImage })).toContain(
      'width="300" height="200"',
    );
    expect(renderContent('<img src="/a.webp" alt="A" width="300px">', { findImage })).toContain(
      'sizes="auto, min(300px, 100vw)"',
    );
    expect(renderContent('<img src="/b.webp" alt="B">', { findImage })).not.toContain('height');
    expect(
      renderContent('<img src="/a.webp" alt="">', { findImage: () => ({ ...image, color: 'url(x)' }) }),
    ).not.toContain('style');
  });
});

test('tables can be scrolled by keyboard', () => {
  const table = '<table><tbody><tr><td>a</td></tr></tbody></table>';
  expect(renderContent(`<p>x</p>${table}`)).toBe(
    `<p>x</p><div class="table" tabindex="0" role="region" aria-label="Table">${table}</div>`,
  );
});

test('a hostile post stays well-formed and gets no attribute that could run scripts', () => {
  const check = (markup: string) => {
    const html = renderContent(sanitize(markup));
    const tree = parse(html);
    expect(write(tree)).toBe(html);
    for (const node of elements(tree))
      for (const { name } of node.attrs)
        expect(name).toMatch(
          /^(?:href|title|target|rel|src|alt|width|height|loading|decoding|style|class|start|colspan|rowspan|id|tabindex|role|aria-label|controls|preload|playsinline|type|disabled|checked)$/,
        );
  };
  xssCorpus.forEach(check);
  fc.assert(fc.property(hostileMarkup, check), { numRuns: 300 });
});
