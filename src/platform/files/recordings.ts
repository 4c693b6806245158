import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { notARecording, quickTimeNotSupported } from '../messages/owner.ts';
import { WrongType } from './errors.ts';
import type { LocalFile } from './files.ts';

type Recording = { kind: 'audio' | 'video'; extension: string; type: string };

/** Media types of audio and video files, by extension. */
export const recordingTypes: Record<string, string> = {
  '.flac': 'audio/flac',
  '.m4a': 'audio/mp4',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.oga': 'audio/ogg',
  '.ogv': 'video/ogg',
  '.wav': 'audio/wav',
  '.webm': 'video/webm',
};

const headBytes = 4096;

/** Detects audio and video that browsers play, by content. */
export async function detectRecording(path: string): Promise<Recording> {
  await using handle = await open(path);
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
  const extension = extensionOf(buffer.subarray(0, bytesRead).toString('latin1'));
  const type = recordingTypes[extension] ?? '';
  return { kind: type.startsWith('audio') ? 'audio' : 'video', extension, type };
}

function extensionOf(head: string): string {
  if (head.startsWith('fLaC')) return '.flac';
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WAVE') return '.wav';
  if (head.startsWith('OggS')) return head.includes('theora') ? '.ogv' : '.oga';
  if (head.startsWith('\x1a\x45\xdf\xa3') && head.slice(0, 100).includes('webm')) return '.webm';
  if (head.slice(4, 8) === 'ftyp') return extensionOfBrand(head.slice(8, 12));
  // An ID3 tag, or the sync word of an MPEG audio frame of layer III.
  if (head.startsWith('ID3') || /^\xff[\xf2\xf3\xfa\xfb]/.test(head)) return '.mp3';
  throw new WrongType(notARecording);
}

function extensionOfBrand(brand: string): string {
  if (brand === 'qt  ') throw new WrongType(quickTimeNotSupported);
  if (/^M4[AB] $/.test(brand)) return '.m4a';
  // The container is shared with images and with formats of phones.
  if (/^(?:isom|iso\d|mp4\d|avc1|M4V |MSNV|dash|f4v )$/.test(brand)) return '.mp4';
  throw new WrongType(notARecording);
}

/** Boxes that contain other boxes. */
const containers = new Set(['moov', 'trak']);
/** Boxes with what the camera noted: place, device, owner. Players do not need them. */
const noted = new Set(['udta', 'meta']);
const maxBoxes = 10_000;

/**
 * Makes players ignore what a camera wrote into an MP4 file about its owner, above all the place. The boxes keep their
 * size and become free space, so nothing moves.
 */
export async function removeCameraNotes(path: string): Promise<void> {
  await using handle = await open(path, 'r+');
  const { size } = await handle.stat();
  await clearNotes(handle, 0, size, { left: maxBoxes });
  await handle.sync();
}

async function clearNotes(
  file: FileHandle,
  from: number,
  to: number,
  boxes: { left: number },
): Promise<void> {
  let at = from;
  while (at + 8 <= to && boxes.left-- > 0) {
    const { buffer } = await file.read(Buffer.alloc(16), 0, 16, at);
    const short = buffer.readUInt32BE(0);
    const header = short === 1 ? 16 : 8;
    const size = short === 1 ? Number(buffer.readBigUInt64BE(8)) : short === 0 ? to - at : short;
    if (size < header || at + size > to) return;
    const name = buffer.toString('latin1', 4, 8);
    if (noted.has(name)) {
      await file.write('free', at + 4, 'latin1');
      await fillWithZeros(file, at + header, at + size);
    } else if (containers.has(name)) await clearNotes(file, at + header, at + size, boxes);
    at += size;
  }
}

const zeros = Buffer.alloc(64 * 1024);

async function fillWithZeros(file: FileHandle, from: number, to: number): Promise<void> {
  for (let at = from; at < to; at += zeros.length)
    await file.write(zeros, 0, Math.min(zeros.length, to - at), at);
}

export async function localFile(path: string): Promise<LocalFile> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return { path, size: (await stat(path)).size, sha256: hash.digest('hex') };
}
