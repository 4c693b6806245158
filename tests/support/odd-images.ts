import { crc32 } from 'node:zlib';

/** A gray PNG with these chunks; the size in its header need not match them. */
export function pngOf(width: number, height: number, chunks: [string, Buffer][]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const chunk = ([type, data]: [string, Buffer]) => {
    const content = Buffer.concat([Buffer.from(type), data]);
    const around = Buffer.alloc(8);
    around.writeUInt32BE(data.length, 0);
    around.writeUInt32BE(crc32(content), 4);
    return Buffer.concat([around.subarray(0, 4), content, around.subarray(4)]);
  };
  const all: [string, Buffer][] = [['IHDR', header], ...chunks, ['IEND', Buffer.alloc(0)]];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...all.map(chunk)]);
}

/** A GIF with this many frames of one pixel on a canvas of this size, and a comment block. */
export function gifOf(frames: number, width: number, height: number, comment = ''): Buffer {
  const header = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  header.writeUInt16LE(width, 6);
  header.writeUInt16LE(height, 8);
  const words = Buffer.from(comment).subarray(0, 255);
  const said = comment ? [Buffer.from([0x21, 0xfe, words.length]), words, Buffer.from([0])] : [];
  const frame = [0x21, 0xf9, 4, 0, 1, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0];
  return Buffer.concat([
    header,
    ...said,
    ...Array<Buffer>(frames).fill(Buffer.from(frame)),
    Buffer.from([0x3b]),
  ]);
}
