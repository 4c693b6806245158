import type { Blog } from '../blog.ts';

const minute = 60_000;
/** The waits after each failed attempt; after the last one, the next failure is final. */
const waits = [1, 5, 30, 2 * 60, 8 * 60, 24 * 60].map((minutes) => minutes * minute);

/** When to try again after another failed attempt; null: never. */
export function nextAttempt(
  blog: Pick<Blog, 'now'>,
  attemptsBefore: number,
  { isFinal, retryAfterMs }: { isFinal: boolean; retryAfterMs: number | null },
): string | null {
  const wait = waits[attemptsBefore];
  if (isFinal || wait === undefined) return null;
  return new Date(blog.now().getTime() + Math.max(wait, retryAfterMs ?? 0)).toISOString();
}
