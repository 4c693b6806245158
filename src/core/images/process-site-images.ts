import type { Sharp } from 'sharp';
import { sharp } from '../../platform/files/sharp.ts';
import { cardSize } from '../site/api/cards.ts';
import { icoOf } from '../site/icons/ico.ts';
import * as messages from './messages.ts';
import { type ImageInfo, processImage, stillOf } from './processing/images.ts';

/** What an image that belongs to no post is made into. */
export type SiteImageFormat = 'logo' | 'icon' | 'social' | 'photo';

export type SiteImageFile = { name: string; type: string; width: number; height: number; bytes: Buffer };

type DerivedSiteImage = {
  /** Smallest first, and those for programs last. */
  files: SiteImageFile[];
  /** Whether it is dark on a transparent ground, so that it cannot be seen on a dark page. */
  needsPlate: boolean;
  /** What the owner should know about the result. */
  notes: string[];
};

/** The paper of the site, under icons that must be opaque. */
const paper = '#fdfcfa';
const transparent = { r: 0, g: 0, b: 0, alpha: 0 };
const types = { webp: 'image/webp', png: 'image/png', jpg: 'image/jpeg', ico: 'image/x-icon' } as const;

type Making = { source: Buffer; info: ImageInfo; isTransparent: boolean };
type File = { suffix: string; extension: keyof typeof types; width: number; height: number; bytes: Buffer };
type Made = { files: File[]; notes: string[] };

/** Larger sizes of the original are not needed for any format. */
const sourceSide = 2400;

/** The files of an image that belongs to no post. The hash is that of the uploaded bytes. */
export const deriveSiteImage = (
  file: string,
  hash: string,
  format: SiteImageFormat,
): Promise<DerivedSiteImage> =>
  processImage(file, async (info) => {
    const source = await stillOf(file)
      .resize({ width: sourceSide, height: sourceSide, fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 1 })
      .toBuffer();
    const { isOpaque } = await sharp()(source).stats();
    const { files, notes } = await makers[format]({ source, info, isTransparent: !isOpaque });
    return {
      files: files.map(({ suffix, extension, ...rest }) => ({
        name: `${hash.slice(0, 2)}/${hash}-${format}${suffix}.${extension}`,
        type: types[extension],
        ...rest,
      })),
      needsPlate: !isOpaque && (await isDark(source)),
      notes,
    };
  });

const makers: Record<SiteImageFormat, (image: Making) => Promise<Made>> = { logo, icon, social, photo };

async function logo({ source }: Making): Promise<Made> {
  const image = sharp()(source).resize({ width: 800, height: 200, fit: 'inside', withoutEnlargement: true });
  return { files: [await asWebp(image, 90)], notes: [] };
}

const photoSizes = [96, 192, 384];

async function photo({ source, info }: Making): Promise<Made> {
  const side = Math.min(info.width, info.height);
  const sizes = photoSizes.filter((size, index) => index === 0 || size <= side);
  const files: File[] = [];
  for (const size of sizes)
    files.push(await asWebp(sharp()(source).resize(size, size, { fit: 'cover' }), 82));
  return { files, notes: [...squareNotes(info, 'crop'), ...smallNotes(info, 192, 192)] };
}

/** JPEG, because every network shows it. */
async function social({ source, info }: Making): Promise<Made> {
  const { width, height } = cardSize;
  const image = sharp()(source)
    .flatten({ background: paper })
    .resize(width, height, { fit: 'cover' })
    .jpeg({ quality: 85, progressive: true });
  const notes =
    Math.abs(info.width / info.height - width / height) > 0.02 ? [messages.socialImageCropped] : [];
  return {
    files: [{ suffix: '', extension: 'jpg', width, height, bytes: await image.toBuffer() }],
    notes: [...notes, ...smallNotes(info, width, height)],
  };
}

const icoSizes = [16, 32, 48];
const pngSizes = [32, 192, 512];

/**
 * An image with transparency is centered on a square; of any other one the middle is used. Where an icon must be opaque and
 * may be cropped by a mask, it has a margin: paper around a transparent image, its own mirrored edge around any other.
 */
async function icon({ source, info, isTransparent }: Making): Promise<Made> {
  const square = (size: number) =>
    sharp()(source)
      .resize(size, size, { fit: isTransparent ? 'contain' : 'cover', background: transparent })
      .png({ compressionLevel: 9 })
      .toBuffer();
  const opaque = async (size: number, hasMargin: boolean) => {
    const margin = hasMargin ? Math.round(size * 0.1) : 0;
    const around = { top: margin, bottom: margin, left: margin, right: margin };
    const image = sharp()(await square(size - 2 * margin))
      .flatten({ background: paper })
      .extend(isTransparent ? { ...around, background: paper } : { ...around, extendWith: 'mirror' });
    return image.png({ compressionLevel: 9 }).toBuffer();
  };
  const file = (suffix: string, size: number, bytes: Buffer, extension: 'png' | 'ico' = 'png'): File => ({
    suffix,
    extension,
    width: size,
    height: size,
    bytes,
  });
  const files: File[] = [];
  for (const size of pngSizes) files.push(file(`-${size}`, size, await square(size)));
  files.push(file('-apple', 180, await opaque(180, isTransparent)));
  files.push(file('-maskable', 512, await opaque(512, true)));
  const small = [];
  for (const size of icoSizes) small.push({ size, png: await square(size) });
  files.push(file('', 48, icoOf(small), 'ico'));
  return {
    files,
    notes: [...squareNotes(info, isTransparent ? 'center' : 'crop'), ...smallNotes(info, 512, 512)],
  };
}

async function asWebp(image: Sharp, quality: number): Promise<File> {
  const { data, info } = await image.webp({ quality }).toBuffer({ resolveWithObject: true });
  return { suffix: `-${info.width}`, extension: 'webp', width: info.width, height: info.height, bytes: data };
}

const squareNotes = ({ width, height }: ImageInfo, how: 'crop' | 'center'): string[] =>
  width === height ? [] : [how === 'crop' ? messages.imageCroppedToSquare : messages.imageCentered];

const smallNotes = (info: ImageInfo, width: number, height: number): string[] =>
  info.width < width || info.height < height
    ? [messages.imageSmall(info.width, info.height, width, height)]
    : [];

/** Whether what can be seen of an image is dark on the whole. */
async function isDark(source: Buffer): Promise<boolean> {
  const pixels = await sharp()(source)
    .resize(64, 64, { fit: 'inside' })
    .ensureAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer();
  let light = 0;
  let seen = 0;
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    light += (0.2126 * red + 0.7152 * green + 0.0722 * blue) * alpha;
    seen += 255 * alpha;
  }
  return seen > 0 && light / seen < 0.5;
}
