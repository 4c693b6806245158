import { describe, expect, test } from 'vitest';
import { isMarkdown } from './is-markdown.ts';

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
