import { expect, test } from 'vitest';
import { gramQuery, gramsOf } from './grams.ts';

const characters = [...`ab c%_"'\\.-\n\u0000é\u0301ßי日本語ก😀👩🏽\u00a0`];

function random(seed: number): (below: number) => number {
  let last = seed;
  return (below) => {
    last = (last * 48_271) % (2 ** 31 - 1);
    return last % below;
  };
}

const matches = (text: string, needle: string): boolean => {
  const grams = gramsOf(text);
  const { terms, overlong } = gramQuery(needle);
  return (
    grams.includes(overlong) ||
    terms.every(({ gram, prefix }) =>
      prefix ? grams.some((one) => one.startsWith(gram)) : grams.includes(gram),
    )
  );
};

test('every part of a text is found by its grams', () => {
  const next = random(7);
  for (let round = 0; round < 2000; round++) {
    const text = Array.from({ length: 1 + next(40) }, () => characters[next(characters.length)]);
    const from = next(text.length);
    const needle = text.slice(from, from + 1 + next(text.length - from)).join('');
    expect(matches(text.join(''), needle), JSON.stringify([text.join(''), needle])).toBe(true);
  }
});

test('grams are distinct letters and digits, at most four', () => {
  const grams = gramsOf(`a-b c\u0000${characters.join('')}a-b c${' '.repeat(15_000)}`);
  expect(new Set(grams).size).toBe(grams.length);
  expect(grams.length).toBeLessThan(60);
  for (const gram of grams) expect(gram).toMatch(/^[0-9a-z\u0080-\uffff]{1,4}$/);
});

test('a text that lacks a part of the needle is not found', () => {
  const text = 'a quiet morning on the river';
  expect(matches(text, 'morning on')).toBe(true);
  expect(matches(text, 'evening on')).toBe(false);
  expect(matches(text, 'qx')).toBe(false);
  expect(matches(text, 'Q')).toBe(false);
});

test('a text with very many grams is always a candidate', () => {
  const text = Array.from({ length: 40_000 }, (_, index) =>
    String.fromCharCode(0x4e00 + (index % 20_000), index % 97),
  ).join('');
  expect(gramsOf(text)).toHaveLength(1);
  expect(matches(text, 'anything')).toBe(true);
});
