import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

declare const fromBatch: unique symbol;
/** Only `inBatches` makes one, so a store function that asks for it cannot read all rows of a table at once. */
export type BatchSize = number & { [fromBatch]: true };

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
  batch: (after: Position, size: BatchSize) => Promise<Position | null>,
  signal?: AbortSignal,
): Promise<void> {
  let size = Math.min(maxSize, 8);
  for (let after: Position | null = start; after !== null && !signal?.aborted; ) {
    const began = performance.now();
    after = await batch(after, size as BatchSize);
    const ms = performance.now() - began;
    if (ms > targetMs) size = Math.max(1, Math.floor(size / 2));
    else if (ms < targetMs / 2) size = Math.min(maxSize, size * 2);
    await yieldToEventLoop();
  }
}

export const atMost = (limit: number, size: BatchSize): BatchSize => Math.min(limit, size) as BatchSize;

/**
 * Fixed, because finding the rows may take a scan: with ever smaller batches the scans would dominate. Also the limit for a
 * cleanup that is part of a request.
 */
export const deleteBatchSize = 500 as BatchSize;

/** Deletes in batches until one finds nothing left to delete. */
export const deleteInBatches = (batch: (size: BatchSize) => Promise<number>): Promise<void> =>
  inBatches(0, 1, async () => ((await batch(deleteBatchSize)) > 0 ? 0 : null));
