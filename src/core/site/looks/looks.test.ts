import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { contrast, grounds, parseHex, type Scheme, textContrast } from '../../../platform/web/colors.ts';
import { looks } from './looks.ts';

const sheets = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

test('every folder is a look that can be chosen', () => {
  expect(sheets.sort()).toEqual(Object.keys(looks).sort());
});

test.each(sheets)('%s has a small picture', (name) => {
  const bytes = statSync(path.join(import.meta.dirname, name, 'picture.webp')).size;
  expect(bytes).toBeLessThanOrEqual(25 * 1024);
});

describe.each(sheets.filter((name) => name !== 'journal'))('the colors of %s', (name) => {
  const css = readFileSync(path.join(import.meta.dirname, name, 'look.css'), 'utf8');
  const pairs = [...css.matchAll(/(--[\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)];
  const values = (token: RegExp, scheme: Scheme) =>
    pairs
      .filter(([, found = '']) => token.test(found))
      .map(([, , light = '', dark = '']) => parseHex(scheme === 'light' ? light : dark));
  const ground = /^--(paper|surface|sunken)$/;

  // Accents are computed for those of tokens.css, so they can be read on these too.
  test.each(['light', 'dark'] as const)(
    'have grounds within those of the site in the %s scheme',
    (scheme) => {
      const [darkest, lightest] = scheme === 'light' ? ['#f4f1ec', '#ffffff'] : ['#000000', '#1e1d23'];
      expect(grounds[scheme]).toContain(scheme === 'light' ? darkest : lightest);
      const brightness = (color: readonly [number, number, number]) => contrast(color, [0, 0, 0]);
      for (const color of values(ground, scheme)) {
        expect(brightness(color)).toBeGreaterThanOrEqual(brightness(parseHex(darkest)));
        expect(brightness(color)).toBeLessThanOrEqual(brightness(parseHex(lightest)));
      }
    },
  );

  test.each(['light', 'dark'] as const)('have text that can be read in the %s scheme', (scheme) => {
    const all = [...grounds[scheme].map(parseHex), ...values(ground, scheme)];
    for (const ink of values(/^--ink/, scheme))
      for (const color of all) expect(contrast(ink, color)).toBeGreaterThanOrEqual(textContrast);
  });
});
