import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { gifOf, pngOf } from '../support/odd-images.ts';

const script = '<script>alert(1)</script>';
const html = `<html><body>${script}</body></html>`;

const plain = (width = 32, height = 24) =>
  sharp({ create: { width, height, channels: 3, background: '#2b5d7a' } });

/** An image whose header claims a larger size. */
function grown(image: Buffer, find: Buffer, offset: number, bytes: number[]): Buffer {
  const at = image.indexOf(find);
  if (at < 0) throw new Error('This image has no such part.');
  const larger = Buffer.from(image);
  larger.set(bytes, at + offset);
  return larger;
}

/** A progressive JPEG whose last scan is repeated. */
function manyScans(jpeg: Buffer, times: number): Buffer {
  const start = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
  const scan = jpeg.subarray(start, jpeg.length - 2);
  return Buffer.concat([jpeg.subarray(0, start), ...Array<Buffer>(times).fill(scan), jpeg.subarray(-2)]);
}

function withRiffChunk(webp: Buffer, name: string, content: string): Buffer {
  const data = Buffer.from(content.padEnd(content.length + (content.length % 2)));
  const head = Buffer.alloc(8);
  head.write(name);
  head.writeUInt32LE(data.length, 4);
  const whole = Buffer.concat([webp, head, data]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}

const jpegSegment = (marker: number, content: string) => {
  const data = Buffer.from(content);
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
};

export type Hostile = { name: string; filename: string; bytes: Buffer; holdsScript?: boolean };

/** Decompression bombs, polyglot files, and files whose content does not match their name. */
export async function hostileImages(): Promise<Hostile[]> {
  const [png, jpeg, webp, avif, gif] = (await Promise.all(
    (['png', 'jpeg', 'webp', 'avif', 'gif'] as const).map((format) => plain().toFormat(format).toBuffer()),
  )) as [Buffer, Buffer, Buffer, Buffer, Buffer];
  const progressive = await plain(1_500, 1_500).jpeg({ progressive: true }).toBuffer();
  const zeros = deflateSync(Buffer.alloc(64 * 1024 * 1024));
  const line = deflateSync(Buffer.alloc(100));
  const text = (keyword: string, flags: number[], data: Buffer) =>
    Buffer.concat([Buffer.from(`${keyword}\0`), Buffer.from(flags), data]);
  const bomb = (name: string, bytes: Buffer | string, filename = 'bomb.png') => ({
    name,
    filename,
    bytes: Buffer.from(bytes as string, 'latin1'),
  });
  const both = (name: string, bytes: Buffer, filename: string) => ({
    name,
    filename,
    bytes,
    holdsScript: true,
  });
  const laughs = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join(
    '',
  );
  return [
    bomb(
      'a PNG of 900 megapixels',
      pngOf(30_000, 30_000, [['IDAT', deflateSync(Buffer.alloc(30_001 * 64))]]),
    ),
    bomb('a PNG of the largest size', pngOf(2 ** 31 - 1, 2 ** 31 - 1, [['IDAT', line]])),
    bomb(
      'a PNG with a text that decompresses to a huge size',
      pngOf(10, 10, [
        ['zTXt', text('Comment', [0], zeros)],
        ['IDAT', line],
      ]),
    ),
    bomb(
      'a PNG with a color profile that decompresses to a huge size',
      pngOf(10, 10, [
        ['iCCP', text('icc', [0], zeros)],
        ['IDAT', line],
      ]),
    ),
    bomb('a PNG with more data than pixels', pngOf(10, 10, [['IDAT', zeros]])),
    bomb(
      'a PNG of 20,000 empty chunks',
      pngOf(10, 10, [...Array<[string, Buffer]>(20_000).fill(['tEXt', Buffer.from('a\0b')]), ['IDAT', line]]),
    ),
    bomb(
      'an animated PNG',
      pngOf(1, 1, [
        ['acTL', Buffer.alloc(8)],
        ['IDAT', line],
      ]),
    ),
    bomb('a GIF of 10,000 frames', gifOf(10_000, 10, 10), 'bomb.gif'),
    bomb('a GIF of 500 large frames', gifOf(500, 3_000, 3_000), 'bomb.gif'),
    bomb('a GIF of the largest size', gifOf(1, 65_535, 65_535), 'bomb.gif'),
    bomb('a GIF without an end', gifOf(400, 100, 100).subarray(0, -1), 'bomb.gif'),
    bomb(
      'a JPEG of the largest size',
      grown(jpeg, Buffer.from([0xff, 0xc0]), 5, [0xff, 0xdc, 0xff, 0xdc]),
      'bomb.jpg',
    ),
    bomb('a JPEG of 300 scans', manyScans(progressive, 300), 'bomb.jpg'),
    bomb(
      'a WebP of the largest size',
      grown(
        await plain().webp({ lossless: false }).toBuffer(),
        Buffer.from([0x9d, 0x01, 0x2a]),
        3,
        [0xff, 0x3f, 0xff, 0x3f],
      ),
      'bomb.webp',
    ),
    bomb(
      'an AVIF of the largest size',
      grown(avif, Buffer.from('ispe'), 8, [0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff]),
      'bomb.avif',
    ),
    bomb('a TIFF', await plain().tiff().toBuffer(), 'bomb.tiff'),
    bomb(
      'an SVG with the billion laughs attack',
      `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY l0 "ha">${laughs}]><svg xmlns="http://www.w3.org/2000/svg"><text>&l9;</text></svg>`,
      'bomb.svg',
    ),
    bomb(
      'an SVG that reads files',
      '<!DOCTYPE svg [<!ENTITY f SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&f;</text></svg>',
      'bomb.svg',
    ),
    bomb(
      'an SVG that is enormous',
      '<svg xmlns="http://www.w3.org/2000/svg" width="99999999" height="99999999"><rect width="100%" height="100%"/></svg>',
      'bomb.svg',
    ),
    bomb('an SVG with a script', `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`, 'image.png'),
    bomb('a bitmap', `BM${'\0'.repeat(60)}`, 'bomb.bmp'),
    bomb('a PDF', '%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj', 'image.jpg'),
    bomb('a ZIP', 'PK\x03\x04', 'image.jpg'),
    bomb('an HTML page named like an image', html, 'image.jpg'),
    bomb('nothing at all', '', 'empty.png'),
    both('a GIF that is a script', gifOf(1, 10, 10, `*/=1;alert(1)//${script}`), 'polyglot.gif'),
    both('a GIF with a page behind it', Buffer.concat([gif, Buffer.from(html)]), 'polyglot.gif'),
    both(
      'a JPEG with a page in its comment',
      Buffer.concat([jpeg.subarray(0, 2), jpegSegment(0xfe, html), jpeg.subarray(2)]),
      'polyglot.html',
    ),
    both(
      'a JPEG with a page in its metadata',
      Buffer.concat([
        jpeg.subarray(0, 2),
        jpegSegment(0xe1, `http://ns.adobe.com/xap/1.0/\0${html}`),
        jpeg.subarray(2),
      ]),
      'polyglot.jpg',
    ),
    both(
      'a JPEG with an archive behind it',
      Buffer.concat([jpeg, Buffer.from(`PK\x03\x04${html}`, 'latin1')]),
      'polyglot.zip',
    ),
    both('a PNG with a page behind it', Buffer.concat([png, Buffer.from(html)]), 'polyglot.php'),
    both(
      'a PNG with a page in its text',
      pngOf(10, 10, [
        ['tEXt', Buffer.from(`Comment\0${html}`)],
        ['IDAT', deflateSync(Buffer.alloc(110))],
      ]),
      'polyglot.svg',
    ),
    both('a WebP with a page in a part', withRiffChunk(webp, 'XMP ', html), 'polyglot.webp'),
    both('an AVIF with a page behind it', Buffer.concat([avif, Buffer.from(html)]), 'polyglot.avif'),
    both(
      'an image with a hostile name',
      Buffer.concat([png, Buffer.from(script)]),
      '../../"><script>alert(1)</script>.html',
    ),
  ];
}
