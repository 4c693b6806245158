import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { TimeSlices } from './time-slices.ts';

const block = (ms: number) => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};

const slicesOf = (sliceMs: number, maxSliceMs: number) =>
  new TimeSlices({ sliceMs, shortSliceMs: sliceMs, maxSliceMs }, () => false);

/** Notes in which turn of the event loop each piece of work ran. */
async function turnsOf(
  work: (note: (name: string) => void) => Promise<unknown>,
): Promise<[string, number][]> {
  const noted: [string, number][] = [];
  let turn = 0;
  let done = false;
  const watch = (async () => {
    for (; !done; turn++) await nextTurn();
  })();
  await work((name) => void noted.push([name, turn]));
  done = true;
  await watch;
  return noted;
}

test('pieces of work that take longer than a slice run in a turn of the event loop each', async () => {
  const slices = slicesOf(1, 1);
  const noted = await turnsOf((note) =>
    Promise.all(
      ['a', 'b', 'c', 'd'].map(async (name) => {
        await slices.begin();
        note(name);
        await null;
        block(3);
      }),
    ),
  );
  expect(noted.map(([name]) => name)).toEqual(['a', 'b', 'c', 'd']);
  expect(new Set(noted.map(([, turn]) => turn)).size).toBe(4);
});

test('short pieces of work share a turn, each after all that the one before did', async () => {
  const slices = slicesOf(1_000, 1_000);
  const steps: string[] = [];
  const noted = await turnsOf((note) =>
    Promise.all(
      ['a', 'b', 'c'].map(async (name) => {
        await slices.begin();
        note(name);
        for (let step = 0; step < 20; step++) {
          steps.push(name);
          await null;
        }
      }),
    ),
  );
  expect(new Set(noted.map(([, turn]) => turn)).size).toBe(1);
  expect(steps.join('')).toBe('a'.repeat(20) + 'b'.repeat(20) + 'c'.repeat(20));
});

test('work that has begun continues before other work begins', async () => {
  const slices = slicesOf(0, 0);
  const order: string[] = [];
  await Promise.all(
    ['a', 'b', 'c'].map(async (name) => {
      await slices.begin();
      order.push(`${name}1`);
      await slices.yield();
      order.push(`${name}2`);
    }),
  );
  expect(order).toEqual(['a1', 'a2', 'b1', 'b2', 'c1', 'c2']);
});

test('under a flood of other work a slice takes as long as that did', async () => {
  const slices = slicesOf(0, 1_000);
  let begun = 0;
  const work = Array.from({ length: 100 }, async () => {
    await slices.begin();
    begun++;
    block(1);
  });
  block(30);
  await nextTurn();
  await nextTurn();
  // A machine that is busy with something else may run fewer of them in the same time.
  expect(begun).toBeGreaterThan(2);
  await Promise.all(work);
});

test('while many cached pages are read, slices are short', async () => {
  let areRead = false;
  const slices = new TimeSlices({ sliceMs: 1_000, shortSliceMs: 0, maxSliceMs: 1_000 }, () => areRead);
  const turns = async () => {
    const noted = await turnsOf((note) =>
      Promise.all(
        ['a', 'b', 'c', 'd'].map(async (name) => {
          await slices.begin();
          note(name);
          block(20);
        }),
      ),
    );
    return new Set(noted.map(([, turn]) => turn)).size;
  };
  expect(await turns()).toBe(1);
  areRead = true;
  expect(await turns()).toBeGreaterThan(1);
});
