import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';

const maxColors = 256;
const signature = Buffer.from('89504e470d0a1a0a', 'hex');

/**
 * A PNG with a palette of what is almost the same color. For drawings with few colors; sharp searches a palette for any
 * image, which takes three times as long.
 */
export async function indexedPng(rgba: Buffer, width: number, height: number): Promise<Buffer> {
  let found = null;
  for (let bits = 0; !found; bits++) found = indexed(rgba, width, height, bits);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  // Eight bits for each pixel, which are the number of a color.
  header.set([8, 3], 8);
  const pixels = await promisify(deflate)(found.rows);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(found.palette)),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Null where there are more colors than a palette has, although so many low bits are ignored. */
function indexed(rgba: Buffer, width: number, height: number, bits: number) {
  const colors = new Map<number, number>();
  const palette: number[] = [];
  // Each row begins with the number of its filter, which is none.
  const rows = Buffer.alloc((width + 1) * height);
  let [last, color] = [-1, 0];
  for (let pixel = 0, at = 0; pixel < width * height; pixel++, at++) {
    if (pixel % width === 0) at++;
    const value = rgba.readUIntBE(4 * pixel, 3);
    if (value !== last) {
      last = value;
      const [red, green, blue] = rgba.subarray(4 * pixel);
      color = colors.getOrInsertComputed(
        (((red ?? 0) >> bits) << 16) | (((green ?? 0) >> bits) << 8) | ((blue ?? 0) >> bits),
        () => palette.push(red ?? 0, green ?? 0, blue ?? 0) / 3 - 1,
      );
      if (color >= maxColors) return null;
    }
    rows[at] = color;
  }
  return { palette, rows };
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}
