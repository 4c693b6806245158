import { expect, test } from 'vitest';
import { inBatches } from './in-batches.ts';

const spin = (ms: number) => {
  for (const end = performance.now() + ms; performance.now() < end; );
};

test('goes on where the batch before ended, until nothing is left', async () => {
  const seen: number[] = [];
  await inBatches(0, 100, async (after) => {
    seen.push(after);
    return after < 3 ? after + 1 : null;
  });
  expect(seen).toEqual([0, 1, 2, 3]);
});

test('lets the event loop come round after each batch, although no batch waits for anything', async () => {
  const order: string[] = [];
  setImmediate(() => order.push('request'));
  await inBatches(0, 1, async (after) => {
    order.push('batch');
    return after < 4 ? after + 1 : null;
  });
  expect(order.slice(0, 2)).toEqual(['batch', 'request']);
});

test('batches that take long become small, quick ones large, never above the limit', async () => {
  const sizes: number[] = [];
  await inBatches(0, 64, async (after, size) => {
    sizes.push(size);
    if (after >= 8) spin(8);
    return after < 14 ? after + 1 : null;
  });
  expect(Math.max(...sizes)).toBeLessThanOrEqual(64);
  expect(sizes.at(-1)).toBe(1);
});

test('ends with its signal', async () => {
  const stop = new AbortController();
  let batches = 0;
  await inBatches(
    0,
    10,
    async () => {
      if (++batches === 3) stop.abort();
      return 0;
    },
    stop.signal,
  );
  expect(batches).toBe(3);
});
