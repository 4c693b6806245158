const words = new Intl.Segmenter('und', { granularity: 'word' });
const characters = new Intl.Segmenter('und', { granularity: 'grapheme' });

export function codePoints(text: string): number {
  let count = text.length;
  for (let index = 1; index < text.length; index += 1) if (isLowHalf(text, index)) count -= 1;
  return count;
}

/** What is left over when a word is kept whole; a longer word is cut inside. */
const longestRest = 60;

/** The longest beginning of whole words within `limit` code points; it may be empty when the limit is small. */
export function cutAtWord(text: string, limit: number): string {
  const whole = beginning(text, limit, words).trimEnd();
  return limit - codePoints(whole) > longestRest ? cutAtCharacter(text, limit) : whole;
}

/** The longest beginning of whole characters within `limit` code points, never empty. */
export function cutAtCharacter(text: string, limit: number): string {
  return beginning(text, limit, characters).trimEnd() || text.slice(0, offsetOf(text, limit));
}

function beginning(text: string, limit: number, segmenter: Intl.Segmenter): string {
  const end = offsetOf(text, limit);
  if (end >= text.length) return text;
  // What follows the limit decides whether the last word within it is whole.
  const window = text.slice(0, end + 64);
  let cut = 0;
  for (const { index } of segmenter.segment(window)) {
    if (index > end) break;
    cut = index;
  }
  return text.slice(0, cut);
}

function offsetOf(text: string, limit: number): number {
  let offset = 0;
  for (let count = 0; count < limit && offset < text.length; count += 1)
    offset += isLowHalf(text, offset + 1) ? 2 : 1;
  return offset;
}

function isLowHalf(text: string, index: number): boolean {
  return index < text.length && (text.codePointAt(index - 1) ?? 0) > 0xffff;
}
