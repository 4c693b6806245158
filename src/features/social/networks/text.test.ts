import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cpuMs } from '../../../../tests/support/cpu.ts';
import { altText, blueskyText, countGraphemes, mastodonText, shorten, tidy, xText } from './text.ts';

const link = 'https://example.org/post/a-day-at-the-sea';
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const split = (text: string) => [...segmenter.segment(text)].map(({ segment }) => segment);
const family = '👨‍👩‍👧‍👦';
const mastodon = { text: 500, link: 23 };

const awkward = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 700 }),
  fc.string({ unit: 'binary', maxLength: 700 }),
  fc
    .array(
      fc.constantFrom(
        'word',
        ' ',
        '\n',
        '例',
        '가',
        'é',
        'e\u0301',
        family,
        '🇯🇵',
        '👍🏽',
        '…',
        '.org',
        '؀',
        '\ud800',
      ),
      {
        maxLength: 400,
      },
    )
    .map((parts) => parts.join('')),
);

// X's published rules, spelled out independently: an emoji is 2, listed code points 1, others 2.
function weightOnX(text: string): number {
  const isLight = (p: number) =>
    p <= 4351 || (p >= 8192 && p <= 8205) || (p >= 8208 && p <= 8223) || (p >= 8242 && p <= 8247);
  return split(text.normalize('NFC')).reduce(
    (sum, grapheme) =>
      sum +
      (/^\p{RGI_Emoji}$/v.test(grapheme)
        ? 2
        : [...grapheme].reduce((inner, c) => inner + (isLight(c.codePointAt(0) ?? 0) ? 1 : 2), 0)),
    0,
  );
}

const titleOf = (text: string) => (text === link ? '' : text.slice(0, -link.length - 1));

describe('tidy', () => {
  test('puts a title on one line', () => {
    expect(tidy('  A\r\n\tday\u2028at\u0000the\u00a0sea ')).toBe('A day at the sea');
  });

  test('normalizes to NFC and removes characters that networks refuse', () => {
    expect(tidy('Cafe\u0301\ufeff\ufffe \ud83d!')).toBe('Café \ufffd!');
  });
});

describe('shorten', () => {
  test('does not change a text that fits exactly', () => {
    expect(shorten('abcde', 5, countGraphemes)).toBe('abcde');
  });

  test('truncates at a word, with an ellipsis instead of the space', () => {
    expect(shorten('a day at the seaside', 16, countGraphemes)).toBe('a day at the…');
  });

  test('keeps a complete last word', () => {
    expect(shorten('a day at the seaside', 13, countGraphemes)).toBe('a day at the…');
  });

  test('truncates inside a word if no space is near', () => {
    expect(shorten('例'.repeat(10), 5, countGraphemes)).toBe(`${'例'.repeat(4)}…`);
    expect(shorten(`a ${'b'.repeat(60)}`, 50, countGraphemes)).toBe(`a ${'b'.repeat(47)}…`);
  });

  test('never splits a joined emoji or a combined character', () => {
    expect(shorten(family.repeat(3), 2, countGraphemes)).toBe(`${family}…`);
    expect(shorten('x\u0302\u0323'.repeat(3), 2, countGraphemes)).toBe('x\u0302\u0323…');
  });

  test('is empty if not even one grapheme fits', () => {
    expect(shorten('abc', 1, countGraphemes)).toBe('');
    expect(shorten('abc', 0, countGraphemes)).toBe('');
    expect(shorten('abc', -5, countGraphemes)).toBe('');
  });

  test('reads only as far as necessary', () => {
    const started = cpuMs();
    shorten('a'.repeat(20_000_000), 300, countGraphemes);
    expect(cpuMs() - started).toBeLessThan(500);
  });

  test('is always a prefix of whole graphemes within the limit', () => {
    fc.assert(
      fc.property(awkward, fc.integer({ min: 0, max: 500 }), (text, limit) => {
        const short = shorten(text, limit, countGraphemes);
        expect(split(short).length).toBeLessThanOrEqual(limit);
        if (short === text) return;
        expect(split(text).length).toBeGreaterThan(limit);
        const kept = short.slice(0, -1);
        // A trailing space is removed, even if it belongs to the grapheme before it.
        expect(split(text).slice(0, split(kept).length).join('').trimEnd()).toBe(kept);
      }),
    );
  });
});

test('a description is truncated by UTF-16 code units', () => {
  expect(altText(' The\nsea ', 1000)).toBe('The sea');
  expect(altText(family.repeat(3), 22)).toBe(`${family}…`);
  expect(altText(family.repeat(3), 33)).toBe(family.repeat(3));
});

describe('on X', () => {
  const room = 280 - 1 - 23;

  test('a short title is not changed', () => {
    expect(xText('A day at the sea', link)).toBe(`A day at the sea\n${link}`);
  });

  test('an empty title leaves only the link', () => {
    expect(xText(' \n', link)).toBe(link);
  });

  test('the link counts as 23 characters, regardless of its length', () => {
    const long = `https://example.org/post/${'a'.repeat(400)}`;
    expect(xText('a'.repeat(room), long)).toBe(`${'a'.repeat(room)}\n${long}`);
    expect(xText('a'.repeat(room + 1), long)).toBe(`${'a'.repeat(room - 2)}…\n${long}`);
  });

  test.each(['http://localhost:3000/post/a', 'http://192.168.1.20/post/a', 'http://[::1]/post/a'])(
    '%s is not a link for X and counts in full',
    (address) => {
      const space = 280 - 1 - address.length;
      expect(xText('a'.repeat(space), address)).toBe(`${'a'.repeat(space)}\n${address}`);
      expect(xText('a'.repeat(space + 1), address)).toBe(`${'a'.repeat(space - 2)}…\n${address}`);
    },
  );

  test.each([
    ['ideographs', '例'],
    ['syllables', '가'],
    ['emoji', '😀'],
    ['families', family],
    ['flags', '🇯🇵'],
    ['skin tones', '👍🏽'],
    ['keycaps', '1️⃣'],
    ['ellipses', '…'],
  ])('%s count as 2 characters', (_, grapheme) => {
    expect(titleOf(xText(grapheme.repeat(room / 2), link))).toBe(grapheme.repeat(room / 2));
    expect(titleOf(xText(grapheme.repeat(room / 2 + 1), link))).toBe(`${grapheme.repeat(room / 2 - 1)}…`);
  });

  test('decomposed letters count like composed ones', () => {
    expect(titleOf(xText('e\u0301'.repeat(room), link))).toBe('é'.repeat(room));
  });

  test('a URL in the title counts as a link', () => {
    const title = `${'a'.repeat(room - 12)} example.org`;
    expect(title).toHaveLength(room);
    expect(titleOf(xText(title, link)).endsWith('…')).toBe(true);
  });

  test('a post never exceeds 280 characters, and keeps the link', () => {
    fc.assert(
      fc.property(awkward, (title) => {
        const text = xText(title, link);
        expect(text.endsWith(link)).toBe(true);
        expect(weightOnX(text.slice(0, -link.length)) + 23).toBeLessThanOrEqual(280);
      }),
    );
  });
});

describe('on Mastodon', () => {
  test('graphemes are counted, and the link counts as 23', () => {
    const title = family.repeat(476);
    expect(titleOf(mastodonText(title, link, mastodon))).toBe(title);
    expect(titleOf(mastodonText(title + family, link, mastodon))).toBe(`${family.repeat(475)}…`);
  });

  test("the instance's own limits apply", () => {
    const title = 'a'.repeat(2000);
    expect(titleOf(mastodonText(title, link, { text: 1000, link: 30 }))).toHaveLength(969);
    expect(mastodonText(title, link, { text: 24, link: 23 })).toBe(link);
  });

  test('never exceeds the limit, and keeps the link', () => {
    fc.assert(
      fc.property(awkward, fc.integer({ min: 23, max: 600 }), (title, limit) => {
        const text = mastodonText(title, link, { text: limit, link: 23 });
        expect(text.endsWith(link)).toBe(true);
        expect(split(text.slice(0, -link.length)).length + 23).toBeLessThanOrEqual(limit);
      }),
    );
  });
});

describe('on Bluesky', () => {
  const bytes = (text: string) => Buffer.byteLength(text);

  test('the whole link is counted', () => {
    const room = 300 - 1 - link.length;
    expect(blueskyText('a'.repeat(room), link).text).toBe(`${'a'.repeat(room)}\n${link}`);
    expect(blueskyText('a'.repeat(room + 1), link).text).toBe(`${'a'.repeat(room - 1)}…\n${link}`);
  });

  test('the position of the link is in bytes, not in characters', () => {
    const { text, byteStart, byteEnd } = blueskyText(`Ein Tag am Meer 🌊 ${family}`, link);
    expect(Buffer.from(text).subarray(byteStart, byteEnd).toString()).toBe(link);
    expect(byteStart).toBe(16 + 4 + 1 + 25 + 1);
  });

  test('a text with many bytes in few graphemes is truncated, too', () => {
    const { text } = blueskyText(family.repeat(200), link);
    expect(bytes(text)).toBeLessThanOrEqual(3000);
    expect(bytes(text)).toBeGreaterThan(2950);
    expect(text).toMatch(/[^…]…\n/u);
  });

  test('never exceeds 300 graphemes or 3000 bytes, and points at the link', () => {
    fc.assert(
      fc.property(awkward, (title) => {
        const { text, byteStart, byteEnd } = blueskyText(title, link);
        expect(split(text).length).toBeLessThanOrEqual(300);
        expect(bytes(text)).toBeLessThanOrEqual(3000);
        expect(Buffer.from(text).subarray(byteStart, byteEnd).toString()).toBe(link);
      }),
    );
  });
});
