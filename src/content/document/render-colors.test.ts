import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contrast, grounds, parseHex, type Rgb, textContrast, toHex } from '../../platform/web/colors.ts';
import { swatches } from '../editor/schema/swatches.ts';
import { feedHtml } from './feed-html.ts';
import { blend, parseColor } from './parse-color.ts';
import { renderContent } from './render.ts';
import { sanitize } from './sanitize.ts';

const palette = swatches.flat().map(({ value }) => value);

/** The colors of the innermost span in each scheme. */
function shown(html: string): { light: Rgb; dark: Rgb } {
  const style = [...renderContent(html).matchAll(/<span style="([^"]*)"/g)].at(-1)?.[1] ?? '';
  const color = [...style.matchAll(/(?:^|[; ])color: ([^;]*);?/g)].at(-1)?.[1] ?? '';
  const [, light = color, dark = color] = /^light-dark\((.*), (.*)\)$/.exec(color) ?? [];
  const rgb = (text: string): Rgb => parseColor(text)?.rgb ?? [0, 0, 0];
  return { light: rgb(light), dark: rgb(dark) };
}

const text = (color: string) => `<p><span style="color: ${color};">words</span></p>`;
const onGround = (color: string) => `<p><span style="background-color: ${color};">words</span></p>`;
/** As the editor nests them. */
const both = (color: string, ground: string) =>
  `<p><span style="color: ${color};"><span style="background-color: ${ground};">words</span></span></p>`;

describe('colors that authors chose', () => {
  test.each(palette)('%s can be read in both schemes, as text and behind it', (color) => {
    for (const scheme of ['light', 'dark'] as const) {
      for (const ground of grounds[scheme])
        expect(contrast(shown(text(color))[scheme], parseHex(ground))).toBeGreaterThanOrEqual(textContrast);
      expect(contrast(shown(onGround(color))[scheme], parseHex(color))).toBeGreaterThanOrEqual(textContrast);
      for (const ink of ['#b60205', '#fbca04', '#5319e7', '#c5def5'])
        expect(contrast(shown(both(ink, color))[scheme], parseHex(color))).toBeGreaterThanOrEqual(
          textContrast,
        );
    }
  });

  test('any color can be read, and so can text on any background', () => {
    const channel = fc.integer({ min: 0, max: 255 });
    const color = fc.tuple(channel, channel, channel).map((rgb) => toHex(rgb));
    fc.assert(
      fc.property(color, color, (one, other) => {
        for (const scheme of ['light', 'dark'] as const) {
          for (const ground of grounds[scheme])
            expect(contrast(shown(text(one))[scheme], parseHex(ground))).toBeGreaterThanOrEqual(textContrast);
          expect(contrast(shown(both(one, other))[scheme], parseHex(other))).toBeGreaterThanOrEqual(
            textContrast,
          );
        }
      }),
      { numRuns: 60 },
    );
  });

  test('the author’s color stays first, and alone in feeds', () => {
    const stored = sanitize(text('#b60205'));
    expect(stored).toBe(text('#b60205'));
    const rendered = renderContent(stored);
    expect(rendered).toMatch(/style="color: #b60205; color: light-dark\(#b60205, #[\da-f]{6}\);"/);
    expect(feedHtml(rendered, 'https://example.org/post/a')).toBe(text('#b60205'));
  });

  test('a color that can be read everywhere is left as it is', () => {
    const gray = '<p><span style="background-color: #ffffff; color: #000000;">words</span></p>';
    expect(renderContent(gray)).toBe(gray);
  });

  test.each([
    ['#fff', [255, 255, 255], 1],
    ['#ff000080', [255, 0, 0], 128 / 255],
    ['RGB(10, 20, 30)', [10, 20, 30], 1],
    ['rgba(100% 0% 50% / 50%)', [255, 0, 127.5], 0.5],
    ['hsl(120, 100%, 25%)', [0, 127.5, 0], 1],
    ['hsla(240deg 100% 50% / .3)', [0, 0, 255], 0.3],
    ['RebeccaPurple', [102, 51, 153], 1],
    ['transparent', [0, 0, 0], 0],
  ])('%s is read as browsers do', (written, rgb, opacity) => {
    const color = parseColor(written);
    expect(color?.opacity).toBeCloseTo(opacity);
    for (const [index, channel] of rgb.entries()) expect(color?.rgb[index]).toBeCloseTo(channel, 0);
  });

  test('half-transparent colors count as what is seen of them', () => {
    expect(blend({ rgb: [255, 0, 0], opacity: 0.5 }, [255, 255, 255])).toEqual([255, 128, 128]);
    const { dark } = shown(onGround('rgba(255, 255, 255, 0.5)'));
    const seen = blend({ rgb: [255, 255, 255], opacity: 0.5 }, parseHex(grounds.dark[0] ?? ''));
    expect(contrast(dark, seen)).toBeGreaterThanOrEqual(textContrast);
  });
});
