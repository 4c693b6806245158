import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { decodeHeader, encodeHeader, type TarHeader } from './tar-header.ts';

const modified = new Date('2026-01-02T03:04:05Z');
const plain = (name: string, size = 0): TarHeader => ({ name, size, modified, type: '0' });
const encode = (header: TarHeader): Buffer => encodeHeader(header) ?? expect.fail('does not fit');
const longName = `images/${'a'.repeat(60)}/${'b'.repeat(60)}.webp`;

// The hashes of headers that the package tar 7.5.22 wrote, with which earlier versions made their archives.
test.each([
  [plain('manifest.json', 1234), '7dbf6de8b7567f3ef2553ae085f28ce2ef7fe2f75b03883dca7eaacd47dc44ec'],
  [plain(longName), 'ef810f2d95a1469985212eae249ab5802209e8bbe5cf0cddcb8c7d847e89e5a1'],
])('writes the same bytes as earlier versions', (header, hash) => {
  expect(createHash('sha256').update(encode(header)).digest('hex')).toBe(hash);
});

test.each([
  plain('a'),
  plain(longName, 8 * 1024 ** 3 - 1),
  plain('a', 8 * 1024 ** 3),
  plain('a', Number.MAX_SAFE_INTEGER),
  plain('ä'.repeat(50)),
])('reads what it writes', (header) => {
  expect(decodeHeader(encode(header))).toEqual(header);
});

test.skipIf(process.platform === 'win32')('tar lists names and sizes, also of 9 GB', () => {
  // Without the content of the last file, which tar only misses at the end.
  const input = Buffer.concat([encode(plain(longName)), encode(plain('large', 9_000_000_000))]);
  const listed = spawnSync('tar', ['tvf', '-'], { input }).stdout.toString();
  expect(listed).toMatch(new RegExp(` 0 .* ${longName}\n.* 9000000000 .* large\n`));
});

test('a name that is too long is refused', () => {
  expect(encodeHeader(plain('a'.repeat(101)))).toBeNull();
  expect(encodeHeader(plain(`${'a'.repeat(156)}/b`))).toBeNull();
  expect(encodeHeader(plain('ä'.repeat(51)))).toBeNull();
});

test('zeros end an archive', () => {
  expect(decodeHeader(Buffer.alloc(512))).toBeNull();
});

const changed = (at: number, bytes: string, fixChecksum: boolean): Buffer => {
  const block = encode(plain('name', 5));
  block.write(bytes, at, 'latin1');
  if (fixChecksum) {
    block.fill(' ', 148, 156);
    const sum = block.reduce((total, byte) => total + byte, 0);
    block.write(`${sum.toString(8).padStart(6, '0')} \0`, 148);
  }
  return block;
};

test('any changed byte is detected', () => {
  for (let at = 0; at < 512; at++) {
    const block = encode(plain('name', 5));
    block[at] = (block[at] ?? 0) ^ 0x01;
    expect(decodeHeader(block)?.name, `byte ${at}`).toBeUndefined();
  }
});

test.each([
  ['no name', 0, '\0\0\0\0'],
  ['a negative size', 124, '-0000000001\0'],
  ['a size that is no number', 124, 'zzzzzzzzzzz\0'],
  ['an empty size', 124, '\0'.repeat(12)],
  ['a size beyond all files', 124, `\x80${'\xff'.repeat(11)}`],
  ['a negative size in base 256', 124, '\xff'.repeat(12)],
  ['a date beyond all others', 136, `\x80${'\0'.repeat(4)}\x0f${'\xff'.repeat(6)}`],
])('refuses %s, whose checksum is right', (_, at, bytes) => {
  expect(decodeHeader(changed(at, bytes, true))).toBeUndefined();
});

test('control: the checksum of a changed header is right', () => {
  expect(decodeHeader(changed(0, 'NAME', true))?.name).toBe('NAME');
  expect(decodeHeader(changed(0, 'NAME', false))).toBeUndefined();
});

test('distinguishes links, folders and devices from files', () => {
  for (const type of ['1', '2', '3', '4', '5', '6', 'x', 'g', 'L', 'K'])
    expect(decodeHeader(encode({ ...plain('a'), type }))?.type).toBe(type);
});
