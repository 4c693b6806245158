import { describe, expect, test } from 'vitest';
import { cpuMs } from '../../../../tests/support/cpu.ts';
import { isMarkdown, markdownToHtml } from './markdown.ts';

describe('detection of Markdown', () => {
  test.each([
    '# Title\n\nText',
    'Text\n\n## Part\n\nText',
    '- a\n- b',
    '* a\n\n* b',
    '1. a\n2. b',
    '```\ncode\n```',
    'some **bold** word',
    '[text](https://example.org)',
    '![alt](/images/a.png)',
    '> one\n> two',
    'a | b\n--|--\n1 | 2',
  ])('accepts %j', (text) => expect(isMarkdown(text)).toBe(true));

  test.each([
    '',
    'plain words',
    '# comment\nnpm ci',
    '#hashtag',
    '- one dash',
    '2 * 3 * 4',
    '3. third\n7. seventh',
    '__init__.py',
    'a[0](b)',
    'x ** y ** z',
    '> one line',
    `# Title\n\n${'x'.repeat(300_000)}`,
  ])('rejects %j', (text) => expect(isMarkdown(text)).toBe(false));
});

describe('Markdown as HTML', () => {
  test.each([
    ['a\nb', '<p>a b</p>'],
    ['a  \nb\\\nc', '<p>a<br>b<br>c</p>'],
    ['# a #', '<h1>a</h1>'],
    ['a\n===', '<h1>a</h1>'],
    ['***a***', '<p><strong><em>a</em></strong></p>'],
    ['_a_ __b__ snake_case_name', '<p><em>a</em> <strong>b</strong> snake_case_name</p>'],
    ['\\*a\\* <b> & "', '<p>*a* &lt;b> &amp; &quot;</p>'],
    ['`` a`b ``', '<p><code>a`b</code></p>'],
    ['[a **b**](/x "t")', '<p><a href="/x" title="t">a <strong>b</strong></a></p>'],
    ['[![a](/b.png)](/c)', '<p><a href="/c"><img src="/b.png" alt="a"></a></p>'],
    ['- a\n\n  b\n- c', '<ul><li><p>a</p><p>b</p></li><li><p>c</p></li></ul>'],
    [
      '- a\n  1. b\n     - c\n- d',
      '<ul><li><p>a</p><ol><li><p>b</p><ul><li><p>c</p></li></ul></li></ol></li><li><p>d</p></li></ul>',
    ],
    ['- a\n\ntext', '<ul><li><p>a</p></li></ul><p>text</p>'],
    ['> a\n> > b\n\nc', '<blockquote><p>a</p><blockquote><p>b</p></blockquote></blockquote><p>c</p>'],
    ['~~~js\na\n~~~', '<pre><code class="language-js">a</code></pre>'],
    ['```\nnever closed', '<pre><code>never closed</code></pre>'],
    ['    indented\n\n    code', '<pre><code>indented\n\ncode</code></pre>'],
    ['a\n\n---\n\nb', '<p>a</p><hr><p>b</p>'],
  ])('%j', (text, html) => expect(markdownToHtml(text)).toBe(html));

  test.each([
    ['quotes', '> '.repeat(50_000)],
    [
      'lists',
      Array.from({ length: 2000 }, (_, depth) => `${' '.repeat(depth * 2)}- a`)
        .join('\n')
        .slice(0, 200_000),
    ],
    ['stars', '*a '.repeat(60_000)],
    ['brackets', '['.repeat(200_000)],
    ['pictures', '[![a]'.repeat(40_000)],
    ['ticks', '`a``b'.repeat(40_000)],
    ['lines', '\n'.repeat(200_000)],
    ['items', '- a\n\n'.repeat(40_000)],
    ['blanks', ' '.repeat(200_000)],
    ['rules', '- '.repeat(100_000)],
    ['pipes', `${'|'.repeat(50_000)}\n${'|-'.repeat(50_000)}|`],
  ])('%s without end are read in time', (_name, text) => {
    const begin = cpuMs();
    isMarkdown(text);
    markdownToHtml(text);
    expect(cpuMs() - begin).toBeLessThan(3000);
  });
});
