import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { pipeline } from 'node:stream/promises';
import type { WebpOptions } from 'sharp';
import { countGifFrames, type PictureType, sniff } from './detect-type.ts';
import { Busy, CorruptPicture, MediaError, TooManyPixels, WrongType } from './errors.ts';
import { Queue } from './queue.ts';
import { sharp } from './sharp.ts';

export interface PictureKind {
  type: PictureType;
  /** Of one frame, upright. */
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
  /** The dominant color, to stand in while the picture loads. */
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
  slots: Math.max(1, Math.min(availableParallelism() - 1, 3)),
  weight: LIMITS.pixels,
  waiting: 100,
});

export const pictureQueue = () => queue.length;

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
  const metadata = await decoding(sharp()(file, { limitInputPixels: false, failOn: 'truncated' }).metadata());
  if (type === 'avif' && metadata.compression !== 'av1') throw new WrongType('This file is no AVIF picture.');
  const frames = type === 'avif' ? 1 : (metadata.pages ?? 1);
  const { width, height } = frames === 1 ? metadata.autoOrient : metadata;
  const kind = { type, width, height, frames };
  checkPixels(kind);
  return kind;
}

/**
 * The picture in the sizes the site shows: upright, in sRGB, as WebP, with nothing of the original but its pixels.
 * A picture that is made anew from a kept size goes on under the hash it had.
 */
export async function derive(file: string, knownHash?: string): Promise<Derived> {
  const kind = await inspect(file);
  return queue.run(kind.width * kind.height * kind.frames, async () => {
    const hash = knownHash ?? (await hashOf(file));
    const variants: Variant[] = [];
    for (const width of widthsOf(kind)) {
      const rendered = await render(file, width, kind.frames > 1);
      variants.push({ name: `${hash.slice(0, 2)}/${hash}-${rendered.width}.webp`, ...rendered });
    }
    const widest = (limit: number) => variants.findLast((variant) => variant.width <= limit) as Variant;
    const { width, height } = widest(PAGE);
    return {
      hash,
      width,
      height,
      color: await dominantColor(widest(THUMBNAIL).bytes),
      animated: kind.frames > 1,
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

function widthsOf({ width, height }: PictureKind): number[] {
  const scale = Math.min(1, LARGEST / width, WEBP_SIDE / height);
  const largest = Math.max(1, Math.round(width * scale));
  return [...WIDTHS.filter((step) => step < largest), largest];
}

/**
 * Reads the file anew for each width: decoders skip what a small size does not need, and a decoded picture that is
 * kept for the next size takes more memory than everything else together.
 */
async function render(file: string, width: number, animated: boolean): Promise<Omit<Variant, 'name'>> {
  const { data, info } = await decoding(
    sharp()(file, {
      failOn: 'truncated',
      limitInputPixels: LIMITS.pixelsInAllFrames,
      animated,
      autoOrient: !animated,
    })
      .resize({ width, height: WEBP_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp(animated ? ANIMATION : STILL)
      .timeout({ seconds: LIMITS.seconds })
      .toBuffer({ resolveWithObject: true }),
  );
  return { width: info.width, height: info.pageHeight ?? info.height, bytes: data };
}

async function dominantColor(thumbnail: Buffer): Promise<string> {
  const opaque = await sharp()(thumbnail).flatten({ background: '#fff' }).png().toBuffer();
  const { dominant } = await sharp()(opaque).stats();
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
