import { dialectOf } from '../db/dialect.ts';
import type { BatchSize } from '../db/in-batches.ts';
import type { Db } from '../db/open.ts';
import { deletedRows, isFound, updatedRows } from '../db/results.ts';
import type { StoredRow } from '../db/stored-row.ts';
import { inTransaction, lockName } from '../db/transaction.ts';

const columns = [
  'id',
  'kind',
  'payload',
  'host',
  'next_run',
  'owner',
  'attempts',
  'progress',
  'outcome',
  'error',
  'date_added',
  'date_finished',
] as const;

type Column = (typeof columns)[number];
export type StoredJob = StoredRow<'jobs', { payload: unknown; progress: unknown }, Column>;

const unpack = <Row extends { payload: string; progress: string | null }>(row: Row) => ({
  ...row,
  payload: JSON.parse(row.payload) as unknown,
  progress: row.progress === null ? null : (JSON.parse(row.progress) as unknown),
});

export async function insertJob(
  db: Db,
  job: { kind: string; payload: unknown; host: string | null; date_added: string; next_run?: string },
): Promise<number> {
  const { id } = await db
    .insertInto('jobs')
    .values({ ...job, payload: JSON.stringify(job.payload), next_run: job.next_run ?? job.date_added })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Makes a waiting job of this kind due no later than at `nextRun`; false when none waits. */
export const advanceJob = async (db: Db, kind: string, nextRun: string): Promise<boolean> =>
  (await updatedRows(
    db
      .updateTable('jobs')
      .set((eb) => ({
        next_run: eb.case().when('next_run', '>', nextRun).then(nextRun).else(eb.ref('next_run')).end(),
      }))
      .where('kind', '=', kind)
      .where('date_finished', 'is', null)
      .where('owner', 'is', null),
  )) > 0;

/** Whether a job of this kind waits or runs. */
export const hasUnfinishedJob = (db: Db, kind: string): Promise<boolean> =>
  isFound(
    db.selectFrom('jobs').select('id').where('kind', '=', kind).where('date_finished', 'is', null).limit(1),
  );

/** Unfinished jobs whose last attempts failed, so many of them at least. */
export async function failingJobs(db: Db, attempts: number): Promise<{ kind: string; error: string }[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(['kind', 'error'])
    .where('date_finished', 'is', null)
    .where('attempts', '>=', attempts)
    .where('error', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.map(({ kind, error }) => ({ kind, error: error ?? '' }));
}

/** Jobs that run or are due, oldest first. */
export async function jobsAtWork(db: Db, now: string): Promise<Pick<StoredJob, 'kind' | 'progress'>[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(['kind', 'progress'])
    .where('date_finished', 'is', null)
    .where((eb) => eb.or([eb('owner', 'is not', null), eb('next_run', '<=', now)]))
    .orderBy('id')
    .execute();
  return rows.map(({ kind, progress }) => ({
    kind,
    progress: progress === null ? null : JSON.parse(progress),
  }));
}

export async function jobById(db: Db, id: number): Promise<StoredJob | undefined> {
  const row = await db.selectFrom('jobs').select(columns).where('id', '=', id).executeTakeFirst();
  return row && unpack(row);
}

/** Newest first. */
export async function jobsOfKind(db: Db, kind: string, limit: number): Promise<StoredJob[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(columns)
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(unpack);
}

const open = (db: Db, host: string) =>
  db
    .selectFrom('jobs')
    .where('date_finished', 'is', null)
    .where((eb) => eb.or([eb('host', 'is', null), eb('host', '=', host)]));

/** Jobs that were claimed: they run, or their owners died. */
export const claimedJobs = (db: Db) =>
  db
    .selectFrom('jobs')
    .select(['id', 'kind', 'next_run', 'owner'])
    .where('date_finished', 'is', null)
    .where('owner', 'is not', null)
    .execute();

/** The kinds of the jobs that are due on this machine. */
export async function dueKinds(db: Db, host: string, now: string): Promise<Set<string>> {
  // Not those of given kinds, nor each kind once: SQLite would look through all jobs of a kind, finished ones included.
  const rows = await open(db, host).select('kind').where('next_run', '<=', now).execute();
  return new Set(rows.map(({ kind }) => kind));
}

export type Claim = { owner: string; host: string; now: string; until: string };

/**
 * Claims the job that has been due for the longest time. `groups` are kinds of which only one job may run at a time,
 * on any server. With an id, only that job.
 */
export function claimJob(
  db: Db,
  { owner, host, now, until }: Claim,
  kinds: readonly string[],
  groups: readonly (readonly string[])[],
  id?: number,
): Promise<StoredJob | undefined> {
  return inTransaction(db, async (tx) => {
    // Otherwise two servers could each start a job of the same group.
    await lockName(tx, 'jobs');
    const running = await tx
      .selectFrom('jobs')
      .select('kind')
      .where('date_finished', 'is', null)
      .where('owner', 'is not', null)
      .where('next_run', '>', now)
      .execute();
    const blocked = new Set(
      groups.filter((group) => running.some(({ kind }) => group.includes(kind))).flat(),
    );
    const allowed = kinds.filter((kind) => !blocked.has(kind));
    if (allowed.length === 0) return undefined;
    const next = await open(tx, host)
      .select('id')
      .where('next_run', '<=', now)
      .where('kind', 'in', allowed)
      .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
      .orderBy('next_run')
      .orderBy('id')
      .limit(1)
      .modifyEnd(dialectOf(tx).forUpdate)
      .executeTakeFirst();
    if (!next) return undefined;
    const row = await tx
      .updateTable('jobs')
      .set((eb) => ({ owner, next_run: until, attempts: eb('attempts', '+', 1) }))
      .where('id', '=', next.id)
      .returning(columns)
      .executeTakeFirstOrThrow();
    return unpack(row);
  });
}

const owned = (db: Db, id: number, owner: string) =>
  db.updateTable('jobs').where('id', '=', id).where('owner', '=', owner).where('date_finished', 'is', null);

/** Undefined when the lease was lost. With progress, earlier attempts no longer count. */
export async function extendLease(
  db: Db,
  id: number,
  owner: string,
  { until, progress }: { until: string; progress?: unknown },
): Promise<{ isCanceled: boolean } | undefined> {
  const row = await owned(db, id, owner)
    .set({
      next_run: until,
      ...(progress !== undefined && { progress: JSON.stringify(progress), attempts: 1 }),
    })
    .returning('cancel_requested')
    .executeTakeFirst();
  return row && { isCanceled: row.cancel_requested === 1 };
}

/** Locks the job until the transaction ends; false when another process has taken it over. */
export const holdsLease = (tx: Db, id: number, owner: string): Promise<boolean> =>
  isFound(
    tx
      .selectFrom('jobs')
      .select('id')
      .where('id', '=', id)
      .where('owner', '=', owner)
      .where('date_finished', 'is', null)
      .modifyEnd(dialectOf(tx).forUpdate),
  );

export async function finishJob(
  db: Db,
  id: number,
  owner: string,
  {
    now,
    outcome,
    error = null,
  }: { now: string; outcome: NonNullable<StoredJob['outcome']>; error?: string | null },
): Promise<void> {
  await owned(db, id, owner).set({ outcome, error, date_finished: now, owner: null }).execute();
}

/** Ends the lease: the job is due again at `next_run`. */
export async function releaseJob(
  db: Db,
  id: number,
  owner: string,
  change: { next_run: string; attempts?: number; error?: string | null },
): Promise<void> {
  await owned(db, id, owner)
    .set({ ...change, owner: null })
    .execute();
}

/** A job that runs is asked to stop; any other is finished at once. False when it was finished already. */
export async function cancelJob(db: Db, id: number, now: string): Promise<boolean> {
  const isIdle = await db
    .updateTable('jobs')
    .set({ outcome: 'canceled', date_finished: now, owner: null })
    .where('id', '=', id)
    .where('date_finished', 'is', null)
    .where((eb) => eb.or([eb('owner', 'is', null), eb('next_run', '<=', now)]))
    .executeTakeFirst();
  if (isIdle.numUpdatedRows > 0n) return true;
  const running = await db
    .updateTable('jobs')
    .set({ cancel_requested: 1 })
    .where('id', '=', id)
    .where('date_finished', 'is', null)
    .executeTakeFirst();
  return running.numUpdatedRows > 0n;
}

/** Fails jobs that wait for the files of a data folder that no server has opened for so long. */
export async function failStranded(db: Db, before: string, now: string, error: string): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ outcome: 'failed', error, date_finished: now, owner: null })
    .where('date_finished', 'is', null)
    .where('host', 'is not', null)
    .where('next_run', '<', before)
    .execute();
}

/** Unless it is not finished. */
export async function deleteJob(db: Db, id: number): Promise<void> {
  await db.deleteFrom('jobs').where('id', '=', id).where('date_finished', 'is not', null).execute();
}

/** Returns the number of deleted jobs. */
export const deleteFinished = (db: Db, before: string, limit: BatchSize): Promise<number> =>
  deletedRows(
    db
      .deleteFrom('jobs')
      .where('id', 'in', (eb) =>
        eb.selectFrom('jobs').select('id').where('date_finished', '<', before).orderBy('id').limit(limit),
      ),
  );
