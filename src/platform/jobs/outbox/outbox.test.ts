import { expect, test } from 'vitest';
import { type MemoryBlog, memoryBlog } from '../../../../tests/support/memory-blog.ts';
import type { Failure } from '../../outgoing/failure.ts';
import type { Ended, SendResult } from './kind.ts';
import { enqueue } from './outbox.ts';
import { runOutbox } from './run-outbox.ts';
import { type Delivery, failingHosts } from './store.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const kind = 'test';

const failure = (change: Partial<Failure> = {}): Failure => ({
  message: 'No.',
  isFinal: false,
  retryAfterMs: null,
  isOfServer: false,
  isAnswer: true,
  ...change,
});
const unreachable = failure({ isOfServer: true, isAnswer: false });

async function setUp() {
  const blog = await memoryBlog();
  const sent: string[] = [];
  const ended: Ended[] = [];
  let answer: (delivery: Delivery) => Promise<SendResult> | SendResult = () => 'sent';
  const run = runOutbox(kind, {
    isOn: async () => true,
    maxHosts: 2,
    open: async () => ({
      send: async (delivery) => {
        sent.push(delivery.key);
        return answer(delivery);
      },
    }),
    ended: async (_blog, _tx, batch) => void ended.push(...batch),
  });
  const context = { signal: new AbortController().signal, progress: () => {}, fence: async () => {} };
  return {
    blog,
    sent,
    ended,
    add: (...keys: string[]) =>
      enqueue(
        blog,
        blog.db,
        kind,
        keys.map((key) => ({ key, host: key.slice(0, 1) })),
      ),
    run: (given: typeof answer = () => 'sent') => {
      answer = given;
      return run(blog, { id: 1, kind, payload: {} }, context);
    },
  };
}

const waiting = async ({ db }: MemoryBlog) =>
  (await db.selectFrom('outbox').select('key').orderBy('id').execute()).map(({ key }) => key);

test('what is enqueued again while it is being sent is sent again', async () => {
  const { blog, sent, ended, add, run } = await setUp();
  await add('a1');
  await run(async () => {
    if (sent.length === 1) await add('a1');
    return 'sent';
  });
  expect(sent).toEqual(['a1', 'a1']);
  expect(ended.map(({ isCurrent }) => isCurrent)).toEqual([false, true]);
  expect(await waiting(blog)).toEqual([]);
});

test('one that is refused, or that cannot be sent, holds back no other', async () => {
  const { blog, sent, ended, add, run } = await setUp();
  await add('a1', 'a2', 'a3', 'a4');
  const answers: Record<string, () => SendResult> = {
    a1: () => failure(),
    a2: () => failure({ isFinal: true }),
    a3: () => {
      throw new Error('no luck');
    },
  };
  const result = await run(({ key }) => answers[key]?.() ?? 'sent');
  expect(sent).toEqual(['a1', 'a2', 'a3', 'a4']);
  expect(await waiting(blog)).toEqual(['a1', 'a3']);
  expect(ended.map(({ delivery }) => delivery.key)).toEqual(['a2', 'a4']);
  expect(result?.again.getTime()).toBe(blog.now().getTime() + minute);
});

test('a server that cannot be reached is asked once, also for what is enqueued meanwhile', async () => {
  const { blog, sent, add, run } = await setUp();
  await add('a1', 'a2', 'b1');
  await run(({ host }) => (host === 'a' ? unreachable : 'sent'));
  await add('a3');
  await run();
  expect(sent.sort()).toEqual(['a1', 'b1']);
  expect(await failingHosts(blog.db, kind, 10)).toMatchObject([{ host: 'a', error: 'No.', waiting: 3 }]);
  blog.wait(minute);
  sent.length = 0;
  await run();
  expect(sent).toEqual(['a1', 'a2', 'a3']);
  expect(await failingHosts(blog.db, kind, 10)).toEqual([]);
});

test('what waits for a server that has not answered for a week is given up', async () => {
  const { blog, ended, add, run } = await setUp();
  await add('a1', 'a2');
  await run(() => unreachable);
  blog.wait(7 * day);
  await run(() => unreachable);
  expect(ended.map(({ delivery, result }) => [delivery.key, result])).toEqual([
    ['a1', unreachable],
    ['a2', unreachable],
  ]);
  expect(await waiting(blog)).toEqual([]);
  // Something new is a probe.
  await add('a3');
  await run();
  expect(await waiting(blog)).toEqual([]);
  expect(await failingHosts(blog.db, kind, 10)).toEqual([]);
});
