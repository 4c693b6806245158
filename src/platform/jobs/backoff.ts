import type { Blog } from '../blog.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** The waits after each failed attempt; after the last one, the next failure is final. */
const waits = [minute, 5 * minute, 30 * minute, 2 * hour, 8 * hour, 24 * hour];
/** So that a server that is back is noticed on the same day. */
const maxHostWaitMs = 6 * hour;
/** A host that has not answered for so long is given up, and probed once in the same time. */
const givenUpAfterMs = 7 * day;

const later = (blog: Pick<Blog, 'now'>, ms: number): string =>
  new Date(blog.now().getTime() + ms).toISOString();

/** When to try again after another failed attempt; null: never. */
export function nextAttempt(
  blog: Pick<Blog, 'now'>,
  attemptsBefore: number,
  { isFinal, retryAfterMs }: { isFinal: boolean; retryAfterMs: number | null },
): string | null {
  const wait = waits[attemptsBefore];
  if (isFinal || wait === undefined) return null;
  return later(blog, Math.max(wait, retryAfterMs ?? 0));
}

export type HostState = { attempts: number; date_failing: string | null };

/** How long a host is left alone that failed once more, and whether it is given up. */
export function nextHostAttempt(
  blog: Pick<Blog, 'now'>,
  { attempts, date_failing }: HostState,
  retryAfterMs: number | null,
): { attempts: number; date_failing: string; given_up: number; next_run: string } {
  const since = date_failing ?? blog.now().toISOString();
  const isGivenUp = blog.now().getTime() - Date.parse(since) >= givenUpAfterMs;
  const wait = Math.max(Math.min(waits[attempts] ?? maxHostWaitMs, maxHostWaitMs), retryAfterMs ?? 0);
  return {
    attempts: attempts + 1,
    date_failing: since,
    given_up: isGivenUp ? 1 : 0,
    next_run: later(blog, isGivenUp ? givenUpAfterMs : wait),
  };
}
