import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { pipeline } from 'node:stream/promises';
import type { WebpOptions } from 'sharp';
import { countGifFrames, detectType, type ImageType } from '../../../platform/files/detect-type.ts';
import { Busy, CorruptImage, MediaError, TooManyPixels, WrongType } from '../../../platform/files/errors.ts';
import { Queue } from '../../../platform/files/queue.ts';
import { sharp } from '../../../platform/files/sharp.ts';
import { notAnImage } from '../../../platform/messages/owner.ts';
import * as messages from '../messages.ts';

export type ImageInfo = {
  type: ImageType;
  /** Of one frame, after rotation. */
  width: number;
  height: number;
  frames: number;
};

type Variant = { name: string; width: number; height: number; bytes: Buffer };

export type Derived = {
  /** SHA-256 of the original, in hex. */
  hash: string;
  /** Of the `page` variant. */
  width: number;
  height: number;
  /** The dominant color, shown while the image loads. */
  color: string;
  animated: boolean;
  /** Names of the variants for a list, a page and the large view; one name may serve as several. */
  thumbnail: string;
  page: string;
  largest: string;
  /** Smallest first, each width once. */
  variants: Variant[];
};

export const variantType = 'image/webp';

const mega = 1_000_000;
const limits = { pixels: 50 * mega, frames: 500, pixelsInAllFrames: 100 * mega, seconds: 60 };

const thumbnailWidth = 320;
const pageWidth = 1200;
const maxWidth = 2400;
const smallerWidths = [thumbnailWidth, 640, pageWidth];
/** The longest side of a WebP. */
const webpMaxSide = 16_383;

const still: WebpOptions = { quality: 80 };
const animation: WebpOptions = { quality: 75, effort: 2 };

// sharp uses the thread pool, which has four threads by default; one stays free for files and DNS lookups. The weight is in
// pixels and limits how many large images are in memory at once.
const queue = new Queue({
  slots: Math.max(1, Math.min(availableParallelism() - 1, 3)),
  weight: limits.pixels,
  waiting: 100,
});

export const imageQueue = () => queue.length;

/** Detects the type by content and refuses other files and images that are too large, without decoding them. */
export async function inspect(file: string): Promise<ImageInfo> {
  const type = await detectType(file);
  if (type === null) throw new WrongType(notAnImage);
  if (type === 'animated') throw new WrongType(messages.animationNotSupported);
  const gifFrames = type === 'gif' ? countGifFrames(await readFile(file)) : undefined;
  if (gifFrames === null) throw new CorruptImage(messages.imageCorrupt);
  if (gifFrames !== undefined) checkFrames(gifFrames);
  const metadata = await decoding(sharp()(file, { limitInputPixels: false, failOn: 'truncated' }).metadata());
  if (type === 'avif' && metadata.compression !== 'av1') throw new WrongType(notAnImage);
  const frames = type === 'avif' ? 1 : (metadata.pages ?? 1);
  const { width, height } = frames === 1 ? metadata.autoOrient : metadata;
  const info = { type, width, height, frames };
  checkPixels(info);
  return info;
}

/**
 * The image in the widths that the site uses: rotated, in sRGB, as WebP, without metadata. An image that is rebuilt from a
 * stored variant keeps its hash.
 */
export async function derive(file: string, { hash: knownHash }: { hash?: string } = {}): Promise<Derived> {
  const info = await inspect(file);
  return queue.run(info.width * info.height * info.frames, async () => {
    const hash = knownHash ?? (await hashOf(file));
    const variants: Variant[] = [];
    for (const width of widthsOf(info)) {
      const rendered = await render(file, width, info.frames > 1);
      variants.push({ name: `${hash.slice(0, 2)}/${hash}-${rendered.width}.webp`, ...rendered });
    }
    const widest = (limit: number) => variants.findLast((variant) => variant.width <= limit) as Variant;
    const { width, height } = widest(pageWidth);
    return {
      hash,
      width,
      height,
      color: await dominantColor(widest(thumbnailWidth).bytes),
      animated: info.frames > 1,
      thumbnail: widest(thumbnailWidth).name,
      page: widest(pageWidth).name,
      largest: widest(maxWidth).name,
      variants,
    };
  });
}

/** Checks the file and processes it when it is its turn: with the limits and the error messages of all images. */
export async function processImage<Result>(
  file: string,
  work: (info: ImageInfo) => Promise<Result>,
): Promise<Result> {
  const info = await inspect(file);
  return queue.run(info.width * info.height, () => decoding(work(info)));
}

/** The first frame of the image, upright. */
export const stillOf = (file: string) =>
  sharp()(file, { failOn: 'truncated', limitInputPixels: limits.pixels, autoOrient: true }).timeout({
    seconds: limits.seconds,
  });

function checkFrames(frames: number): void {
  if (frames > limits.frames) throw new TooManyPixels(messages.tooManyFrames(frames, limits.frames));
}

function checkPixels({ width, height, frames }: ImageInfo): void {
  checkFrames(frames);
  const pixels = width * height;
  const inMega = (count: number) => Math.ceil(count / mega);
  if (pixels > limits.pixels)
    throw new TooManyPixels(messages.tooManyPixels(inMega(pixels), inMega(limits.pixels)));
  if (frames > 1 && pixels * frames > limits.pixelsInAllFrames)
    throw new TooManyPixels(
      messages.tooManyAnimationPixels(inMega(pixels * frames), inMega(limits.pixelsInAllFrames)),
    );
}

function widthsOf({ width, height }: ImageInfo): number[] {
  const scale = Math.min(1, maxWidth / width, webpMaxSide / height);
  const largest = Math.max(1, Math.round(width * scale));
  return [...smallerWidths.filter((step) => step < largest), largest];
}

/**
 * Decodes the file for each width: decoders skip what a small size does not need, and holding the decoded image for the next
 * width would take more memory than everything else.
 */
async function render(file: string, width: number, animated: boolean): Promise<Omit<Variant, 'name'>> {
  const { data, info } = await decoding(
    sharp()(file, {
      failOn: 'truncated',
      limitInputPixels: limits.pixelsInAllFrames,
      animated,
      autoOrient: !animated,
    })
      .resize({ width, height: webpMaxSide, fit: 'inside', withoutEnlargement: true })
      .webp(animated ? animation : still)
      .timeout({ seconds: limits.seconds })
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

async function decoding<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (cause instanceof MediaError) throw cause;
    if (cause instanceof Error && cause.message.startsWith('timeout:')) {
      throw new Busy(messages.imageTooSlow, { cause });
    }
    throw new CorruptImage(messages.imageCorrupt, { cause });
  }
}
