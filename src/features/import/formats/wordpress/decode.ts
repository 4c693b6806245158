import type { SourceEntry } from '../../../../platform/files/source.ts';

const peekBytes = 64 * 1024;

/**
 * The text of a file in pieces. Its declared encoding is often wrong: what is UTF-8 is read as UTF-8, and single bytes that
 * are not as Windows-1252, which includes Latin-1. Another declared encoding counts only if the beginning is not UTF-8.
 */
export async function* decodedText(entry: SourceEntry): AsyncGenerator<string> {
  const stream = await entry.open();
  let decode: Decode | null = null;
  let beginning: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (decode) {
        yield withoutControls(decode(chunk, false));
        continue;
      }
      beginning.push(chunk);
      length += chunk.length;
      if (length < peekBytes) continue;
      const bytes = Buffer.concat(beginning);
      beginning = [];
      decode = decoderFor(bytes);
      yield withoutControls(decode(bytes, false));
    }
    const rest = Buffer.concat(beginning);
    decode ??= decoderFor(rest);
    yield withoutControls(decode(rest, true));
  } finally {
    stream.destroy();
  }
}

type Decode = (bytes: Buffer, isLast: boolean) => string;

function decoderFor(beginning: Buffer): Decode {
  const [first, second] = beginning;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return streaming('utf-16le');
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return streaming('utf-16be');
  const declared = /^[^>]{0,300}\bencoding\s{0,9}=\s{0,9}["']([\w.:-]{1,40})["']/.exec(
    beginning.toString('latin1', 0, 1000),
  )?.[1];
  const isMultibyte =
    declared !== undefined && !/^(?:utf-?8|us-ascii|iso-?8859-1|latin1|windows-1252)$/i.test(declared);
  if (isMultibyte && !isUtf8(beginning)) {
    try {
      return streaming(declared);
    } catch {
      // An encoding that does not exist.
    }
  }
  return mixed();
}

function streaming(label: string): Decode {
  const decoder = new TextDecoder(label);
  return (bytes, isLast) => decoder.decode(bytes, { stream: !isLast });
}

/** The last bytes may be the beginning of a character. */
function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function mixed(): Decode {
  const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let rest: Buffer = Buffer.alloc(0);
  return (bytes, isLast) => {
    const all = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes;
    const end = isLast ? all.length : all.length - unfinished(all);
    rest = Buffer.from(all.subarray(end));
    const whole = all.subarray(0, end);
    try {
      return strict.decode(whole);
    } catch {
      return decodeBytes(whole);
    }
  };
}

/** How many bytes at the end begin a character that goes on in the next piece. */
function unfinished(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return lengthOf(byte) > back ? back : 0;
  }
  return 0;
}

function lengthOf(lead: number): number {
  return lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
}

/** Reads characters of UTF-8 as such, and bytes between them as Windows-1252. */
function decodeBytes(bytes: Buffer): string {
  const pieces: string[] = [];
  let start = 0;
  for (let at = 0; at < bytes.length; ) {
    const size = sizeAt(bytes, at);
    if (size > 0) {
      at += size;
      continue;
    }
    pieces.push(bytes.toString('utf8', start, at), single.decode(bytes.subarray(at, at + 1)));
    at += 1;
    start = at;
  }
  pieces.push(bytes.toString('utf8', start));
  return pieces.join('');
}

const single = new TextDecoder('windows-1252');

/** The bytes of the character of UTF-8 at this place; 0 if there is none. */
function sizeAt(bytes: Buffer, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const size = lengthOf(lead);
  for (let next = 1; next < size; next += 1) if (((bytes[at + next] ?? 0) & 0xc0) !== 0x80) return 0;
  return size;
}

const controls = /(?![\n\r\t])\p{Cc}|\ufeff/gu;

function withoutControls(text: string): string {
  return text.replace(controls, '');
}
