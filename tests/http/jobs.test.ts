import { spawnSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Blog } from '../../src/platform/blog.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { type OpenDatabase, openDatabase } from '../../src/platform/db/open.ts';
import { addJob } from '../../src/platform/jobs/add-job.ts';
import { newOwner } from '../../src/platform/jobs/identity.ts';
import { JobFailure, type RunJob } from '../../src/platform/jobs/job.ts';
import { cancelJob, hasDueJobs, tidyJobs } from '../../src/platform/jobs/jobs.ts';
import type { JobKinds } from '../../src/platform/jobs/kinds.ts';
import { runDueJobs, runNextJob } from '../../src/platform/jobs/run-jobs.ts';
import { claimedJobs, claimJob, holdsLease, jobById, releaseJob } from '../../src/platform/jobs/store.ts';
import { migratedDatabase, onEachDatabase, type TemporaryDatabase } from '../support/databases.ts';

const minute = 60_000;
const never = new AbortController().signal;

onEachDatabase('jobs', { always: 'Locks keep a job to one process.' }, (kind) => {
  let temporary: TemporaryDatabase;
  let opened: OpenDatabase[];
  let now: number;

  const open = async (): Promise<OpenDatabase> => {
    const database = openDatabase(temporary.config);
    opened.push(database);
    await migrate(database);
    return database;
  };
  const blogOn = ({ db }: OpenDatabase, dataFolder = temporary.config.dataDir): Blog =>
    ({ db, dataFolder, now: () => new Date(now), report: () => {}, parts: {} }) as unknown as Blog;
  let blog: Blog;
  /** Another server. Two connections of one process to SQLite would block each other, so there it shares the first. */
  const otherServer = async () => (kind === 'sqlite' ? blog : blogOn(await open()));

  beforeEach(async () => {
    now = Date.parse('2026-03-01T12:00:00.000Z');
    opened = [];
    temporary = await migratedDatabase(kind);
    blog = blogOn(await open());
  });
  afterEach(async () => {
    for (const { db } of opened) await db.destroy();
    await temporary.dispose();
  });

  const kindsOf = (run: RunJob, group?: string): JobKinds => ({
    work: { load: async () => run, ...(group && { group }) },
    rest: { load: async () => run, ...(group && { group }) },
  });
  const add = (payload: unknown = {}, name = 'work', needsFiles = false) =>
    addJob(blog, blog.db, name, payload, { needsFiles });
  const iso = (ms = 0) => new Date(now + ms).toISOString();
  const claim = (owner: string, host = '') => ({ owner, host, now: iso(), until: iso(minute) });

  test('run one after another in their order, with their payload, and are done', async () => {
    const seen: unknown[] = [];
    const ids = [await add({ n: 1 }), await add({ n: 2 })];
    expect(
      await hasDueJobs(
        blog,
        kindsOf(async () => undefined),
      ),
    ).toBe(true);
    await runDueJobs(
      blog,
      never,
      kindsOf(async (_, job) => void seen.push(job.payload)),
    );
    expect(seen).toEqual([{ n: 1 }, { n: 2 }]);
    for (const id of ids) expect(await jobById(blog.db, id)).toMatchObject({ outcome: 'done', owner: null });
    expect(
      await hasDueJobs(
        blog,
        kindsOf(async () => undefined),
      ),
    ).toBe(false);
  });

  test('are never run by two processes at a time', async () => {
    for (let n = 0; n < 20; n++) await add({ n });
    const others = [blog, await otherServer(), await otherServer()];
    const running = new Map<number, number>();
    const counts: number[] = [];
    const kinds: JobKinds = kindsOf(async (_, { id }) => {
      running.set(id, (running.get(id) ?? 0) + 1);
      // Gives the others time to claim it as well.
      for (const each of others) await hasDueJobs(each, kinds);
      counts.push(running.get(id) ?? 0);
      return undefined;
    });
    await Promise.all(others.map((each) => runDueJobs(each, never, kinds)));
    expect(counts).toEqual(Array(20).fill(1));
  });

  test('of one group wait for each other, on any server', async () => {
    await add();
    await add({}, 'rest');
    const others = [blog, await otherServer()];
    let active = 0;
    let most = 0;
    const both: JobKinds = kindsOf(async () => {
      most = Math.max(most, ++active);
      for (const each of others) await runNextJob(each, never, both);
      active--;
      return undefined;
    }, 'together');
    while (await hasDueJobs(blog, both))
      await Promise.all(others.map((each) => runDueJobs(each, never, both)));
    expect(most).toBe(1);
    // Without a group they do run at the same time, also where starting the second one takes long.
    const meet: RunJob = async () => {
      most = Math.max(most, ++active);
      for (let waited = 0; most < 2 && waited < 10_000; waited += 10) await wait(10);
      active--;
      return undefined;
    };
    await add();
    await add({}, 'rest');
    await Promise.all(others.map((each) => runDueJobs(each, never, kindsOf(meet))));
    expect(most).toBe(2);
  });

  test('a job whose lease expired is taken over, and its former owner cannot write', async () => {
    const id = await add();
    const [first, second] = [newOwner().replace(/^[^:]*/, 'elsewhere'), newOwner()];
    expect(await claimJob(blog.db, claim(first), ['work'], [])).toMatchObject({ id, attempts: 1 });
    expect(await claimJob(blog.db, claim(second), ['work'], [])).toBeUndefined();
    expect(
      await hasDueJobs(
        blog,
        kindsOf(async () => undefined),
      ),
    ).toBe(false);
    now += minute + 1;
    expect(await claimJob(blog.db, claim(second), ['work'], [])).toMatchObject({ id, attempts: 2 });
    expect(await holdsLease(blog.db, id, first)).toBe(false);
    expect(await holdsLease(blog.db, id, second)).toBe(true);
    await releaseJob(blog.db, id, first, { next_run: iso() });
    expect(await holdsLease(blog.db, id, second)).toBe(true);
  });

  test('a job whose process has died on this machine is due at once', async () => {
    const id = await add();
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    const dead = newOwner().replace(/:\d+:/, `:${pid}:`);
    await claimJob(blog.db, claim(dead), ['work'], []);
    let runs = 0;
    await runDueJobs(
      blog,
      never,
      kindsOf(async () => void runs++),
    );
    expect(runs).toBe(1);
    expect(await jobById(blog.db, id)).toMatchObject({ outcome: 'done' });
  });

  test('a failed attempt is repeated later and later, and gives up after some', async () => {
    const id = await add();
    const waits: number[] = [];
    const fail = kindsOf(async () => {
      throw new Error('no luck');
    });
    for (let n = 0; n < 20 && (await runNextJob(blog, never, fail)); n++) {
      const job = await jobById(blog.db, id);
      if (job?.outcome) break;
      expect(job).toMatchObject({ owner: null, error: 'no luck' });
      waits.push((Date.parse(job?.next_run ?? '') - now) / 1000);
      now = Date.parse(job?.next_run ?? '');
    }
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280]);
    expect(await jobById(blog.db, id)).toMatchObject({ outcome: 'failed', error: 'no luck' });
  });

  test('progress is stored and lets earlier failures not count', async () => {
    const id = await add();
    let attempt = 0;
    const stutter = kindsOf(async (_, __, { progress }) => {
      progress({ done: ++attempt });
      if (attempt < 15) throw new Error('again');
      return undefined;
    });
    while ((await jobById(blog.db, id))?.outcome === null) {
      await runNextJob(blog, never, stutter);
      now += 10_000;
    }
    expect(await jobById(blog.db, id)).toMatchObject({ outcome: 'done', progress: { done: 15 } });
  });

  test('what cannot succeed is not repeated', async () => {
    const id = await add();
    await runDueJobs(
      blog,
      never,
      kindsOf(async () => {
        throw new JobFailure('The file is not there.');
      }),
    );
    expect(await jobById(blog.db, id)).toMatchObject({ outcome: 'failed', error: 'The file is not there.' });
  });

  test('a job that stops with its server stays due, and one that asks for it is due later', async () => {
    const id = await add();
    const stop = new AbortController();
    await runDueJobs(
      blog,
      stop.signal,
      kindsOf(async (_, __, { signal }) => {
        stop.abort();
        signal.throwIfAborted();
        return undefined;
      }),
    );
    expect(await jobById(blog.db, id)).toMatchObject({
      outcome: null,
      owner: null,
      attempts: 0,
      next_run: iso(),
    });
    await runDueJobs(
      blog,
      never,
      kindsOf(async () => ({ again: new Date(now + minute) })),
    );
    expect(await jobById(blog.db, id)).toMatchObject({ outcome: null, next_run: iso(minute) });
  });

  test('a waiting job is canceled at once, a running one when it next extends its lease', async () => {
    const waiting = await add();
    expect(await cancelJob(blog, waiting)).toBe(true);
    expect(await jobById(blog.db, waiting)).toMatchObject({ outcome: 'canceled' });
    expect(await cancelJob(blog, waiting)).toBe(false);

    const running = await add();
    await runDueJobs(
      blog,
      never,
      kindsOf(async (_, { id }, { signal, progress }) => {
        await cancelJob(blog, id);
        for (;;) {
          await wait(20);
          progress({});
          signal.throwIfAborted();
        }
      }),
    );
    expect(await jobById(blog.db, running)).toMatchObject({ outcome: 'canceled', owner: null });
  });

  test('a job with files runs where they are, and is given up when that machine stays away', async () => {
    const id = await add({}, 'work', true);
    const elsewhere = blogOn(await open(), `${temporary.config.dataDir}-elsewhere`);
    const work = kindsOf(async () => undefined);
    expect(await hasDueJobs(elsewhere, work)).toBe(false);
    expect(await runNextJob(elsewhere, never, work)).toBe(false);
    expect(await hasDueJobs(blog, work)).toBe(true);

    now += 8 * 24 * 60 * minute;
    await tidyJobs(blog);
    expect(await jobById(blog.db, id)).toMatchObject({ outcome: 'failed' });
    now += 31 * 24 * 60 * minute;
    await tidyJobs(blog);
    expect(await jobById(blog.db, id)).toBeUndefined();
  });

  test('many due jobs hide none of another kind, nor one that this machine can run', async () => {
    const elsewhere = blogOn(await open(), `${temporary.config.dataDir}-elsewhere`);
    for (let n = 0; n < 60; n++) {
      await add({}, 'rest');
      await addJob(elsewhere, blog.db, 'work', {}, { needsFiles: true });
    }
    const { work } = kindsOf(async () => undefined);
    expect(await hasDueJobs(blog, { work } as JobKinds)).toBe(false);
    now += 1;
    await add();
    expect(await hasDueJobs(blog, { work } as JobKinds)).toBe(true);
    await runDueJobs(blog, never, { work } as JobKinds);
    expect(await hasDueJobs(blog, { work } as JobKinds)).toBe(false);
  });

  test('looking for jobs reads an index', async () => {
    expect(await claimedJobs(blog.db)).toEqual([]);
    // PostgreSQL scans tables as small as this one.
    if (kind === 'postgres') return;
    for (const condition of [
      sql`owner is not null`,
      sql`(host is null or host = 'a') and next_run <= ${iso()}`,
    ]) {
      const { rows } = await sql<{ detail: string }>`explain query plan
        select id from jobs where date_finished is null and ${condition}`.execute(blog.db);
      expect(rows.map(({ detail }) => detail).join()).toContain('jobs_by_next_run');
    }
  });
});
