const headerBytes = 6;
const entryBytes = 16;

/** An ICO file of square PNG images, each at most 256 pixels wide. */
export function icoOf(images: readonly { size: number; png: Buffer }[]): Buffer {
  const head = Buffer.alloc(headerBytes + entryBytes * images.length);
  head.writeUInt16LE(1, 2); // the type: icon
  head.writeUInt16LE(images.length, 4);
  let offset = head.length;
  for (const [index, { size, png }] of images.entries()) {
    const at = headerBytes + entryBytes * index;
    head.writeUInt8(size % 256, at); // 0 is 256
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4); // color planes
    head.writeUInt16LE(32, at + 6); // bits per pixel
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...images.map(({ png }) => png)]);
}
