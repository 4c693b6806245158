import { open } from 'node:fs/promises';

export type ImageType = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif';

/** The type of a file by its first bytes; `animated` for animations that cannot be converted. */
type DetectedType = ImageType | 'animated' | null;

/** Must contain the first IDAT chunk of a PNG, which the acTL chunk of an animated one precedes. */
const headBytes = 64 * 1024;

export async function detectType(file: string): Promise<DetectedType> {
  await using handle = await open(file);
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
  return typeOfHead(buffer.subarray(0, bytesRead));
}

function typeOfHead(head: Buffer): DetectedType {
  const text = (start: number, end: number) => head.toString('latin1', start, end);
  if (text(0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return isAnimatedPng(head) ? 'animated' : 'png';
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') return 'gif';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp';
  if (text(4, 8) === 'ftyp') return typeOfBrands(head);
  return null;
}

function isAnimatedPng(head: Buffer): boolean {
  let at = 8;
  while (at + 8 <= head.length) {
    const chunk = head.toString('latin1', at + 4, at + 8);
    if (chunk === 'acTL') return true;
    if (chunk === 'IDAT') return false;
    at += 12 + head.readUInt32BE(at);
  }
  return false;
}

/** AVIF and HEIC share a container format; the brands distinguish them. */
function typeOfBrands(head: Buffer): DetectedType {
  const end = Math.min(head.readUInt32BE(0), head.length);
  const brands: string[] = [];
  for (let at = 8; at + 4 <= end; at += 4) brands.push(head.toString('latin1', at, at + 4));
  if (brands[0] === 'avis') return 'animated';
  return brands.includes('avif') ? 'avif' : null;
}

/**
 * The number of frames of a GIF, or null when its blocks do not end in a trailer. Decoders accept a truncated GIF, and count
 * frames only after they have allocated them.
 */
export function countGifFrames(gif: Buffer): number | null {
  const colors = (flags: number) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);
  const skipSubBlocks = (start: number) => {
    let at = start;
    for (let length = gif[at]; length; length = gif[at]) at += length + 1;
    return at + 1;
  };
  let frames = 0;
  let at = 13 + colors(gif[10] ?? 0);
  while (at < gif.length) {
    const block = gif[at];
    if (block === 0x3b) return frames;
    if (block === 0x21) at = skipSubBlocks(at + 2);
    else if (block === 0x2c) {
      frames += 1;
      at = skipSubBlocks(at + 11 + colors(gif[at + 9] ?? 0));
    } else return null;
  }
  return null;
}
