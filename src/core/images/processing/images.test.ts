import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Derived, derive, inspect } from './images.ts';

let folder: string;
let count = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pictures-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function fileOf(content: Buffer | Sharp, name = 'picture'): Promise<string> {
  count += 1;
  const path = join(folder, `${count}-${name}`);
  await writeFile(path, Buffer.isBuffer(content) ? content : await content.toBuffer());
  return path;
}

const red = [255, 0, 0];
const green = [0, 160, 0];
const blue = [0, 0, 255];
const yellow = [255, 255, 0];

type Place = readonly [x: number, y: number];

/** Red, green, blue, yellow from the upper left corner, line by line; `from` says where each pixel is taken from. */
function quarters(width: number, height: number, from = (x: number, y: number): Place => [x, y]): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  const [right, lower] = from(width - 1, height - 1).map(
    (last, i) => Math.max(last, from(0, 0)[i] ?? 0) / 2,
  ) as [number, number];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [left, top] = from(x, y);
      const color = (top < lower ? [red, green] : [blue, yellow])[left < right ? 0 : 1] as number[];
      pixels.set(color, (y * width + x) * 3);
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

function plain(width: number, height: number, background: string): Sharp {
  return sharp({ create: { width, height, channels: 3, background } });
}

async function frames(number: number, width = 60, height = 40): Promise<Sharp> {
  const colors = ['red', 'lime', 'blue', 'yellow'];
  const stills = Array.from({ length: number }, (_, i) =>
    plain(width, height, colors[i % 4] as string)
      .png()
      .toBuffer(),
  );
  return sharp(await Promise.all(stills), { join: { animated: true } });
}

async function pixel(picture: Buffer, left: number, top: number, page = 0): Promise<number[]> {
  const one = { left: Math.round(left), top: Math.round(top), width: 1, height: 1 };
  return [...(await sharp(picture, { page }).extract(one).raw().toBuffer())];
}

function near(actual: number[], wanted: number[], within = 24): void {
  const far = wanted.some((part, i) => Math.abs(part - (actual[i] ?? -999)) > within);
  if (far) expect(actual).toEqual(wanted);
}

async function corners({ variants }: Derived): Promise<number[][]> {
  const { bytes, width, height } = variants.at(-1) as Derived['variants'][number];
  const [left, top, right, bottom] = [width * 0.2, height * 0.2, width * 0.8, height * 0.8];
  const places = [
    [left, top],
    [right, top],
    [left, bottom],
    [right, bottom],
  ] as const;
  return Promise.all(places.map(([x, y]) => pixel(bytes, x, y)));
}

function expectQuarters(seen: number[][]): void {
  for (const [i, color] of [red, green, blue, yellow].entries()) near(seen[i] ?? [], color);
}

describe('accepts', () => {
  test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
    '%s, regardless of its file name',
    async (type) => {
      const file = await fileOf(quarters(64, 48).toFormat(type), 'notes.txt');
      expect(await inspect(file)).toEqual({ type, width: 64, height: 48, frames: 1 });
      const derived = await derive(file);
      expect(derived).toMatchObject({ width: 64, height: 48, animated: false });
      expectQuarters(await corners(derived));
    },
  );

  test('a progressive JPEG and an interlaced PNG', async () => {
    for (const source of [
      quarters(90, 60).jpeg({ progressive: true }),
      quarters(90, 60).png({ progressive: true }),
    ]) {
      expectQuarters(await corners(await derive(await fileOf(source))));
    }
  });

  test('one pixel', async () => {
    const derived = await derive(await fileOf(plain(1, 1, '#123456').png()));
    expect(derived.variants.map(({ width, height }) => [width, height])).toEqual([[1, 1]]);
  });
});

describe('sizes', () => {
  test.each([
    [3000, 1500, [320, 640, 1200, 2400], [1200, 600]],
    [2400, 1200, [320, 640, 1200, 2400], [1200, 600]],
    [1500, 1000, [320, 640, 1200, 1500], [1200, 800]],
    [1200, 900, [320, 640, 1200], [1200, 900]],
    [500, 250, [320, 500], [500, 250]],
    [320, 100, [320], [320, 100]],
    [100, 300, [100], [100, 300]],
  ])('%i × %i', async (width, height, widths, page) => {
    const file = await fileOf(plain(width, height, '#4488cc').jpeg());
    const derived = await derive(file);
    expect(derived.variants.map((variant) => variant.width)).toEqual(widths);
    expect([derived.width, derived.height]).toEqual(page);
    for (const variant of derived.variants) {
      const found = await sharp(variant.bytes).metadata();
      expect(found).toMatchObject({ format: 'webp', width: variant.width, height: variant.height });
      expect(variant.height / variant.width).toBeCloseTo(height / width, 1);
    }
  });

  test('names follow the content of the original', async () => {
    const file = await fileOf(plain(1500, 1000, '#4488cc').jpeg());
    const derived = await derive(file);
    const hash = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
    expect(derived.hash).toBe(hash);
    const name = (width: number) => `${hash.slice(0, 2)}/${hash}-${width}.webp`;
    expect(derived.variants.map((variant) => variant.name)).toEqual([320, 640, 1200, 1500].map(name));
    expect(derived).toMatchObject({ thumbnail: name(320), page: name(1200), largest: name(1500) });
  });

  test('a small image is used as thumbnail, page and large view', async () => {
    const { thumbnail, page, largest, variants } = await derive(await fileOf(plain(90, 90, 'red').png()));
    expect([thumbnail, page, largest]).toEqual(Array(3).fill(variants[0]?.name));
  });

  test('an image longer than WebP allows is scaled down', async () => {
    const { variants } = await derive(await fileOf(plain(200, 20_000, 'red').png()));
    expect(variants.map(({ width, height }) => [width, height])).toEqual([[164, 16_383]]);
  });

  test('a very narrow image keeps at least one pixel in each direction', async () => {
    for (const [width, height] of [
      [30_000, 1],
      [1, 30_000],
    ] as const) {
      const { variants } = await derive(await fileOf(plain(width, height, 'red').png()));
      for (const variant of variants) expect(Math.min(variant.width, variant.height)).toBe(1);
    }
  });
});

describe('EXIF orientation', () => {
  const [width, height] = [120, 80];
  const [right, bottom] = [width - 1, height - 1];
  /** Which pixel of the upright picture each orientation stores at x, y, as the EXIF standard has it. */
  const stored: Record<number, (x: number, y: number) => Place> = {
    1: (x, y) => [x, y],
    2: (x, y) => [right - x, y],
    3: (x, y) => [right - x, bottom - y],
    4: (x, y) => [x, bottom - y],
    5: (x, y) => [y, x],
    6: (x, y) => [right - y, x],
    7: (x, y) => [right - y, bottom - x],
    8: (x, y) => [y, bottom - x],
  };

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('%i is applied', async (orientation) => {
    const size: Place = orientation < 5 ? [width, height] : [height, width];
    const turned = quarters(...size, stored[orientation]);
    const file = await fileOf(turned.withMetadata({ orientation }).jpeg({ quality: 95 }));
    expect(await sharp(file).metadata()).toMatchObject({ orientation, width: size[0] });
    const derived = await derive(file);
    expect([derived.width, derived.height]).toEqual([width, height]);
    expectQuarters(await corners(derived));
  });
});

describe('colors', () => {
  test('16 bits per channel', async () => {
    const file = await fileOf(quarters(60, 40).toColorspace('rgb16').png());
    expect((await sharp(file).metadata()).depth).toBe('ushort');
    expectQuarters(await corners(await derive(file)));
  });

  test('CMYK', async () => {
    const file = await fileOf(plain(60, 40, '#c83232').toColorspace('cmyk').jpeg({ quality: 100 }));
    expect((await sharp(file).metadata()).space).toBe('cmyk');
    const derived = await derive(file);
    near((await corners(derived))[0] as number[], [0xc8, 0x32, 0x32]);
    expect((await sharp(derived.variants[0]?.bytes).metadata()).space).toBe('srgb');
  });

  test('gray', async () => {
    const file = await fileOf(plain(60, 40, '#808080').toColorspace('b-w').png());
    expect((await sharp(file).metadata()).channels).toBe(1);
    near((await corners(await derive(file)))[0] as number[], [128, 128, 128], 4);
  });

  test('transparency is preserved', async () => {
    const background = { r: 255, g: 0, b: 0, alpha: 0 };
    const clear = sharp({ create: { width: 60, height: 40, channels: 4, background } });
    const half = sharp({
      create: { width: 30, height: 40, channels: 4, background: { ...background, alpha: 0.5 } },
    });
    const file = await fileOf(
      clear.composite([{ input: await half.png().toBuffer(), left: 0, top: 0 }]).png(),
    );
    const seen = await corners(await derive(file));
    near([seen[0]?.[3] ?? 0], [128], 4);
    near([seen[1]?.[3] ?? 255], [0], 4);
  });

  test('Display P3 is converted to sRGB', async () => {
    const source = plain(60, 40, '#c86432').withIccProfile('p3', { attach: true }).png();
    const file = await fileOf(source);
    const stored = await sharp(file, { ignoreIcc: true }).raw().toBuffer();
    const derived = await derive(file);
    near((await corners(derived))[0] as number[], [0xc8, 0x64, 0x32], 6);
    expect(stored[0]).toBeLessThan(0xc0);
    expect((await sharp(derived.variants[0]?.bytes).metadata()).icc).toBeUndefined();
  });

  test.each([
    ['#ff0000', [255, 0, 0]],
    ['#3060c0', [0x30, 0x60, 0xc0]],
    ['#ffffff', [255, 255, 255]],
  ])('dominant color of %s', async (background, wanted) => {
    const { color } = await derive(await fileOf(plain(400, 300, background).png()));
    expect(color).toMatch(/^#[0-9a-f]{6}$/);
    near(
      [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)),
      wanted,
      16,
    );
  });

  test('the dominant color of transparent pixels is white', async () => {
    const background = { r: 0, g: 0, b: 0, alpha: 0 };
    const { color } = await derive(
      await fileOf(sharp({ create: { width: 9, height: 9, channels: 4, background } }).png()),
    );
    expect(Number.parseInt(color.slice(1), 16)).toBeGreaterThan(0xf00000);
  });
});

test.each(['jpeg', 'png', 'webp', 'avif'] as const)('the metadata of a %s is removed', async (type) => {
  const secrets = ['Secret Camera', 'Secret Author', '47/1'];
  const file = await fileOf(
    quarters(700, 500)
      .withExif({
        IFD0: { Make: 'Secret Camera', Artist: 'Secret Author' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '47/1 22/1 0/1' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf>Secret Author</rdf></x:xmpmeta>')
      .withIccProfile('srgb')
      .toFormat(type),
  );
  expect(await readFile(file, 'latin1')).toContain('Secret Camera');
  const { variants } = await derive(file);
  expect(variants.length).toBe(3);
  for (const { bytes } of variants) {
    const { exif, xmp, iptc, icc, orientation } = await sharp(bytes).metadata();
    expect([exif, xmp, iptc, icc, orientation]).toEqual(Array(5).fill(undefined));
    for (const secret of secrets) expect(bytes.toString('latin1')).not.toContain(secret);
  }
});

describe('animations', () => {
  test.each(['gif', 'webp'] as const)('%s stays animated, with its frame delays', async (type) => {
    const delay = [100, 200, 300, 400];
    const source = (await frames(4, 700, 350)).toFormat(type, { delay, loop: 3 });
    const file = await fileOf(source);
    expect(await inspect(file)).toEqual({ type, width: 700, height: 350, frames: 4 });
    const derived = await derive(file);
    expect(derived).toMatchObject({ animated: true, width: 700, height: 350 });
    expect(derived.variants.map(({ width, height }) => [width, height])).toEqual([
      [320, 160],
      [640, 320],
      [700, 350],
    ]);
    for (const { bytes, width, height } of derived.variants) {
      const found = await sharp(bytes, { animated: true }).metadata();
      expect(found).toMatchObject({ format: 'webp', width, pages: 4, pageHeight: height, delay, loop: 3 });
      near(await pixel(bytes, 5, 5, 2), blue);
      near(await pixel(bytes, 5, height - 1, 3), yellow);
    }
  });

  test('a GIF of one frame is a still image', async () => {
    expect(await derive(await fileOf(plain(20, 20, 'red').gif()))).toMatchObject({ animated: false });
  });
});
