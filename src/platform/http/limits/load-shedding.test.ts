import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isSignInPath, type QueueName, RequestQueue } from './load-shedding.ts';

const request = (destroyed = false) => ({ socket: { destroyed } }) as IncomingMessage;
const queues = (maxLength: number, maxWaitMs: number) => ({
  reads: { maxLength, maxWaitMs },
  writes: { maxLength, maxWaitMs },
  signIn: { maxLength, maxWaitMs },
});
const limits = { concurrency: 2, queues: queues(3, 10_000) };

/** Jobs that run until `end` is called with their name. */
function jobs(queue: RequestQueue) {
  const order: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (name: string, into: QueueName = 'reads', asked = request()) => {
    const outcome = queue.run(into, asked, async () => {
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

test('runs a limited number of jobs, queues a few and rejects the rest at once', async () => {
  const queue = new RequestQueue(limits);
  const { order, start, end } = jobs(queue);
  const all = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => start(name));
  await expect(all[5]).rejects.toMatchObject({ code: 'unavailable', retryAfter: 2 });
  await expect.poll(() => order).toEqual(['a', 'b']);
  expect([queue.running, queue.waiting, queue.rejected]).toEqual([2, 3, 1]);
  expect(() => queue.rejectIfFull('reads', request())).toThrow(/very busy/);
  expect(() => queue.rejectIfFull('signIn', request())).not.toThrow();
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    await expect.poll(() => order).toContain(name);
    end(name);
  }
  await Promise.all(all.slice(0, 5));
  expect(order).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect([queue.running, queue.waiting]).toEqual([0, 0]);
});

test('takes jobs from the queues in turn', async () => {
  const queue = new RequestQueue({ ...limits, concurrency: 1 });
  const { order, start, end } = jobs(queue);
  const all = [
    start('first'),
    ...['a', 'b'].map((name) => start(name)),
    ...['vote', 'vote 2'].map((name) => start(name, 'writes')),
    ...['sign-in', 'sign-in 2'].map((name) => start(name, 'signIn')),
  ];
  const turns = ['sign-in', 'first', 'vote', 'sign-in 2', 'a', 'vote 2', 'b'];
  for (const name of turns) {
    await expect.poll(() => order).toContain(name);
    end(name);
  }
  await Promise.all(all);
  expect(order).toEqual(turns);
});

test('rejects jobs that waited too long, even while none ends, and drops those of closed connections', async () => {
  const queue = new RequestQueue({ ...limits, concurrency: 1, queues: queues(3, 50) });
  const { order, start, end } = jobs(queue);
  const first = start('first');
  await expect(start('late')).rejects.toMatchObject({ code: 'unavailable' });
  const gone = start('gone', 'reads', request(true));
  const patient = start('patient');
  end('first');
  await first;
  await expect(gone).rejects.toThrow();
  await expect.poll(() => order).toEqual(['first', 'patient']);
  end('patient');
  expect(await patient).toBe('patient');
});

const requestFrom = (ip: string) =>
  ({ socket: { destroyed: false, remoteAddress: ip } }) as unknown as IncomingMessage;
const remoteAddress = ({ socket }: IncomingMessage) => socket.remoteAddress ?? '';

test('a client with a thousand requests delays each of twenty others by one request', async () => {
  const queue = new RequestQueue({ ...limits, concurrency: 1, queues: queues(50, 10_000) }, remoteAddress);
  const { order, start, end } = jobs(queue);
  const greedy = Array.from({ length: 1_000 }, (_, number) =>
    start(`greedy ${number}`, 'reads', requestFrom(`2001:db8::${number.toString(16)}`)),
  );
  const politeNames = Array.from({ length: 20 }, (_, number) => `polite ${number}`);
  const polite = politeNames.map((name, number) => {
    const asked = requestFrom(`192.0.2.${number}`);
    // The queue is full, and still has room for them.
    expect(() => queue.rejectIfFull('reads', asked)).not.toThrow();
    return start(name, 'reads', asked);
  });
  expect(() => queue.rejectIfFull('reads', requestFrom('2001:db8::ffff:1'))).toThrow(/very busy/);
  await expect.poll(() => [queue.running, queue.waiting, queue.rejected]).toEqual([1, 50, 970]);
  for (let turn = 0; turn < 51; turn++) {
    await expect.poll(() => order.length).toBe(turn + 1);
    end(order[turn] as string);
  }
  await Promise.all(polite);
  const settled = await Promise.allSettled(greedy);
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(31);
  // The oldest of the greedy client, each of the others, and then the rest in its order.
  expect(order.slice(0, 21)).toEqual(['greedy 0', ...politeNames]);
  expect(order.slice(21)).toEqual(Array.from({ length: 30 }, (_, index) => `greedy ${index + 1}`));
});

test('a full queue of clients with one request each sheds the newest', async () => {
  const queue = new RequestQueue({ ...limits, concurrency: 1 }, remoteAddress);
  const { order, start, end } = jobs(queue);
  const all = [1, 2, 3, 4].map((number) => start(`${number}`, 'reads', requestFrom(`192.0.2.${number}`)));
  await expect(start('5', 'reads', requestFrom('192.0.2.5'))).rejects.toMatchObject({ code: 'unavailable' });
  for (const name of ['1', '2', '3', '4']) {
    await expect.poll(() => order).toContain(name);
    end(name);
  }
  await Promise.all(all);
});

test('a job that fails frees its slot', async () => {
  const queue = new RequestQueue({ ...limits, concurrency: 1 });
  const failing = queue.run('reads', request(), async () => {
    throw new Error('broken');
  });
  const next = queue.run('reads', request(), async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
  expect(queue.running).toBe(0);
});

/** How many turns of the event loop pass during 40 synchronous jobs of 10 ms. */
async function turnsDuring(run: (job: () => Promise<void>) => Promise<unknown>): Promise<number> {
  let turns = 0;
  let done = false;
  const watch = (async () => {
    for (; !done; turns++) await nextTurn();
  })();
  await Promise.all(Array.from({ length: 40 }, () => run(async () => block(10))));
  done = true;
  await watch;
  return turns;
}

test('yields to the event loop between synchronous jobs', async () => {
  const queue = new RequestQueue({ ...limits, queues: queues(100, 10_000) });
  expect(await turnsDuring((job) => queue.run('reads', request(), job))).toBeGreaterThan(10);
});

test('the owner does not wait in the queue, and yields to the event loop, too', async () => {
  const queue = new RequestQueue({ ...limits, concurrency: 0 });
  expect(await turnsDuring(queue.runNow)).toBeGreaterThan(10);
});

test('a job yields in its middle', async () => {
  const queue = new RequestQueue({ ...limits });
  const inTwoParts = async (job: () => Promise<void>) => {
    await job();
    await queue.yield();
    await job();
  };
  expect(await turnsDuring((job) => queue.runNow(() => inTwoParts(job)))).toBeGreaterThan(70);
});

test('sign-in paths are the login page and its API calls', () => {
  expect(['/login', '/webapi/api/admin/auth'].map(isSignInPath)).toEqual([true, true]);
  expect(['/', '/admin', '/webapi/api/admin/posts', '/loginx'].map(isSignInPath)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
