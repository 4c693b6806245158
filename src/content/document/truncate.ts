import { codePoints } from '../../platform/http/api/plain-text.ts';

const words = new Intl.Segmenter('und', { granularity: 'word' });
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** A word is cut inside when keeping it whole would leave more than this of the limit unused. */
const maxRestLength = 60;

/** The longest prefix of whole words within `limit` code points; it may be empty when the limit is small. */
export function cutAtWord(text: string, limit: number): string {
  const whole = prefix(text, limit, words).trimEnd();
  return limit - codePoints(whole) > maxRestLength ? cutAtCharacter(text, limit) : whole;
}

/** A text on one line, at most `limit` code points: one that is longer ends with its last whole word and an ellipsis. */
export function shortened(text: string, limit: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (codePoints(line) <= limit) return line;
  const beginning = cutAtWord(line, limit - 1) || cutAtCharacter(line, limit - 1);
  return `${beginning.replace(/[\s,;:–—-]{1,9}$/, '')}…`;
}

/** The longest prefix of whole graphemes within `limit` code points, never empty. */
export function cutAtCharacter(text: string, limit: number): string {
  return prefix(text, limit, graphemes).trimEnd() || text.slice(0, offsetOf(text, limit));
}

function prefix(text: string, limit: number, segmenter: Intl.Segmenter): string {
  const end = offsetOf(text, limit);
  if (end >= text.length) return text;
  // The segmenter needs the text after the limit to know whether the last word is complete.
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
  let count = 0;
  for (const codePoint of text) {
    if (count++ >= limit) break;
    offset += codePoint.length;
  }
  return offset;
}
