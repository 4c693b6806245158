import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  accentTokens,
  contrast,
  grounds,
  parseHex,
  type Rgb,
  readableOn,
  type Scheme,
  textContrast,
  toHex,
} from './colors.ts';
import { accentCss } from './ui/accent-css.ts';

const channel = fc.integer({ min: 0, max: 255 });
const rgb: fc.Arbitrary<Rgb> = fc.tuple(channel, channel, channel);
/** Random colors are rarely gray, black, white or of full chroma. */
const anyColor = fc.oneof(
  rgb,
  channel.map((value): Rgb => [value, value, value]),
  fc.tuple(...[0, 1, 2].map(() => fc.constantFrom(0, 255))) as unknown as fc.Arbitrary<Rgb>,
);
const schemes: Scheme[] = ['light', 'dark'];
const tokens = readFileSync(new URL('./ui/tokens.css', import.meta.url), 'utf8').replaceAll(/\s+/g, ' ');

test('every accent color gives tokens with the contrast of WCAG AA in both schemes', () => {
  fc.assert(
    fc.property(anyColor, (color) => {
      const made = accentTokens(toHex(color));
      for (const scheme of schemes) {
        const { accent, accentStrong, onAccent } = made[scheme];
        for (const ground of grounds[scheme]) {
          const on = (token: string) => contrast(parseHex(token), parseHex(ground));
          expect(on(accent)).toBeGreaterThanOrEqual(textContrast);
          expect(on(accentStrong)).toBeGreaterThanOrEqual(textContrast);
        }
        for (const ground of [accent, accentStrong])
          expect(contrast(parseHex(onAccent), parseHex(ground))).toBeGreaterThanOrEqual(textContrast);
        expect(accentStrong).not.toBe(accent);
      }
    }),
    { numRuns: 500 },
  );
});

test('a color that passes is used as it is, and a rule has the three tokens', () => {
  expect(accentTokens('#c8102e').light.accent).toBe('#c8102e');
  expect(accentTokens('#fbca04').dark.accent).toBe('#fbca04');
  expect(accentCss('#c8102e').match(/light-dark/g)).toHaveLength(3);
});

test('the grounds are those of tokens.css', () => {
  const names = ['--paper', '--surface', '--sunken'];
  for (const [index, name] of names.entries())
    expect(tokens).toContain(`${name}: light-dark(${grounds.light[index]}, ${grounds.dark[index]});`);
});

test('the hue stays, as far as 8 bits can say', () => {
  fc.assert(
    fc.property(rgb, (color) => {
      const [red, green, blue] = color;
      // Grays have no hue, and very light or dark colors only a rough one.
      fc.pre(Math.max(red, green, blue) - Math.min(red, green, blue) > 100);
      for (const scheme of schemes) {
        const accent = parseHex(accentTokens(toHex(color))[scheme].accent);
        expect(Math.abs(angle(hueOf(accent) - hueOf(color)))).toBeLessThan(6);
      }
    }),
    { numRuns: 300 },
  );
});

test('gray stays gray', () => {
  for (const gray of ['#000000', '#777777', '#ffffff'])
    for (const scheme of schemes)
      expect(accentTokens(gray)[scheme].accent).toMatch(/^#(?<pair>..)\k<pair>\k<pair>$/);
});

test('text becomes readable on any background', () => {
  fc.assert(
    fc.property(anyColor, anyColor, (color, ground) => {
      expect(contrast(readableOn(color, [ground]), ground)).toBeGreaterThanOrEqual(textContrast);
    }),
    { numRuns: 500 },
  );
});

/** In degrees, of OKLab: its own computation, so that the test does not repeat that of the code. */
function hueOf(color: Rgb): number {
  const [r = 0, g = 0, b = 0] = color.map((value) => {
    const c = value / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  return (Math.atan2(0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s, a) * 180) / Math.PI;
}

const angle = (degrees: number): number => ((degrees + 540) % 360) - 180;
