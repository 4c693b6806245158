import { expect, test } from 'vitest';
import { maxImportedCommentLength } from '../../platform/http/api/limits.ts';
import { commentLabel, commentText } from './comment-text.ts';

test.each([
  ['paragraphs', '<p>One &amp; two.</p>\n<p>Three<br>four.</p>', 'One & two.\n\nThree\nfour.'],
  ['two line breaks', 'One.<br><br />Two.<br/><br/><br/>Three.', 'One.\n\nTwo.\n\nThree.'],
  ['line ends of HTML', 'One\n  two\n\nthree', 'One two three'],
  [
    'emphasis',
    '<p><b>Strong</b> and <em> soft</em>, <code>x</code>, un<b>like</b></p>',
    '**Strong** and *soft*, `x`, unlike',
  ],
  ['a link', '<a href="https://example.org/a">there</a>.', 'there (https://example.org/a).'],
  ['a link to its own text', '<a href="https://example.org/">example.org</a>', 'example.org'],
  [
    'a shortened link',
    '<a href="https://example.org/a/long/path">https://example.org/a/lo…</a>',
    'https://example.org/a/lo… (https://example.org/a/long/path)',
  ],
  ['an empty link', 'x <a href="https://example.org/"></a>', 'x https://example.org/'],
  ['a link that is none', '<a href="javascript:alert(1)">press</a>', 'press'],
  [
    'an image',
    '<p>See <img src="https://example.org/a.png" alt="a cat"></p>',
    'See a cat (https://example.org/a.png)',
  ],
  [
    'a linked image',
    '<a href="https://example.org/b"><img src="https://example.org/a.png"></a>',
    'https://example.org/a.png (https://example.org/b)',
  ],
  [
    'a list',
    '<ul><li>one</li><li>two<br>lines</li></ul><ol><li>a<li>b</ol>',
    '- one\n- two\n  lines\n\n1. a\n2. b',
  ],
  ['a quotation', '<blockquote><p>One</p><p>Two</p></blockquote>No.', '> One\n>\n> Two\n\nNo.'],
  ['code', '<pre><code>\nif (a &lt; b)\n  c();\n</code></pre>', 'if (a < b)\n  c();'],
  ['scripts', 'a<script>alert(1)</script><style>b{}</style>', 'a'],
  ['brackets that are no markup', 'I <3 List<String> if a < b', 'I <3 List<string> if a < b'],
  ['control characters', 'a\u0000b\u0007c\ud800', 'abc\ufffd'],
  ['nothing', '<p> &nbsp; </p>', ''],
])('the text of a comment with %s', (_, html, text) => {
  expect(commentText(html)).toBe(text);
});

test('line ends of the source are kept where they are the line ends of the comment', () => {
  expect(commentText('One\r\ntwo\n\n\nThree <i>and</i>\nfour', { lineBreaks: true })).toBe(
    'One\ntwo\n\nThree *and*\nfour',
  );
});

test('a comment of any length has a bounded text, and deep nesting ends', () => {
  const long = commentText(`<p>${'é'.repeat(maxImportedCommentLength * 2)}</p>`);
  expect(long.length).toBe(maxImportedCommentLength);
  expect(long.endsWith('…')).toBe(true);
  expect(commentText(`${'<blockquote>'.repeat(5000)}x`)).toBe('> > > > x');
});

test('a label is the name and the beginning', () => {
  expect(commentLabel('Ada', 'One\ntwo')).toBe('Ada: One two');
  expect(commentLabel('Ada', 'x'.repeat(100))).toBe(`Ada: ${'x'.repeat(59)}…`);
});
