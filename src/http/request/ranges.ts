import type { IncomingHttpHeaders } from 'node:http';

export type Range = { start: number; end: number };

/**
 * The part of a file that is asked for: one range, as browsers and download managers ask for it. Null means all of it, for
 * other ranges too, as HTTP allows. A part of what has changed since fits nothing, so then it is all of it, too.
 */
export function wantedRange(
  { range, 'if-range': known }: IncomingHttpHeaders,
  etag: string,
  size: number,
): Range | 'outside' | null {
  if (known !== undefined && known !== etag) return null;
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
  if (from === '' && to === '') return null;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return start > end || start >= size ? 'outside' : { start, end };
}
