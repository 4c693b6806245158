import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** A longer batch would delay requests by more than the time to render a page. */
const targetMs = 5;

/**
 * Runs a maintenance job in batches and yields to the event loop after each one, which awaiting a SQLite query does not.
 * A batch resumes after the position where the previous one ended, handles about `size` rows, and returns its own last
 * position, or null at the end. The size adapts to the time that batches take, between 1 and `maxSize`.
 */
export async function inBatches<Position>(
  start: Position,
  maxSize: number,
  batch: (after: Position, size: number) => Promise<Position | null>,
  signal?: AbortSignal,
): Promise<void> {
  let size = Math.min(maxSize, 8);
  for (let after: Position | null = start; after !== null && !signal?.aborted; ) {
    const began = performance.now();
    after = await batch(after, size);
    const ms = performance.now() - began;
    if (ms > targetMs) size = Math.max(1, Math.floor(size / 2));
    else if (ms < targetMs / 2) size = Math.min(maxSize, size * 2);
    await yieldToEventLoop();
  }
}
