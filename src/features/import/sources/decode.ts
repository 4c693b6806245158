import type { SourceEntry } from '../../../platform/files/source.ts';

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
    const [begun = ''] = isLast ? [] : (unfinished.exec(all.toString('latin1', all.length - 3)) ?? []);
    const end = all.length - begun.length;
    rest = Buffer.from(all.subarray(end));
    const whole = all.subarray(0, end);
    try {
      return strict.decode(whole);
    } catch {
      return decodeBytes(whole);
    }
  };
}

/** The beginning of a character of UTF-8 that goes on in the next piece, as Latin-1. */
const unfinished = /(?:[\xc0-\xdf]|[\xe0-\xef][\x80-\xbf]?|[\xf0-\xff][\x80-\xbf]{0,2})$/;

const single = new TextDecoder('windows-1252');
const characters =
  /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}|([\x80-\xff])/g;

/** Reads characters of UTF-8 as such, and bytes between them as Windows-1252. */
const decodeBytes = (bytes: Buffer): string =>
  bytes.toString('latin1').replace(characters, (found, byte?: string) => {
    const one = Buffer.from(found, 'latin1');
    return byte === undefined ? one.toString('utf8') : single.decode(one);
  });

const controls = /(?![\n\r\t])\p{Cc}|\ufeff/gu;

function withoutControls(text: string): string {
  return text.replace(controls, '');
}
