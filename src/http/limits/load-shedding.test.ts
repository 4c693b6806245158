import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isDoor, type Lane, Workload } from './load-shedding.ts';

const request = (destroyed = false) => ({ socket: { destroyed } }) as IncomingMessage;
const lanes = (waiting: number, patienceMs: number) => ({
  readers: { waiting, patienceMs },
  writers: { waiting, patienceMs },
  doors: { waiting, patienceMs },
});
const limits = { atOnce: 2, lanes: lanes(3, 10_000), sliceMs: 10_000, longestSliceMs: 10_000 };
const none = {
  atOnce: Infinity,
  lanes: lanes(Infinity, Infinity),
  sliceMs: Infinity,
  longestSliceMs: Infinity,
};

/** Works that end when they are told to. */
function works(workload: Workload) {
  const order: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (name: string, lane: Lane = 'readers', asked = request()) => {
    const outcome = workload.run(lane, asked, async () => {
      order.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return name;
    });
    outcome.catch(() => {});
    return outcome;
  };
  return { order, start, end: (name: string) => ends.get(name)?.() };
}

const block = (ms: number) => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};

test('works as many at once as it may, lets a few wait and refuses the rest at once', async () => {
  const workload = new Workload(limits);
  const { order, start, end } = works(workload);
  const all = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => start(name));
  await expect(all[5]).rejects.toMatchObject({ code: 'unavailable', retryAfter: 2 });
  expect(order).toEqual(['a', 'b']);
  expect([workload.atWork, workload.waiting, workload.refused]).toEqual([2, 3, 1]);
  expect(() => workload.refuseIfFull('readers')).toThrow(/more to do/);
  expect(() => workload.refuseIfFull('doors')).not.toThrow();
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    await expect.poll(() => order).toContain(name);
    end(name);
  }
  await Promise.all(all.slice(0, 5));
  expect(order).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect([workload.atWork, workload.waiting]).toEqual([0, 0]);
});

test('takes turns between readers, writers and those at the door', async () => {
  const workload = new Workload({ ...limits, atOnce: 1 });
  const { order, start, end } = works(workload);
  const all = [
    start('first'),
    ...['a', 'b'].map((name) => start(name)),
    ...['vote', 'vote 2'].map((name) => start(name, 'writers')),
    ...['door', 'door 2'].map((name) => start(name, 'doors')),
  ];
  const turns = ['first', 'door', 'a', 'vote', 'door 2', 'b', 'vote 2'];
  for (const name of turns) {
    await expect.poll(() => order).toContain(name);
    end(name);
  }
  await Promise.all(all);
  expect(order).toEqual(turns);
});

test('refuses who waited too long, also while nothing ends, and does nothing for who hung up', async () => {
  const workload = new Workload({ ...limits, atOnce: 1, lanes: lanes(3, 50) });
  const { order, start, end } = works(workload);
  const first = start('first');
  await expect(start('late')).rejects.toMatchObject({ code: 'unavailable' });
  const gone = start('gone', 'readers', request(true));
  const patient = start('patient');
  end('first');
  await first;
  await expect(gone).rejects.toThrow();
  await expect.poll(() => order).toEqual(['first', 'patient']);
  end('patient');
  expect(await patient).toBe('patient');
});

test('a work that fails makes room for the next', async () => {
  const workload = new Workload({ ...limits, atOnce: 1 });
  const failing = workload.run('readers', request(), async () => {
    await sleep(5);
    throw new Error('broken');
  });
  const next = workload.run('readers', request(), async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
  expect(workload.atWork).toBe(0);
});

/** How long works that never wait for anything keep the event loop from coming round. */
async function longestTurn(workload: Workload): Promise<number> {
  let longest = 0;
  let done = false;
  const watch = (async () => {
    for (let last = performance.now(); !done; last = performance.now()) {
      await nextTurn();
      longest = Math.max(longest, performance.now() - last);
    }
  })();
  await nextTurn();
  await Promise.all(
    Array.from({ length: 40 }, () => workload.run('readers', request(), async () => block(10))),
  );
  done = true;
  await watch;
  return longest;
}

test('lets the event loop come round between works that do not wait for anything', async () => {
  const slices = await longestTurn(
    new Workload({ ...limits, lanes: lanes(100, 10_000), sliceMs: 20, longestSliceMs: 30 }),
  );
  const atOnce = await longestTurn(new Workload(none));
  expect(atOnce).toBeGreaterThan(350);
  expect(slices).toBeLessThan(atOnce / 2);
});

test('the way in is the form and the call behind it', () => {
  expect(['/login', '/webapi/api/admin/auth'].map(isDoor)).toEqual([true, true]);
  expect(['/', '/admin', '/webapi/api/admin/posts', '/loginx'].map(isDoor)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
