import type { IncomingHttpHeaders } from 'node:http';

export type Range = { start: number; end: number };

/**
 * The requested byte range. Null means the whole file, also for several ranges, which HTTP allows to ignore, and when the
 * file has changed since the client got its first part.
 */
export function requestedRange(
  { range, 'if-range': ifRange }: IncomingHttpHeaders,
  etag: string,
  size: number,
): Range | 'unsatisfiable' | null {
  if (ifRange !== undefined && ifRange !== etag) return null;
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
  if (from === '' && to === '') return null;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return start > end || start >= size ? 'unsatisfiable' : { start, end };
}
