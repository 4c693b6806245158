import { describe, expect, test } from 'vitest';
import { noteText } from './note-text.ts';

const own = { name: 'blog', host: 'blog.example.org' };
const of = (fields: Record<string, unknown>) => noteText({ type: 'Note', ...fields }, own);
const mention = (name: string, href: string) =>
  `<span class="h-card"><a href="${href}" class="u-url mention">@<span>${name}</span></a></span>`;

describe('the text of a note', () => {
  test('has paragraphs, links and quotations, and no markup', () => {
    expect(
      of({
        content:
          '<p>One<br>two</p><blockquote>said</blockquote><p><a href="https://example.org/x">there</a><script>alert(1)</script></p>',
      }),
    ).toBe('One\ntwo\n\n> said\n\nthere (https://example.org/x)');
  });

  test('leaves out the mention of the blog at its beginning, and the URLs of others', () => {
    const content = `<p>${mention('blog', 'https://blog.example.org/')} ${mention('alice', 'https://a.example/@alice')} I agree with ${mention('bob', 'https://b.example/@bob')} and @blog</p>`;
    expect(of({ content })).toBe('@alice I agree with @bob and @blog');
    expect(of({ content: '<p>@blog@blog.example.org hi</p>' })).toBe('hi');
    expect(of({ content: '<p>@Blog</p>' })).toBe('');
    expect(of({ content: '<p>@blogger hi</p>' })).toBe('@blogger hi');
  });

  test('keeps hashtags and shortcodes of emoji as text', () => {
    const content =
      '<p>:blobcat: <a href="https://a.example/tags/x" class="mention hashtag">#<span>x</span></a></p>';
    expect(of({ content })).toBe(':blobcat: #x');
  });

  test('begins with a content warning, except for articles, whose summary is an excerpt', () => {
    expect(of({ summary: 'Spoiler <b>!</b>', content: '<p>It ends.</p>' })).toBe('Spoiler **!**\n\nIt ends.');
    expect(of({ type: 'Article', name: 'Title', summary: 'Long', content: '<p>Text</p>' })).toBe(
      'Title\n\nText',
    );
  });

  test('names attachments with their alternative text, and the options of a poll', () => {
    const attachment = [
      { type: 'Document', url: 'https://a.example/1.jpg', name: 'A cat' },
      { type: 'Document', url: [{ href: 'https://a.example/2.mp4' }] },
      { type: 'Document', url: 'javascript:alert(1)', name: 'No' },
      'odd',
    ];
    expect(of({ content: '<p>See</p>', attachment })).toBe(
      'See\n\nA cat (https://a.example/1.jpg)\nhttps://a.example/2.mp4',
    );
    expect(
      of({ type: 'Question', content: '<p>Which?</p>', oneOf: [{ name: 'Tea' }, { name: 'Coffee' }] }),
    ).toBe('Which?\n\n- Tea\n- Coffee');
  });

  test('is that of the first language if there is no other', () => {
    expect(of({ contentMap: { de: '<p>Hallo</p>' } })).toBe('Hallo');
  });

  test('is empty for what is no text', () => {
    expect(of({ content: { '@value': 'x' }, attachment: 5, summary: [] })).toBe('');
  });

  test('takes bounded time', () => {
    const deep = '<blockquote>'.repeat(10_000);
    expect(of({ content: `${deep}x` })).toContain('x');
    expect(of({ content: '@a '.repeat(50_000) }).length).toBeLessThan(70_000);
  });
});
