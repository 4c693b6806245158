import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sanitize } from '../../../content/document/sanitize.ts';
import { postHtml } from './html.ts';
import type { PostSource } from './source.ts';
import { postText } from './text.ts';

const site = 'https://blog.example.org';
const image = {
  width: 2400,
  height: 1200,
  srcset: '/images/a-320.webp 320w, /images/a-1200.webp 1200w, /images/a-2400.webp 2400w',
};

const source = (content: string, more: Partial<PostSource> = {}): PostSource => ({
  content,
  url: `${site}/post/a-walk`,
  language: 'en',
  findImage: (src) => (src === '/images/a-1200.webp' ? image : null),
  findEmbed: () => null,
  jpegOf: (file) => file,
  isOwnFile: (url) => url.startsWith(`${site}/images/`),
  ...more,
});

const html = (content: string, more: Partial<PostSource> = {}) => postHtml(source(content, more)).html;
const text = (content: string, more: Partial<PostSource> = {}) => postText(source(content, more));

describe('URLs', () => {
  test('are absolute, and otherwise as the author wrote them', () => {
    const given =
      '<p><a href="/about">us</a> <a href="#part">part</a> <a href="https://example.com/?a=1&amp;b=2" target="_blank" rel="nofollow">there</a></p>';
    const written = html(given);
    expect(written).toContain(`<a href="${site}/about">us</a>`);
    expect(written).toContain(`<a href="${site}/post/a-walk#part">part</a>`);
    expect(written).toContain('<a href="https://example.com/?a=1&amp;b=2">there</a>');
    expect(text(given)).toBe(`us (${site}/about) part there (https://example.com/?a=1&b=2)`);
  });

  test('that run something are not links', () => {
    expect(html('<p><a href="javascript:alert(1)">x</a></p>')).not.toMatch(/href|javascript/);
    expect(text('<p><a href="javascript:alert(1)">x</a></p>')).toBe('x');
  });

  test('of links whose text is the URL are written once', () => {
    expect(
      text(
        '<p><a href="https://example.com/">https://example.com</a> <a href="mailto:a@example.org">a@example.org</a></p>',
      ),
    ).toBe('https://example.com/ a@example.org');
  });
});

describe('images', () => {
  test('have a width that fits, a sharp variant and the text of the author', () => {
    const written = html(
      '<figure><img src="/images/a-1200.webp" alt="A &quot;boat&quot;"><figcaption>Far out.</figcaption></figure>',
    );
    expect(written).toContain(
      `src="${site}/images/a-1200.webp" alt="A &quot;boat&quot;" width="560" height="280"`,
    );
    expect(written).not.toMatch(/srcset|loading/);
    expect(
      text('<figure><img src="/images/a-1200.webp" alt="A boat"><figcaption>Far out.</figcaption></figure>'),
    ).toBe('[Image: A boat]\nFar out.');
  });

  test('keep a smaller width', () => {
    expect(html('<p><img src="/images/a-1200.webp" alt="" width="120px"></p>')).toContain(
      'width="120" height="60"',
    );
  });

  test('of galleries are small', () => {
    const figure = '<figure><img src="/images/a-1200.webp" alt="x"></figure>';
    expect(html(`<div class="gallery">${figure}${figure}</div>`).match(/width="270"/g)).toHaveLength(2);
  });

  test('of other servers are links, because these would learn who reads', () => {
    const written = html('<p><img src="https://example.com/pixel.gif" alt="a dot"></p>');
    expect(written).toContain('<a href="https://example.com/pixel.gif">[Image: a dot]</a>');
    expect(written).not.toContain('<img');
  });
});

test('nothing in it runs, loads or asks', () => {
  const hostile =
    '<p onclick="x()" style="background: url(https://example.com/x)">a<script>1</script><iframe src="https://example.com"></iframe><form><input></form><object></object><svg onload="x()"></svg><style>p{}</style></p>';
  expect(html(hostile)).not.toMatch(/script|iframe|form|input|object|svg|url\(|onclick|onload|<style/);
});

describe('blocks', () => {
  test('formulas are TeX', () => {
    expect(html('<p><span class="math">x^2</span></p><div class="math">\\frac12</div>')).toMatch(
      /<code[^>]*>x\^2<\/code>.*<div[^>]*>\\frac12<\/div>/s,
    );
    expect(text('<p>With <span class="math">x^2</span></p><div class="math">y</div>')).toBe(
      'With x^2\n\n    y',
    );
  });

  test('footnotes are numbered and stand at the end', () => {
    const content =
      '<p>One<span class="footnote">first <a href="https://example.com/">there</a></span>, two<span class="footnote">second</span>.</p>';
    expect(html(content)).toMatch(
      /One<sup[^>]*>\[1\]<\/sup>, two<sup[^>]*>\[2\]<\/sup>.*<ol.*first <a href="https:\/\/example.com\/">there<\/a>.*second/s,
    );
    expect(text(content)).toBe('One[1], two[2].\n\n[1] first there (https://example.com/)\n[2] second');
  });

  test('embeds and recordings are links', () => {
    const embed = '<figure class="embed"><a href="https://example.com/v">https://example.com/v</a></figure>';
    const found = { title: 'A film', author: 'Ann', provider: 'Example' } as never;
    expect(html(embed, { findEmbed: () => found })).toMatch(
      /<a href="https:\/\/example.com\/v">A film<\/a><br>.*Ann · Example/,
    );
    expect(text(embed, { findEmbed: () => found })).toBe('A film\nhttps://example.com/v');
    const video =
      '<figure class="media"><video src="/media/a.mp4"></video><figcaption>Waves</figcaption></figure>';
    expect(html(video)).toMatch(
      /<a href="https:\/\/blog.example.org\/post\/a-walk">.*Watch the video.*Waves/,
    );
    expect(html(video)).not.toContain('<video');
    expect(text(video)).toBe(`Watch the video on the site: ${site}/post/a-walk\nWaves`);
  });

  test('quotes, lists, tasks, code and tables can be read as text', () => {
    expect(text('<blockquote><p>One</p><p>Two</p></blockquote>')).toBe('> One\n>\n> Two');
    expect(text('<ol start="3"><li><p>a</p><ul><li><p>b</p></li></ul></li><li><p>c</p></li></ol>')).toBe(
      '3. a\n   - b\n4. c',
    );
    expect(text('<ul class="tasks"><li class="done"><p>a</p></li><li><p>b</p></li></ul>')).toBe(
      '[x] a\n[ ] b',
    );
    expect(text('<pre><code class="language-js">a  = 1\n\nb</code></pre>')).toBe('    a  = 1\n\n    b');
    expect(
      text(
        '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
      ),
    ).toBe('a | b\n-----\n1 | 2');
    expect(text('<h2>Part</h2><p>a<br>b</p><hr><dl><dt>t</dt><dd><p>d</p></dd></dl>')).toBe(
      'Part\n====\n\na\nb\n\n* * *\n\nt\n    d',
    );
    expect(text('<aside class="callout tip"><p>Do it.</p></aside>')).toBe('| Tip:\n| Do it.');
    expect(html('<ul class="tasks"><li class="done"><p>a</p></li><li><p>b</p></li></ul>')).toMatch(
      /☑ .*a.*☐ .*b/s,
    );
  });

  test('code and details are whole', () => {
    expect(html('<pre><code class="language-js">let a &lt; 1;</code></pre>')).toMatch(
      /<pre [^>]*dir="ltr"[^>]*><code>let a &lt; 1;<\/code><\/pre>/,
    );
    expect(html('<details><summary>More</summary><p>Inside</p></details>')).toMatch(
      /<div><p[^>]*>More<\/p><p[^>]*>Inside<\/p><\/div>/,
    );
  });
});

test('colors are readable in both schemes', () => {
  const { html, darkStyles } = postHtml(
    source(
      '<p><span style="color: #000080;">navy</span> <span style="color: navy; background-color: #ffff00;">on yellow</span></p>',
    ),
  );
  expect(html).toMatch(/<span style="color: #[\da-f]{6}" class="c0">navy/);
  expect(html).toMatch(/background-color: #[\da-f]{6}" class="c1">on yellow/);
  expect(darkStyles).toMatch(/\.c0 \{ color: #[\da-f]{6} !important \}/);
  expect(html + darkStyles).not.toContain('light-dark');
});

test('blocks of right-to-left posts begin on the right', () => {
  const written = html('<blockquote><p>مرحبا</p></blockquote><blockquote><p>Hello</p></blockquote>', {
    language: 'ar',
  });
  expect(written).toMatch(/<blockquote[^>]*border-right-width: 3px/);
  expect(written).toMatch(
    /<blockquote[^>]*dir="ltr"[^>]*border-left-width: 3px|<blockquote[^>]*border-left-width: 3px[^>]*dir="ltr"/,
  );
});

test('a long post is cut at the end of a block, with the footnotes of what is left', () => {
  const block = (number: number) =>
    `<p>Part ${number}<span class="footnote">Note ${number}</span> ${'words '.repeat(2000)}</p>`;
  const content = Array.from({ length: 20 }, (_, index) => block(index + 1)).join('');
  const { html, cutAfter } = postHtml(source(content));
  expect(Buffer.byteLength(html)).toBeLessThan(85_000);
  expect(cutAfter).toBeGreaterThan(3);
  expect(html).toContain(`Part ${cutAfter}<`);
  expect(html).not.toContain(`Part ${(cutAfter ?? 0) + 1}<`);
  expect(html).toContain(`Note ${cutAfter}<`);
  expect(html).not.toContain(`Note ${(cutAfter ?? 0) + 1}<`);
  const written = postText(source(content), cutAfter);
  expect(written).toContain(`Part ${cutAfter}[`);
  expect(written).not.toContain(`Part ${(cutAfter ?? 0) + 1}[`);
});

test.each(readdirSync('demo/posts').filter((name) => name.endsWith('.html')))('%s', (name) => {
  const content = sanitize(readFileSync(`demo/posts/${name}`, 'utf8'));
  const { html } = postHtml(source(content));
  expect(html).not.toMatch(/<(?:script|iframe|video|audio|input|math|svg|nav|details|aside|form)\b/);
  expect(html).not.toMatch(/(?:href|src)="(?!https?:|mailto:|tel:)/);
  expect(html).not.toMatch(/ (?:srcset|loading|target|rel|tabindex|role|id|data-\w+)=/);
  const written = text(content);
  expect(written.length).toBeGreaterThan(20);
});
