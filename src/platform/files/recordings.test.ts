import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { detectRecording, localFile, removeCameraNotes } from './recordings.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'recordings-'));
});
afterAll(() => rm(folder, { recursive: true }));

const file = async (bytes: Buffer | string) => {
  const name = path.join(folder, 'file');
  await writeFile(name, typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  return name;
};

const box = (name: string, ...parts: (Buffer | string)[]): Buffer => {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part as string, 'latin1')));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, content]);
};

describe('the type of a recording', () => {
  test.each([
    ['ID3\x04\0\0', '.mp3', 'audio/mpeg'],
    ['\xff\xfb\x90\x64', '.mp3', 'audio/mpeg'],
    ['fLaC\0', '.flac', 'audio/flac'],
    ['RIFF\0\0\0\0WAVEfmt ', '.wav', 'audio/wav'],
    ['OggS\0\x02....vorbis', '.oga', 'audio/ogg'],
    ['OggS\0\x02....\x80theora', '.ogv', 'video/ogg'],
    ['\x1a\x45\xdf\xa3....B\x82\x84webm', '.webm', 'video/webm'],
    ['\0\0\0\x18ftypisom', '.mp4', 'video/mp4'],
    ['\0\0\0\x18ftypM4A ', '.m4a', 'audio/mp4'],
  ])('%j is %s', async (head, extension, type) => {
    const kind = type.split('/')[0];
    expect(await detectRecording(await file(head))).toEqual({ kind, extension, type });
  });

  test.each([
    '',
    '<html><script>alert(1)</script>',
    '\x89PNG\r\n\x1a\n',
    'RIFF\0\0\0\0WEBP',
    '\0\0\0\x18ftypheic',
    '\x1a\x45\xdf\xa3....B\x82\x88matroska',
    '%PDF-1.7',
  ])('%j is refused', async (head) => {
    await expect(detectRecording(await file(head))).rejects.toThrow('not audio or video');
  });

  test('QuickTime is refused with advice', async () => {
    await expect(detectRecording(await file('\0\0\0\x14ftypqt  '))).rejects.toThrow('as MP4');
  });
});

describe('what a camera wrote', () => {
  test('is cleared in place, wherever it is; everything else stays as it was', async () => {
    const place = box('udta', box('\xa9xyz', '+52.5200+013.4050/'));
    const before = Buffer.concat([
      box('ftyp', 'isom'),
      box('mdat', 'pictures and sound that say udta'),
      box('moov', box('mvhd', 'x'), box('trak', box('tkhd', 'y'), place), place, box('meta', 'keys')),
    ]);
    const name = await file(before);
    await removeCameraNotes(name);
    const after = await readFile(name);
    expect(after.length).toBe(before.length);
    expect(after.toString('latin1')).not.toContain('+52.52');
    expect(after.toString('latin1')).not.toContain('keys');
    expect(after.toString('latin1')).toContain('pictures and sound that say udta');
    expect(after.toString('latin1')).toContain('mvhdx');
  });

  test.each([
    Buffer.from('\0\0\0\0moov', 'latin1'),
    Buffer.from('\0\0\0\x01moov\0\0\0\0\0\0\0\x08', 'latin1'),
    Buffer.from('\xff\xff\xff\xffudta', 'latin1'),
    Buffer.concat(Array.from({ length: 20_000 }, () => box('moov'))),
    Array.from({ length: 5_000 }).reduce<Buffer>((inner) => box('moov', inner), Buffer.from('')),
  ])('in a malformed file ends', async (bytes) => {
    await removeCameraNotes(await file(bytes));
  });
});

test('a file is described by its size and checksum', async () => {
  expect(await localFile(await file('abc'))).toMatchObject({
    size: 3,
    sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  });
});
