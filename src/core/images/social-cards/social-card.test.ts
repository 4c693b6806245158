import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { drawCard } from './social-card.ts';
import { drawable, lines, outline, widthOf } from './text-outlines.ts';

const card = (title: string) => drawCard({ title, site: 'Not Terrible', color: '#c8102e' });
/** The number of dark pixels in the title area. */
async function inkOf(title: string): Promise<number> {
  const { data } = await sharp(await card(title))
    .extract({ left: 0, top: 60, width: 1200, height: 420 })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return data.filter((value) => value < 100).length;
}

describe('card', () => {
  test.each([
    'A day at the sea',
    'Żółć, Привет, мир, Καλημέρα, Tiếng Việt',
    'W'.repeat(500),
    'word '.repeat(100),
    '日本語',
    '🙂',
    '',
    '<script>&"\'',
  ])('%s is drawn at the size that networks require', async (title) => {
    const { format, width, height } = await sharp(await card(title)).metadata();
    expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 });
    expect(await inkOf(title)).toBeGreaterThan(1000);
  });

  test('a title that the font cannot draw is replaced by the name of the site', async () => {
    expect((await card('日本語')).equals(await card('🙂'))).toBe(true);
    expect((await card('日本語')).equals(await card('Not Terrible'))).toBe(true);
    expect((await card('Sea')).equals(await card('Bay'))).toBe(false);
  });

  test('text does not overflow', async () => {
    const { data, info } = await sharp(await card('W'.repeat(500)))
      .extract({ left: 1140, top: 60, width: 60, height: 420 })
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info.width).toBe(60);
    expect(data.every((value) => value > 200)).toBe(true);
  });
});

describe('lettering', () => {
  test('keeps what it can draw', () => {
    expect(drawable('  Sea 🙂 and\tbay ')).toBe('Sea and bay');
    expect(drawable('A long walk from 東京 to Kyoto')).toBe('A long walk from to Kyoto');
    expect(drawable('日本語 x')).toBeNull();
    expect(drawable('🙂')).toBeNull();
  });

  test('breaks lines between words, and inside words that are longer than a line', () => {
    expect(lines('one two', 100, 200)).toEqual(['one', 'two']);
    expect(lines('', 100, 200)).toEqual([]);
    const broken = lines('W'.repeat(40), 100, 500);
    expect(broken.join('')).toBe('W'.repeat(40));
    for (const line of broken) expect(widthOf(line, 100)).toBeLessThanOrEqual(500);
  });

  test('is a path of plain numbers', () => {
    expect(outline('Crème', 10, 20, 50)).toMatch(/^(?:[MLQC](?:-?\d+\.\d ?)+|Z)+$/);
    expect(widthOf('AV', 100)).toBeLessThan(widthOf('A', 100) + widthOf('V', 100));
  });
});
