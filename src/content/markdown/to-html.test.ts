import { describe, expect, test } from 'vitest';
import { cpuMs } from '../../../tests/support/cpu.ts';
import { size } from '../../../tests/support/size.ts';
import { sanitize } from '../document/sanitize.ts';
import { markdownToHtml } from './to-html.ts';

const html = (markdown: string) => markdownToHtml(markdown).html;

describe('Markdown as HTML', () => {
  test.each([
    ['a\nb', '<p>a b</p>'],
    ['a  \nb\\\nc', '<p>a<br>b<br>c</p>'],
    ['# a #', '<h1>a</h1>'],
    ['a\n===', '<h1>a</h1>'],
    ['***a***', '<p><strong><em>a</em></strong></p>'],
    ['*a **b***', '<p><em>a <strong>b</strong></em></p>'],
    ['_a_ __b__ snake_case_name', '<p><em>a</em> <strong>b</strong> snake_case_name</p>'],
    ['\\*a\\* <b>x</b> & "', '<p>*a* <b>x</b> &amp; "</p>'],
    ['`` a`b ``', '<p><code>a`b</code></p>'],
    ['~~a~~', '<p><s>a</s></p>'],
    ['[a **b**](/x "t")', '<p><a href="/x" title="t">a <strong>b</strong></a></p>'],
    ['[![a](/b.png)](/c)', '<p><a href="/c"><img src="/b.png" alt="a"></a></p>'],
    ['- a\n\n  b\n- c', '<ul><li><p>a</p><p>b</p></li><li><p>c</p></li></ul>'],
    ['3. a\n4. b', '<ol start="3"><li><p>a</p></li><li><p>b</p></li></ol>'],
    ['~~~js\na\n~~~', '<pre><code class="language-js">a</code></pre>'],
    ['```JS title="x"\na\n```', '<pre><code class="language-js">a</code></pre>'],
    ['```\nnever closed', '<pre><code>never closed</code></pre>'],
    ['    indented\n\n    code', '<pre><code>indented\n\ncode</code></pre>'],
    ['a\n\n---\n\nb', '<p>a</p><hr><p>b</p>'],
    [
      '|a|b|c|\n|:-|:-:|-:|\n|`x\\|y`|2|3|',
      '<table><thead><tr><th>a</th><th style="text-align: center;">b</th><th style="text-align: right;">c</th></tr></thead>' +
        '<tbody><tr><td><code>x|y</code></td><td style="text-align: center;">2</td><td style="text-align: right;">3</td></tr></tbody></table>',
    ],
  ])('%j', (markdown, expected) => expect(html(markdown)).toBe(expected));
});

describe('task lists', () => {
  test.each([
    [
      '- [ ] a\n- [x] b\n- [X] c\n- [ ]',
      '<ul class="tasks"><li><p>a</p></li><li class="done"><p>b</p></li><li class="done"><p>c</p></li><li><p></p></li></ul>',
    ],
    [
      '- [x] a\n  - b\n- [ ] c',
      '<ul class="tasks"><li class="done"><p>a</p><ul><li><p>b</p></li></ul></li><li><p>c</p></li></ul>',
    ],
    ['- [ ] a\n- b', '<ul><li><p>[ ] a</p></li><li><p>b</p></li></ul>'],
    ['1. [ ] a', '<ol><li><p>[ ] a</p></li></ol>'],
    ['- [ ](/x)', '<ul><li><p><a href="/x"> </a></p></li></ul>'],
  ])('%j', (markdown, expected) => expect(html(markdown)).toBe(expected));
});

describe('callouts', () => {
  test.each([
    ['> [!NOTE]\n> a\n> b', '<aside class="callout note"><p>a b</p></aside>'],
    ['> [!tip]\n>\n> - a', '<aside class="callout tip"><ul><li><p>a</p></li></ul></aside>'],
    ['> [!WARNING]', '<aside class="callout warning"><p></p></aside>'],
    [
      '> [!CAUTION]\n> a\n>\n> > b',
      '<aside class="callout caution"><p>a</p><blockquote><p>b</p></blockquote></aside>',
    ],
    [
      '> > [!NOTE]\n> > a\n>\n> b',
      '<blockquote><aside class="callout note"><p>a</p></aside><p>b</p></blockquote>',
    ],
    ['> [!OTHER]\n> a', '<blockquote><p>[!OTHER] a</p></blockquote>'],
    ['> [!NOTE] a', '<blockquote><p>[!NOTE] a</p></blockquote>'],
  ])('%j', (markdown, expected) => expect(html(markdown)).toBe(expected));
});

describe('definition lists', () => {
  test.each([
    ['a\n: b\n: c', '<dl><dt>a</dt><dd><p>b</p></dd><dd><p>c</p></dd></dl>'],
    ['a\n: b\n\n  c\n\nd\n: e', '<dl><dt>a</dt><dd><p>b</p><p>c</p></dd><dt>d</dt><dd><p>e</p></dd></dl>'],
    ['a\n:b', '<p>a :b</p>'],
  ])('%j', (markdown, expected) => expect(html(markdown)).toBe(expected));
});

describe('footnotes', () => {
  test.each([
    ['a[^1] b\n\n[^1]: c *d*', '<p>a<span class="footnote">c <em>d</em></span> b</p>'],
    ['a[^x]\n\n[^x]: b\n\n    c\n\nd', '<p>a<span class="footnote">b<br>c</span></p><p>d</p>'],
    ['a^[b *c*]', '<p>a<span class="footnote">b <em>c</em></span></p>'],
    [
      '[^1]: a\n[^2]: b\n\nc[^2][^1]',
      '<p>c<span class="footnote">b</span><span class="footnote">a</span></p>',
    ],
    ['a[^1]', '<p>a[^1]</p>'],
    ['[^1]: nothing refers to it', '<p>[^1]: nothing refers to it</p>'],
    ['[^1]:', '<p>[^1]: </p>'],
    ['a[^1]\n\n[^1]: b[^1]', '<p>a<span class="footnote">b[^1]</span></p>'],
    ['`a[^1]`\n\n[^1]: b', '<p><code>a[^1]</code></p><p>[^1]: b</p>'],
  ])('%j', (markdown, expected) => expect(html(markdown)).toBe(expected));
});

describe('formulas', () => {
  test.each([
    ['a $x_1$ b', '<p>a <span class="math">x_1</span> b</p>'],
    ['$5 and $6', '<p>$5 and $6</p>'],
    ['$5-$6 and US$7', '<p>$5-$6 and US$7</p>'],
    ['$ x$ and $x $', '<p>$ x$ and $x $</p>'],
    ['$a \\$ b$ \\$c$', '<p><span class="math">a \\$ b</span> $c$</p>'],
    ['a $$x < y$$ b', '<p>a <span class="math">x &lt; y</span> b</p>'],
    ['$$\na\n\n  b\n$$', '<div class="math">a\n\n  b</div>'],
    ['$$ x $$', '<div class="math">x</div>'],
    ['$$x\ny$$', '<div class="math">x\ny</div>'],
    ['- a\n\n  $$\n  b\n    c\n  $$', '<ul><li><p>a</p><div class="math">b\n  c</div></li></ul>'],
    ['$$\nnever closed', '<p>$$ never closed</p>'],
  ])('%j', (markdown, expected) => expect(html(markdown)).toBe(expected));
});

test('a table of contents', () => {
  for (const markdown of ['[TOC]', '[toc]', '[[_TOC_]]'])
    expect(html(markdown)).toBe('<nav class="toc"></nav>');
  expect(html('a [TOC]')).toBe('<p>a [TOC]</p>');
});

describe('front matter', () => {
  test.each([
    ['---\ntitle: A\ntags: [b]\n---\n\ntext', 'title: A\ntags: [b]'],
    ['---\r\ntitle: A\r\n---\r\ntext', 'title: A'],
    ['+++\ntitle = "A"\n+++\ntext', 'title = "A"'],
    ['---\n# comment\ntitle: A\n...\ntext', '# comment\ntitle: A'],
  ])('%j', (markdown, frontMatter) =>
    expect(markdownToHtml(markdown)).toEqual({ frontMatter, html: '<p>text</p>' }),
  );

  test.each([
    '---\n\ntext\n\n---\n',
    '---\ntext\n---',
    'a\n\n---\ntitle: A\n---',
    '---\ntitle: A',
    '+++\ntext\n+++',
  ])('is not %j', (markdown) => expect(markdownToHtml(markdown).frontMatter).toBeNull());
});

describe('HTML in Markdown', () => {
  test.each([
    [
      '<details>\n<summary>a</summary>\n\n**b**\n\n</details>',
      '<details><summary>a</summary><p><strong>b</strong></p></details>',
    ],
    ['<table>\n  <tr>\n    <td>a</td>\n  </tr>\n</table>', '<table><tr><td>a</td></tr></table>'],
    ['a <!-- b --> c\n\n<!-- d -->', '<p>a  c</p>'],
    ['<p>a &lt;b</p>', '<p>a &lt;b</p>'],
  ])('%j', (markdown, expected) => expect(html(markdown)).toBe(expected));

  test.each([
    'The <title> element and more',
    'Use <video> or <svg> here',
    '<iframe src="/x">\n\nafter',
    '<!-- never closed\n\nafter',
    '<div title="never closed\n\nafter',
    '<textarea>\n\nafter',
    '<?php\n\nafter',
    '<![CDATA[\n\nafter',
    '<select>\n\nafter',
    '<p>a < b and <c\n\nafter',
  ])('%j does not swallow the text after it', (markdown) => {
    expect(sanitize(html(markdown))).toMatch(/(?:after|more|here)<\/p>/);
    expect(sanitize(html(`${markdown}\n\nlast`))).toMatch(/<p>last<\/p>$/);
  });
});

test('nesting without end loses no text', () => {
  for (const markdown of [`${'> '.repeat(10_000)}text`, `${'- '.repeat(5000)}text`])
    expect(sanitize(html(markdown))).toContain('text');
});

describe('a small text does not become a huge one', () => {
  test.each([
    ['links', `${'[a] '.repeat(20_000)}\n\n[a]: /${'x'.repeat(50_000)}`],
    ['notes', `${'[^a] '.repeat(20_000)}\n\n[^a]: ${'x'.repeat(50_000)}`],
  ])('%s', (_name, markdown) => expect(html(markdown).length).toBeLessThan(20 * markdown.length));
});

describe('endless signs take no longer than other text', () => {
  const length = size(40_000, 100_000);
  const costOf = (text: string) => {
    const begin = cpuMs();
    html(text);
    return cpuMs() - begin;
  };
  test.each([
    '*',
    '*a ',
    '_',
    '~~a',
    '[',
    '![',
    '[![a]',
    '[a](',
    '^[',
    '[^a]',
    '[^a]: b\n',
    '`',
    '`a``b',
    '<',
    '<a "',
    '<!--',
    'a <!--',
    '<!--\n',
    '<?',
    '<![CDATA[\n',
    '<!x',
    '<script>\n',
    '&',
    '$',
    '$a ',
    '$$ a\n',
    '$$\n',
    '\\',
    '> ',
    '>\n',
    '- ',
    '- a\n\n',
    '1. a\n',
    'a\n: b\n',
    ': ',
    '|',
    '|-',
    '\n',
    ' ',
    '\t',
    '#',
    '```\n',
    '---\n',
    '<div>\n',
    '<title>',
  ])('%j', (sign) => {
    const text = sign.repeat(Math.ceil(length / sign.length));
    // Twice the text may take about twice the time; four times would be quadratic.
    const [short, long] = [costOf(text.slice(0, length / 4)), costOf(text)];
    expect(long).toBeLessThan(Math.max(600, 8 * short));
  });
});
