import { setTimeout as wait } from 'node:timers/promises';

type Work<Item> = {
  /** How many items are worked on at the same time. */
  max: number;
  /** Items that are due, at most so many, and none of those that are being worked on. */
  take(busy: readonly string[], free: number): Promise<readonly Item[]>;
  keyOf(item: Item): string;
  work(item: Item): Promise<void>;
};

/** Something new may be due while other items are being worked on. */
const pollMs = 500;

/**
 * Works on due items side by side until there is none, one fails or the signal is aborted. What has begun is finished: what
 * arrived must not be sent again.
 */
export async function inParallel<Item>(
  signal: AbortSignal,
  { max, take, keyOf, work }: Work<Item>,
): Promise<void> {
  const busy = new Map<string, Promise<void>>();
  let failure: { error: unknown } | undefined;
  while (!failure && !signal.aborted) {
    const free = max - busy.size;
    const items = free > 0 ? await take([...busy.keys()], free) : [];
    for (const item of items) {
      const key = keyOf(item);
      const working = work(item)
        .catch((error: unknown) => {
          failure ??= { error };
        })
        .finally(() => busy.delete(key));
      busy.set(key, working);
    }
    if (items.length > 0 && busy.size < max) continue;
    if (busy.size === 0) break;
    await Promise.race([...busy.values(), ...(busy.size < max ? [wait(pollMs)] : [])]);
  }
  await Promise.all(busy.values());
  signal.throwIfAborted();
  if (failure) throw failure.error;
}
