const types: Record<string, string> = { png: 'image/png', jpeg: 'image/jpeg' };
const maxBytes = 50 * 1024 * 1024;
const maxImages = 100;

/**
 * The images of a clipboard from Word, in order. Its HTML names files that the browser cannot read, but its RTF contains them
 * as hexadecimal digits: `{\pict … \pngblip … {\*\blipuid …} 89504e47…}`.
 */
export function imagesInRtf(rtf: string): Blob[] {
  const images: Blob[] = [];
  if (rtf.length > 2 * maxBytes) return images;
  let read = 0;
  for (const match of rtf.matchAll(/\\(png|jpeg)blip/g)) {
    if (match.index < read) continue;
    const { bytes, end } = readBytes(rtf, match.index + match[0].length);
    read = end;
    if (bytes.length > 0) images.push(new Blob([bytes], { type: types[match[1] ?? ''] ?? '' }));
    if (images.length === maxImages) break;
  }
  return images;
}

/** Reads digits up to the end of the group, without those in inner groups and control words. */
function readBytes(rtf: string, from: number): { bytes: Uint8Array<ArrayBuffer>; end: number } {
  const digits: number[] = [];
  let depth = 0;
  let at = from;
  for (; at < rtf.length && depth >= 0; at++) {
    const character = rtf[at] ?? '';
    if (character === '{') depth++;
    else if (character === '}') depth--;
    else if (character === '\\') while (/[\w*\\-]/.test(rtf[at + 1] ?? '')) at++;
    else if (depth === 0 && /[\da-f]/i.test(character)) digits.push(Number.parseInt(character, 16));
  }
  const bytes = new Uint8Array(digits.length >> 1);
  for (let index = 0; index < bytes.length; index++)
    bytes[index] = ((digits[index * 2] ?? 0) << 4) | (digits[index * 2 + 1] ?? 0);
  return { bytes, end: at };
}
