import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { pipeline } from 'node:stream/promises';
import sharp, { type Sharp, type SharpOptions, type WebpOptions } from 'sharp';
import { Busy, CorruptPicture, MediaError, TooManyPixels, WrongType } from './errors.ts';
import { Queue } from './queue.ts';
import { countGifFrames, type PictureType, sniff } from './sniff.ts';

export interface PictureKind {
  type: PictureType;
  /** As stored, before it is turned upright; of one frame. */
  width: number;
  height: number;
  frames: number;
}

export interface Variant {
  name: string;
  width: number;
  height: number;
  bytes: Buffer;
}

export interface Derived {
  /** SHA-256 of the original, in hex. */
  hash: string;
  /** Of the `page` variant. */
  width: number;
  height: number;
  /** The dominant colour, to stand in while the picture loads. */
  color: string;
  animated: boolean;
  /** Names of the variants for a list, a page and the large view; one name may serve as several. */
  thumbnail: string;
  page: string;
  largest: string;
  /** Smallest first, each width once. */
  variants: Variant[];
}

export const variantType = 'image/webp';

const MEGA = 1_000_000;
const LIMITS = { pixels: 50 * MEGA, frames: 500, pixelsInAllFrames: 100 * MEGA, seconds: 60 };

const THUMBNAIL = 320;
const PAGE = 1200;
const LARGEST = 2400;
const WIDTHS = [THUMBNAIL, 640, PAGE];
/** No side of a WebP can be longer. */
const WEBP_SIDE = 16_383;

const STILL: WebpOptions = { quality: 80 };
const ANIMATION: WebpOptions = { quality: 75, effort: 2 };

// sharp works on the thread pool, four threads by default: one is left for files and name lookups. The weight, in
// pixels, keeps large pictures from being in memory together.
const queue = new Queue({
  slots: Math.min(availableParallelism(), 3),
  weight: LIMITS.pixels,
  waiting: 100,
});

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((loader) => `VipsForeignLoad${loader}`),
});

/** Tells by content what a picture is and refuses what is no picture or too much of one, without decoding it. */
export async function inspect(file: string): Promise<PictureKind> {
  const type = await sniff(file);
  if (type === null) throw new WrongType('This file is no JPEG, PNG, WebP, AVIF or GIF picture.');
  if (type === 'moving') {
    throw new WrongType('Animated PNG and AVIF are not supported. Save the animation as WebP or GIF.');
  }
  const gifFrames = type === 'gif' ? countGifFrames(await readFile(file)) : undefined;
  if (gifFrames === null) throw new CorruptPicture(corrupt);
  if (gifFrames !== undefined) checkFrames(gifFrames);
  const metadata = await decoding(sharp(file, { limitInputPixels: false, failOn: 'truncated' }).metadata());
  if (type === 'avif' && metadata.compression !== 'av1') throw new WrongType('This file is no AVIF picture.');
  const kind = {
    type,
    width: metadata.width,
    height: metadata.height,
    frames: type === 'avif' ? 1 : (metadata.pages ?? 1),
  };
  checkPixels(kind);
  return kind;
}

/** The picture in the sizes the site shows: upright, in sRGB, as WebP, with nothing of the original but its pixels. */
export async function derive(file: string): Promise<Derived> {
  const kind = await inspect(file);
  return queue.run(kind.width * kind.height * kind.frames, async () => {
    const hash = await hashOf(file);
    const name = (width: number) => `${hash.slice(0, 2)}/${hash}-${width}.webp`;
    const animated = kind.frames > 1;
    const variants = (await (animated ? animation(file) : still(file))).map((v) => ({
      name: name(v.width),
      ...v,
    }));
    const widest = (limit: number) => variants.findLast((v) => v.width <= limit) as Variant;
    const { width, height } = widest(PAGE);
    return {
      hash,
      width,
      height,
      color: await dominantColor(widest(THUMBNAIL).bytes),
      animated,
      thumbnail: widest(THUMBNAIL).name,
      page: widest(PAGE).name,
      largest: widest(LARGEST).name,
      variants,
    };
  });
}

function checkFrames(frames: number): void {
  if (frames > LIMITS.frames) {
    throw new TooManyPixels(`The animation has ${frames} frames; ${LIMITS.frames} is the most. Shorten it.`);
  }
}

function checkPixels({ width, height, frames }: PictureKind): void {
  checkFrames(frames);
  const pixels = width * height;
  const inMega = (count: number) => Math.ceil(count / MEGA);
  if (pixels > LIMITS.pixels) {
    throw new TooManyPixels(
      `The picture has ${inMega(pixels)} megapixels; ${inMega(LIMITS.pixels)} is the most. Make it smaller.`,
    );
  }
  if (frames > 1 && pixels * frames > LIMITS.pixelsInAllFrames) {
    throw new TooManyPixels(
      `All frames together have ${inMega(pixels * frames)} megapixels; ${inMega(LIMITS.pixelsInAllFrames)} is the ` +
        'most for an animation. Make it smaller or shorter.',
    );
  }
}

type Sized = Omit<Variant, 'name'>;

/** Decodes once, to the largest size; the others are made from that. */
async function still(file: string): Promise<Sized[]> {
  const { data, info } = await decoding(
    open(file, { autoOrient: true })
      .resize({ width: LARGEST, height: WEBP_SIDE, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true }),
  );
  const largest = sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  return inEachWidth(info.width, (width) => largest.clone().resize({ width }).webp(STILL));
}

/** Too large in memory to be decoded once and kept, so every size reads the file again. */
async function animation(file: string): Promise<Sized[]> {
  const { width, height } = await sharp(file).metadata();
  const largest = Math.min(width, LARGEST, Math.floor((WEBP_SIDE / height) * width));
  return inEachWidth(largest, (width) => open(file, { animated: true }).resize({ width }).webp(ANIMATION));
}

async function inEachWidth(largest: number, render: (width: number) => Sharp): Promise<Sized[]> {
  const variants: Sized[] = [];
  for (const width of [...WIDTHS.filter((step) => step < largest), largest]) {
    const { data, info } = await decoding(
      render(width).timeout({ seconds: LIMITS.seconds }).toBuffer({ resolveWithObject: true }),
    );
    variants.push({ width: info.width, height: info.pageHeight ?? info.height, bytes: data });
  }
  return variants;
}

function open(file: string, options: SharpOptions): Sharp {
  const limits: SharpOptions = { failOn: 'truncated', limitInputPixels: LIMITS.pixelsInAllFrames };
  return sharp(file, { ...limits, ...options }).timeout({ seconds: LIMITS.seconds });
}

async function dominantColor(thumbnail: Buffer): Promise<string> {
  const opaque = await sharp(thumbnail).flatten({ background: '#fff' }).png().toBuffer();
  const { dominant } = await sharp(opaque).stats();
  return `#${[dominant.r, dominant.g, dominant.b].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

const corrupt =
  'The picture is damaged or incomplete. Open it in a picture program, save it again and upload that.';

async function decoding<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (cause instanceof MediaError) throw cause;
    if (cause instanceof Error && cause.message.startsWith('timeout:')) {
      throw new Busy('The picture took too long to process. Try again later, or with a smaller one.', {
        cause,
      });
    }
    throw new CorruptPicture(corrupt, { cause });
  }
}
