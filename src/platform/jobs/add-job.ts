import { type Blog, nowIso } from '../blog.ts';
import type { Db } from '../db/open.ts';
import { ensureHost } from './identity.ts';
import * as jobs from './store.ts';

/**
 * Adds a job in a transaction; call `startJobs` after the commit. A job that `needsFiles` runs where the data folder of this
 * process is.
 */
export const addJob = (
  blog: Blog,
  tx: Db,
  kind: string,
  payload: unknown,
  { needsFiles = false }: { needsFiles?: boolean } = {},
): Promise<number> =>
  jobs.insertJob(tx, { kind, payload, host: needsFiles ? ensureHost(blog) : null, date_added: nowIso(blog) });

/**
 * Makes sure that a job of this kind runs after the transaction, however many want it: for jobs that work off a table. One that
 * runs already may have missed what the transaction adds, so it is followed by another. Call `startJobs` after the commit.
 */
export async function wakeJob(blog: Blog, tx: Db, kind: string, at: Date = blog.now()): Promise<void> {
  const next_run = at.toISOString();
  if (!(await jobs.advanceJob(tx, kind, next_run)))
    await jobs.insertJob(tx, { kind, payload: {}, host: null, date_added: nowIso(blog), next_run });
}

/** Starts due jobs now instead of in some seconds, if this process is the one that does. */
export const startJobs = (blog: Blog): void => blog.jobAdded?.();
