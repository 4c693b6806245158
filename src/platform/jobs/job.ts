import type { Blog } from '../blog.ts';
import type { Db } from '../db/open.ts';

/** A job that is about to run. `payload` is what was passed to `addJob`, `progress` what an interrupted run stored last. */
type Job = { id: number; kind: string; payload: unknown; progress?: unknown };

export type JobContext = {
  /**
   * Aborted when the server stops, the job is canceled or its lease is lost. The job then ends its current batch and throws
   * the signal's reason (`signal.throwIfAborted()`); a job that returns is done.
   */
  signal: AbortSignal;
  /** JSON for progress bars; stored at most every second. Progress also shows that a repeated attempt is worthwhile. */
  progress(value: unknown): void;
  /**
   * Called in each transaction of the job: it fails when the lease was lost, so that a process that was suspended for
   * minutes cannot write after another one has taken the job over.
   */
  fence(tx: Db): Promise<void>;
};

/**
 * Runs from the beginning or continues after an interruption, and may find that there is nothing left to do. With `again`
 * the job is due again at that time. An error is retried with backoff, except for a `JobFailure`.
 */
export type RunJob = (blog: Blog, job: Job, context: JobContext) => Promise<{ again: Date } | undefined>;

/** A job cannot succeed, however often it is tried; the message is for the owner. */
export class JobFailure extends Error {
  override readonly name = 'JobFailure';
}
