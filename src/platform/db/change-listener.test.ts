import { setImmediate as nextTurn } from 'node:timers/promises';
import type pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { ChangeListener } from './change-listener.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const withCode = (code: string) => Object.assign(new Error(code), { code });
const unreachable = withCode('ECONNREFUSED');
/** PostgreSQL answers that it has too many connections. */
const refused = withCode('53300');

/** Listens to a database where each attempt to connect fails with the current error. */
async function listening(first: Error) {
  let error = first;
  let attempts = 0;
  let now = 1;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const connect = () => {
    attempts++;
    return Promise.reject(error);
  };
  const missed = vi.fn();
  const client = { on: () => {}, connect };
  const listener = new ChangeListener(() => client as unknown as pg.Client, { changed: () => {}, missed });
  await listener.start();
  return {
    listener,
    missed,
    /** Another attempt fails at the end of this time. */
    fails: async (next: Error, minutes: number) => {
      error = next;
      now += minutes * 60_000;
      const before = attempts;
      while (attempts === before) {
        listener.retryNow();
        await nextTurn();
      }
      await nextTurn();
    },
  };
}

test('cached pages stay for as long as the database is unreachable', async () => {
  const { listener, missed, fails } = await listening(unreachable);
  await fails(unreachable, 600);
  await fails(unreachable, 600);
  expect(listener.state).toBe('unreachable');
  expect(missed).not.toHaveBeenCalled();
  await listener.stop();
});

test('cached pages are cleared when the database answers for two minutes without notifications', async () => {
  const { listener, missed, fails } = await listening(unreachable);
  await fails(unreachable, 10);
  await fails(refused, 1);
  await fails(refused, 1);
  expect(listener.state).toBe('disconnected');
  expect(missed).not.toHaveBeenCalled();
  await fails(refused, 2);
  expect(missed).toHaveBeenCalled();
  await listener.stop();
});
