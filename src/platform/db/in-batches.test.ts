import { expect, test } from 'vitest';
import { inBatches } from './in-batches.ts';

const spin = (ms: number) => {
  for (const end = performance.now() + ms; performance.now() < end; );
};

test('resumes where the previous batch ended, until nothing is left', async () => {
  const seen: number[] = [];
  await inBatches(0, 100, async (after) => {
    seen.push(after);
    return after < 3 ? after + 1 : null;
  });
  expect(seen).toEqual([0, 1, 2, 3]);
});

test('yields to the event loop after each batch, although no batch awaits I/O', async () => {
  const order: string[] = [];
  setImmediate(() => order.push('request'));
  await inBatches(0, 1, async (after) => {
    order.push('batch');
    return after < 4 ? after + 1 : null;
  });
  expect(order.slice(0, 2)).toEqual(['batch', 'request']);
});

test('slow batches shrink and fast ones grow, up to the limit', async () => {
  const sizes: number[] = [];
  await inBatches(0, 64, async (after, size) => {
    sizes.push(size);
    if (after >= 8) spin(8);
    return after < 14 ? after + 1 : null;
  });
  expect(Math.max(...sizes)).toBeLessThanOrEqual(64);
  expect(sizes.at(-1)).toBe(1);
});

test('stops when its signal is aborted', async () => {
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
