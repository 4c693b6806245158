import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cpuMs } from '../../../../tests/support/cpu.ts';
import { difference, type Part } from './difference.ts';

const shown = (before: string, after: string) =>
  difference(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `{+${text}+}` : `[-${text}-]`))
    .join('');
const side = (parts: Part[], left: Part['kind']) =>
  parts
    .filter(({ kind }) => kind !== left)
    .map(({ text }) => text)
    .join('');

describe('the difference of two texts', () => {
  test.each([
    ['', '', ''],
    ['same', 'same', 'same'],
    ['', 'new', '{+new+}'],
    ['old', '', '[-old-]'],
    ['A cold tea.', 'A hot tea.', 'A [-cold-]{+hot+} tea.'],
    ['one\ntwo\nthree', 'one\nthree', 'one\n[-two\n-]three'],
    ['one\nthree', 'one\ntwo\nthree', 'one\n{+two\n+}three'],
    ['one\ntwo\nthree', 'one\n2\n2b\nthree', 'one\n[-two-]{+2+}\n{+2b\n+}three'],
    ['Привет, мир', 'Привет, дом', 'Привет, [-мир-]{+дом+}'],
    ['Grüße aus Köln', 'Grüße aus Bonn', 'Grüße aus [-Köln-]{+Bonn+}'],
  ])('%j and %j', (before, after, expected) => {
    expect(shown(before, after)).toBe(expected);
  });

  test('contains both texts, for any texts', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'tea', ' ', '\n', ', ', 'é', '😀'), { maxLength: 40 });
    fc.assert(
      fc.property(text, text, (one, other) => {
        const [before, after] = [one.join(''), other.join('')];
        const parts = difference(before, after);
        expect(side(parts, 'added')).toBe(before);
        expect(side(parts, 'removed')).toBe(after);
        // Adjacent parts differ in kind, and a removal comes before the insertion that replaces it.
        const kinds = parts.map(({ kind }) => kind).join(' ');
        expect(kinds).not.toMatch(/(same|added|removed) \1|added removed/);
        if (before === after) expect(parts.every(({ kind }) => kind === 'same')).toBe(true);
      }),
    );
  });

  test.each(['all but the first and last word', 'every word'])(
    'of two texts of 100,000 words that differ in %s is one change, found in a moment',
    (differing) => {
      const all = differing === 'every word';
      const long = (word: string) => {
        const middle = Array.from({ length: 100_000 }, (_, n) => `${word}${n}`).join(' ');
        return all ? middle.replaceAll(' ', word) : `first ${middle} last`;
      };
      const begin = cpuMs();
      const parts = difference(long('a'), long('b'));
      expect(cpuMs() - begin).toBeLessThan(5000);
      expect(parts.map(({ kind }) => kind)).toEqual(
        all ? ['removed', 'added'] : ['same', 'removed', 'added', 'same'],
      );
    },
  );

  test('of two long texts with some edits contains each edit', () => {
    const words = Array.from({ length: 100_000 }, (_, n) => `word${n}`);
    const edited = words.map((word, n) => (n % 500 === 250 ? 'edited' : word));
    const parts = difference(words.join(' '), edited.join(' '));
    expect(parts.filter(({ kind }) => kind === 'added')).toHaveLength(200);
  });
});
