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
    ['Grüße aus Köln', 'Grüße aus Bonn', 'Grüße aus [-Köln-]{+Bonn+}'],
  ])('%j and %j', (before, after, expected) => {
    expect(shown(before, after)).toBe(expected);
  });

  test('holds both texts, whatever they are', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'tea', ' ', '\n', ', ', 'é', '😀'), { maxLength: 40 });
    fc.assert(
      fc.property(text, text, (one, other) => {
        const [before, after] = [one.join(''), other.join('')];
        const parts = difference(before, after);
        expect(side(parts, 'added')).toBe(before);
        expect(side(parts, 'removed')).toBe(after);
        if (before === after) expect(parts.every(({ kind }) => kind === 'same')).toBe(true);
      }),
    );
  });

  test('of two very long texts is found in a moment', () => {
    const long = (word: string) => Array.from({ length: 50_000 }, (_, n) => `${word}${n}`).join(' ');
    const begin = cpuMs();
    expect(difference(long('a'), long('b')).map(({ kind }) => kind)).toContain('added');
    expect(cpuMs() - begin).toBeLessThan(2000);
  });
});
