import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gifOf, pngOf } from '../../../tests/support/odd-images.ts';
import { derive, inspect } from '../../core/images/processing/images.ts';
import { CorruptImage, TooManyPixels, WrongType } from './errors.ts';

let folder: string;
let count = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function fileOf(content: string | Buffer, name = 'picture.png'): Promise<string> {
  count += 1;
  const path = join(folder, `${count}-${name}`);
  await writeFile(path, content);
  return path;
}

const noise = sharp({
  create: {
    width: 300,
    height: 200,
    channels: 3,
    background: '#000',
    noise: { type: 'gaussian', mean: 128, sigma: 40 },
  },
});

describe('a file that is not a supported image is refused:', () => {
  test.each([
    ['nothing', ''],
    ['one byte', '\xff'],
    ['two bytes', '\xff\xd8'],
    ['text', 'just text'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'],
    ['SVG with a declaration', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['PDF', '%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj'],
    ['TIFF', 'II*\0\x08\0\0\0\0\0\0\0'],
    ['BMP', `BM${'\0'.repeat(60)}`],
    ['HEIC', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'],
    ['an endless brand list', '\xff\xff\xff\xffftypheic\0\0\0\0'],
    ['ZIP', 'PK\x03\x04'],
    ['a RIFF that is sound', 'RIFF\0\0\0\0WAVEfmt '],
  ])('%s', async (_name, content) => {
    const file = await fileOf(Buffer.from(content, 'latin1'));
    await expect(inspect(file)).rejects.toThrow(WrongType);
    await expect(derive(file)).rejects.toThrow(WrongType);
  });

  test('a real TIFF', async () => {
    await expect(derive(await fileOf(await noise.clone().tiff().toBuffer()))).rejects.toThrow(WrongType);
  });

  test('an animated PNG and an animated AVIF, with a hint', async () => {
    const animated = pngOf(1, 1, [
      ['acTL', Buffer.alloc(8)],
      ['IDAT', deflateSync(Buffer.alloc(2))],
    ]);
    const sequence = Buffer.from('\0\0\0\x18ftypavis\0\0\0\0avifavis', 'latin1');
    for (const content of [animated, sequence]) {
      await expect(inspect(await fileOf(content))).rejects.toThrow(/WebP or GIF/);
    }
  });
});

describe('an image that is too large is refused:', () => {
  test('30000 × 30000 pixels of zeros in a small PNG', async () => {
    const lines = deflateSync(Buffer.alloc(30_001 * 64));
    const file = await fileOf(pngOf(30_000, 30_000, [['IDAT', lines]]));
    const memory = process.memoryUsage.rss();
    await expect(inspect(file)).rejects.toThrow(TooManyPixels);
    await expect(derive(file)).rejects.toThrow('900 megapixels, and the limit is 50');
    expect(process.memoryUsage.rss() - memory).toBeLessThan(100 * 1024 * 1024);
  });

  test('more than 50 megapixels, but not exactly 50', async () => {
    const empty: [string, Buffer][] = [['IDAT', deflateSync(Buffer.alloc(100))]];
    expect(await inspect(await fileOf(pngOf(10_000, 5_000, empty)))).toMatchObject({ width: 10_000 });
    await expect(inspect(await fileOf(pngOf(10_000, 5_001, empty)))).rejects.toThrow(TooManyPixels);
  });

  test.each([501, 5_000, 800_000])('a GIF of %i frames', async (frames) => {
    const file = await fileOf(gifOf(frames, 1, 1));
    await expect(derive(file)).rejects.toThrow(TooManyPixels);
  });

  test('a GIF whose frames are too large together', async () => {
    await expect(derive(await fileOf(gifOf(101, 1_000, 1_000)))).rejects.toThrow(TooManyPixels);
    expect(await inspect(await fileOf(gifOf(100, 1_000, 1_000)))).toMatchObject({ frames: 100 });
  });

  test('but not a GIF of many small frames', async () => {
    expect(await derive(await fileOf(gifOf(500, 4, 4)))).toMatchObject({ animated: true, width: 4 });
  });
});

describe('a corrupt image is refused:', () => {
  test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)('%s truncated anywhere', async (type) => {
    const whole = await noise.clone().toFormat(type).toBuffer();
    await derive(await fileOf(whole));
    for (const part of [0.1, 0.3, 0.5, 0.9, 0.99]) {
      const file = await fileOf(whole.subarray(0, Math.floor(whole.length * part)));
      await expect(derive(file), `cut at ${part}`).rejects.toThrow(CorruptImage);
    }
  });

  test.each(['gif', 'webp'] as const)('an animated %s truncated anywhere', async (type) => {
    const stills = await Promise.all(
      [0, 90, 180].map((hue) => noise.clone().modulate({ hue }).png().toBuffer()),
    );
    const whole = await sharp(stills, { join: { animated: true } })
      .toFormat(type)
      .toBuffer();
    for (const part of [0.2, 0.5, 0.9, 0.99]) {
      const file = await fileOf(whole.subarray(0, Math.floor(whole.length * part)));
      await expect(derive(file), `cut at ${part}`).rejects.toThrow(CorruptImage);
    }
  });

  test.each([
    ['jpeg', '\xff\xd8\xff\xe0'],
    ['png', '\x89PNG\r\n\x1a\n'],
    ['gif', 'GIF89a'],
    ['webp', 'RIFF\x04\0\0\0WEBP'],
    ['avif', '\0\0\0\x14ftypavif\0\0\0\0avif'],
  ])('only the first bytes of a %s', async (_type, head) => {
    await expect(derive(await fileOf(Buffer.from(head, 'latin1')))).rejects.toThrow(CorruptImage);
  });
});

test('only the image is left of a polyglot of image and HTML page', async () => {
  const script = '<!doctype html><script>alert("polyglot")</script>';
  const picture = await noise
    .clone()
    .withExif({ IFD0: { ImageDescription: script } })
    .jpeg()
    .toBuffer();
  const { variants } = await derive(await fileOf(Buffer.concat([picture, Buffer.from(script)]), 'page.html'));
  for (const { bytes } of variants) {
    expect(bytes.toString('latin1', 0, 4)).toBe('RIFF');
    expect(bytes.readUInt32LE(4) + 8).toBe(bytes.length);
    expect(bytes.toString('latin1')).not.toContain('script');
  }
});
