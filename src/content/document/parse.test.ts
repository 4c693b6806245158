import { expect, test } from 'vitest';
import { parse, write } from './parse.ts';

/** Both bounds override methods that parse5 calls internal: an upgrade that renames them fails here. */

test('a deeply nested document is cut at a bounded depth', () => {
  const html = write(parse('<div>'.repeat(5_000)));
  expect(html.split('<div>').length - 1).toBeGreaterThan(100);
  expect(html.split('<div>').length - 1).toBeLessThanOrEqual(256);
});

test('unclosed formatting elements are reopened a bounded number of times', () => {
  const unclosed = Array.from({ length: 200 }, (_, index) => `<b id="${index}">`).join('');
  const html = write(parse(`<p>${unclosed}</p>${'<p>x</p>'.repeat(1_000)}`));
  expect(html.split('<b ').length - 1).toBeGreaterThan(1_000);
  expect(html.split('<b ').length - 1).toBeLessThan(25_000);
});
