import { setImmediate as nextTurn } from 'node:timers/promises';

/** A batch that takes longer keeps requests waiting for longer than a page takes to make. */
const targetMs = 5;

/**
 * Runs a maintenance job batch by batch and yields to the event loop after each: `await` on a query of SQLite does not.
 * A batch starts where the one before ended (`after`), takes about `size` rows, and returns where it ended, or null when
 * nothing is left. The size follows the time that batches take, from 1 to `most`.
 */
export async function inBatches<Place>(
  begin: Place,
  most: number,
  batch: (after: Place, size: number) => Promise<Place | null>,
  signal?: AbortSignal,
): Promise<void> {
  let size = Math.min(most, 8);
  for (let after: Place | null = begin; after !== null && !signal?.aborted; ) {
    const began = performance.now();
    after = await batch(after, size);
    const ms = performance.now() - began;
    if (ms > targetMs) size = Math.max(1, Math.floor(size / 2));
    else if (ms < targetMs / 2) size = Math.min(most, size * 2);
    await nextTurn();
  }
}
