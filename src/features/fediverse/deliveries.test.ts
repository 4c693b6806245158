import { describe, expect, test } from 'vitest';
import { type MemoryBlog, memoryBlog } from '../../../tests/support/memory-blog.ts';
import { changeSite } from '../../core/site/site.ts';
import { nowIso } from '../../platform/blog.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { JobContext } from '../../platform/jobs/job.ts';
import { runOutbox } from '../../platform/jobs/outbox/run-outbox.ts';
import { countDeliveries, failingHosts, nextDelivery } from '../../platform/jobs/outbox/store.ts';
import { deliver, type Json, type Recipients } from './deliver.ts';
import { activities } from './run-deliveries.ts';
import type { InboxAnswer } from './signing/sender.ts';
import { deliverKind } from './store/deliveries.ts';
import { addFollower, countFollowers, putActor } from './store/fediverse.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const ok: InboxAnswer = { status: 202, retryAfter: null };
const unreachable: InboxAnswer = { status: null, error: 'ECONNREFUSED' };

async function federatedBlog(): Promise<MemoryBlog> {
  const blog = await memoryBlog();
  await changeSite(blog, { fediverse: 'note' });
  return blog;
}

async function follow(blog: MemoryBlog, name: string, host: string, shared = true): Promise<void> {
  const actor = `https://${host}/users/${name}`;
  await putActor(
    blog.db,
    {
      actor,
      inbox: `${actor}/inbox`,
      shared_inbox: shared ? `https://${host}/inbox` : null,
      handle: `@${name}@${host}`,
      name,
      url: actor,
    },
    nowIso(blog),
  );
  await addFollower(blog.db, actor, `${actor}#follow`, nowIso(blog));
}

const send = (blog: MemoryBlog, activity: Json, to: Recipients = { followers: true }) =>
  inTransaction(blog.db, (tx) => deliver(blog, tx, activity, to));

type Sent = { inbox: string; id: string };

function work(
  blog: MemoryBlog,
  answer: (inbox: string, id: string) => InboxAnswer | Promise<InboxAnswer> = () => ok,
) {
  const sent: Sent[] = [];
  const stop = new AbortController();
  const context: JobContext = { signal: stop.signal, progress: () => {}, fence: async () => {} };
  const kind = activities(async () => async (inbox, body) => {
    const { id } = JSON.parse(body) as { id: string };
    sent.push({ inbox, id });
    return answer(inbox, id);
  });
  const run = () => runOutbox(deliverKind, kind)(blog, { id: 1, kind: deliverKind, payload: {} }, context);
  return { sent, run, stop };
}

describe('deliveries', () => {
  test('reach each shared inbox once, and inboxes of actors without one', async () => {
    const blog = await federatedBlog();
    await follow(blog, 'ann', 'one.example');
    await follow(blog, 'bob', 'one.example');
    await follow(blog, 'eve', 'two.example', false);
    await send(blog, { id: 'a1' }, { followers: true, inboxes: ['https://one.example/inbox'] });
    const { sent, run } = work(blog);
    await run();
    expect(sent.map(({ inbox }) => inbox).sort()).toEqual([
      'https://one.example/inbox',
      'https://two.example/users/eve/inbox',
    ]);
    expect(await countDeliveries(blog.db, deliverKind)).toBe(0);
    expect(await blog.db.selectFrom('fediverse_activities').select('id').execute()).toEqual([]);
    expect(await blog.db.selectFrom('outbox_hosts').select('host').execute()).toEqual([]);
  });

  test('to one host keep their order, one at a time, while other hosts are served', async () => {
    const blog = await federatedBlog();
    await follow(blog, 'ann', 'slow.example');
    await follow(blog, 'bob', 'quick.example');
    for (const id of ['create', 'update', 'delete']) await send(blog, { id });
    let release = () => {};
    const first = new Promise<void>((resolve) => {
      release = resolve;
    });
    let onTheWay = 0;
    const { sent, run } = work(blog, async (inbox) => {
      if (inbox.includes('quick')) return ok;
      expect(++onTheWay).toBe(1);
      await first;
      onTheWay--;
      return ok;
    });
    const running = run();
    await expect.poll(() => sent.filter(({ inbox }) => inbox.includes('quick')).length).toBe(3);
    expect(sent.filter(({ inbox }) => inbox.includes('slow')).map(({ id }) => id)).toEqual(['create']);
    release();
    await running;
    for (const host of ['slow', 'quick'])
      expect(sent.filter(({ inbox }) => inbox.includes(host)).map(({ id }) => id)).toEqual([
        'create',
        'update',
        'delete',
      ]);
  });

  test('to a dead host wait behind one probe, with growing pauses, and are given up after a week', async () => {
    const blog = await federatedBlog();
    await follow(blog, 'ann', 'dead.example');
    for (const id of ['a1', 'a2', 'a3']) await send(blog, { id });
    const start = blog.now().getTime();
    const { sent, run } = work(blog, () => unreachable);
    const pauses: number[] = [];
    while ((await countDeliveries(blog.db, deliverKind)) > 0) {
      await run();
      const next = await nextDelivery(blog.db, deliverKind);
      if (next === null) break;
      pauses.push(Date.parse(next) - blog.now().getTime());
      blog.wait(Date.parse(next) - blog.now().getTime());
    }
    expect(new Set(sent.map(({ id }) => id))).toEqual(new Set(['a1']));
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    expect(Math.max(...pauses)).toBe(6 * 60 * minute);
    const days = (blog.now().getTime() - start) / day;
    expect(days).toBeGreaterThanOrEqual(7);
    expect(days).toBeLessThan(7.5);
    expect(await countFollowers(blog.db)).toBe(1);
    expect(await blog.db.selectFrom('fediverse_activities').select('id').execute()).toEqual([]);

    // Nothing is stored for it, until it is probed once a week later.
    await send(blog, { id: 'a4' });
    expect(await countDeliveries(blog.db, deliverKind)).toBe(0);
    blog.wait(8 * day);
    await send(blog, { id: 'a5' });
    sent.length = 0;
    await run();
    expect(sent.map(({ id }) => id)).toEqual(['a5']);
    expect(await countDeliveries(blog.db, deliverKind)).toBe(0);
    blog.wait(8 * day);
    await send(blog, { id: 'a6' });
    const again = work(blog);
    await again.run();
    expect(again.sent.map(({ id }) => id)).toEqual(['a6']);
    expect(await failingHosts(blog.db, deliverKind, 10)).toEqual([]);
  });

  test('go to a host again that was given up, after one of its actors sent something', async () => {
    const blog = await federatedBlog();
    await follow(blog, 'ann', 'one.example');
    await send(blog, { id: 'a1' });
    const { run } = work(blog, () => unreachable);
    await run();
    blog.wait(8 * day);
    await run();
    expect(await failingHosts(blog.db, deliverKind, 10)).toMatchObject([
      { host: 'one.example', given_up: 1, waiting: 0 },
    ]);
    await follow(blog, 'bob', 'one.example');
    await send(blog, { id: 'accept' }, { inboxes: ['https://one.example/users/bob/inbox'] });
    const again = work(blog);
    await again.run();
    expect(again.sent.map(({ id }) => id)).toEqual(['accept']);
    expect(await failingHosts(blog.db, deliverKind, 10)).toEqual([]);
  });

  test('continue after the host answers again', async () => {
    const blog = await federatedBlog();
    await follow(blog, 'ann', 'one.example');
    await send(blog, { id: 'a1' });
    await send(blog, { id: 'a2' });
    let answer: InboxAnswer = { status: 503, retryAfter: '600' };
    const { sent, run } = work(blog, () => answer);
    await run();
    expect(await failingHosts(blog.db, deliverKind, 10)).toMatchObject([
      { host: 'one.example', error: 'HTTP 503', waiting: 2 },
    ]);
    blog.wait(9 * minute);
    await run();
    expect(sent).toHaveLength(1);
    blog.wait(2 * minute);
    answer = ok;
    await run();
    expect(sent.map(({ id }) => id)).toEqual(['a1', 'a1', 'a2']);
    expect(await failingHosts(blog.db, deliverKind, 10)).toEqual([]);
  });

  test('that a server refuses are dropped, and the next one is sent', async () => {
    const blog = await federatedBlog();
    await follow(blog, 'ann', 'one.example', false);
    await follow(blog, 'bob', 'one.example', false);
    await send(blog, { id: 'a1' });
    const { run } = work(blog, (inbox) => ({ status: inbox.includes('ann') ? 410 : 403, retryAfter: null }));
    await run();
    expect(await countDeliveries(blog.db, deliverKind)).toBe(0);
    // Only an actor that is gone is no follower any more.
    expect(await countFollowers(blog.db)).toBe(1);
  });

  test('that a server keeps refusing with an error do not block the others for ever', async () => {
    const blog = await federatedBlog();
    await follow(blog, 'ann', 'one.example');
    await send(blog, { id: 'poison' });
    await send(blog, { id: 'good' });
    const { sent, run } = work(blog, (_inbox, id) =>
      id === 'good' ? ok : { status: 500, retryAfter: null },
    );
    for (let round = 0; round < 20 && (await countDeliveries(blog.db, deliverKind)) > 0; round++) {
      await run();
      blog.wait(6 * 60 * minute);
    }
    expect(sent.filter(({ id }) => id === 'poison')).toHaveLength(7);
    expect(sent.filter(({ id }) => id === 'good')).toHaveLength(1);
  });

  test('are all there after an interruption, and those that arrived are not sent again', async () => {
    const blog = await federatedBlog();
    for (let n = 0; n < 120; n++) await follow(blog, 'ann', `host${n}.example`);
    await send(blog, { id: 'a1' });
    const first = work(blog);
    const interrupted = work(blog, () => {
      if (interrupted.sent.length === 70) interrupted.stop.abort(new Error('stop'));
      return ok;
    });
    await expect(interrupted.run()).rejects.toThrow('stop');
    const waiting = await countDeliveries(blog.db, deliverKind);
    expect(waiting).toBeGreaterThan(0);
    expect(waiting + interrupted.sent.length).toBeGreaterThanOrEqual(120);
    await first.run();
    expect(first.sent).toHaveLength(waiting);
    expect(new Set([...interrupted.sent, ...first.sent].map(({ inbox }) => inbox)).size).toBe(120);
  });

  test('of the same activity are stored once', async () => {
    const blog = await federatedBlog();
    await follow(blog, 'ann', 'one.example');
    await send(blog, { id: 'a1' });
    await send(blog, { id: 'a1' });
    expect(await countDeliveries(blog.db, deliverKind)).toBe(1);
  });
});
