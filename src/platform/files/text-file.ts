import type { SourceEntry } from './source.ts';

/** Larger files are not read as text: no post has ten million letters. */
const textFileBytes = 10 * 1024 * 1024;

export class TooLarge extends Error {}

/** The text of a file. Files that are not UTF-8 are read as Windows-1252, which includes Latin-1. */
export async function readText(entry: SourceEntry, limit = textFileBytes): Promise<string> {
  return decodeText(await readBytes(entry, limit));
}

/** The first bytes of a file as text, for detecting its format. */
export async function readBeginning(entry: SourceEntry, bytes = 4096): Promise<string> {
  const stream = await entry.open();
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= bytes) break;
    }
  } finally {
    stream.destroy();
  }
  return Buffer.concat(chunks).toString('utf8', 0, bytes);
}

async function readBytes(entry: SourceEntry, limit: number): Promise<Buffer> {
  const tooLarge = () =>
    new TooLarge(
      `${entry.path} is larger than ${Math.floor(limit / 1024 / 1024)} MB, the limit for such files.`,
    );
  if (entry.bytes > limit) throw tooLarge();
  const stream = await entry.open();
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > limit) throw tooLarge();
      chunks.push(chunk);
    }
  } finally {
    stream.destroy();
  }
  return Buffer.concat(chunks);
}

export function decodeText(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
