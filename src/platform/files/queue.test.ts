import { expect, test } from 'vitest';
import { Busy } from './errors.ts';
import { Queue } from './queue.ts';

function job() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const state = { started: false, end: resolve };
  const run = () => {
    state.started = true;
    return promise;
  };
  return { run, state };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('runs as many jobs as there are slots, in order', async () => {
  const queue = new Queue({ slots: 2, weight: 100, waiting: 10 });
  const jobs = [job(), job(), job(), job()];
  const done = jobs.map(({ run }) => queue.run(1, run));
  const started = () => jobs.map(({ state }) => state.started);
  await settle();
  expect(started()).toEqual([true, true, false, false]);
  jobs[1]?.state.end();
  await settle();
  expect(started()).toEqual([true, true, true, false]);
  for (const { state } of jobs) state.end();
  await Promise.all(done);
  expect(started()).toEqual([true, true, true, true]);
});

test('heavy jobs run alone, and no later job overtakes them', async () => {
  const queue = new Queue({ slots: 3, weight: 100, waiting: 10 });
  const jobs = [job(), job(), job()];
  const done = jobs.map(({ run }, i) => queue.run([60, 500, 1][i] as number, run));
  const started = () => jobs.map(({ state }) => state.started);
  await settle();
  expect(started()).toEqual([true, false, false]);
  jobs[0]?.state.end();
  await settle();
  expect(started()).toEqual([true, true, false]);
  for (const { state } of jobs) state.end();
  await Promise.all(done);
});

test('a full queue rejects a job at once; a failed job frees its slot', async () => {
  const queue = new Queue({ slots: 1, weight: 100, waiting: 1 });
  const first = job();
  const failing = queue.run(1, async () => {
    await first.run();
    throw new Error('broken');
  });
  const second = queue.run(1, async () => 'second');
  await expect(queue.run(1, async () => 'third')).rejects.toThrow(Busy);
  first.state.end();
  await expect(failing).rejects.toThrow('broken');
  expect(await second).toBe('second');
  expect(await queue.run(1, async () => 'fourth')).toBe('fourth');
});
