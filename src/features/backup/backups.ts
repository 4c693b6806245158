import { z } from 'zod';
import { recordActivity } from '../../core/site/activity.ts';
import { firstMigration } from '../../core/site/store/overview.ts';
import { type Blog, nowIso } from '../../platform/blog.ts';
import { isDiskFull, isReadOnly } from '../../platform/db/database-errors.ts';
import { readSetting, writeSetting } from '../../platform/db/settings.ts';
import { inTransaction, lockName } from '../../platform/db/transaction.ts';
import { Problem } from '../../platform/http/problem.ts';
import { addJob, startJobs } from '../../platform/jobs/add-job.ts';
import { ensureHost } from '../../platform/jobs/identity.ts';
import { jobsOfKind } from '../../platform/jobs/store.ts';
import {
  backupDiskFull,
  backupFailureInLog,
  backupInProgress,
  backupsOff,
  noSuchBackup,
} from '../../platform/messages/owner.ts';
import { type Message, message } from '../../platform/messages/translate.ts';
import { type Backup, type BackupJob, type BackupState, backupJob } from './api.ts';
import { backupsPart } from './archive/backups.ts';
import { BackupProblem } from './archive/manifest.ts';
import type { BackupProgress } from './archive/snapshot.ts';
import type { StoredBackup } from './archive/stored.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;
/** Clocks of machines differ a little; a date further in the future comes from a clock that jumped. */
const clockTolerance = 5 * 60 * 1000;

/** Shared by all processes through the settings. */
const record = z.object({
  made: z.iso.datetime().optional(),
  /** When the last attempt began. */
  begun: z.iso.datetime().optional(),
  failed: z.object({ date: z.iso.datetime(), message: z.string() }).optional(),
});
type Record = z.infer<typeof record>;

/** When a backup was made, tried and failed last. */
export async function readRecord(db: Blog['db']): Promise<Record> {
  return parseRecord(await readSetting(db, 'backups'));
}

export function parseRecord(text = '{}'): Record {
  try {
    return record.parse(JSON.parse(text));
  } catch {
    return {};
  }
}

/** Merges the result of `change` into the record; undefined removes a field, null changes nothing. */
async function updateRecord(blog: Blog, change: (known: Record) => Record | null): Promise<boolean> {
  return inTransaction(blog.db, async (tx) => {
    await lockName(tx, 'backups');
    const known = await readRecord(tx);
    const changed = change(known);
    if (changed) await writeSetting(tx, 'backups', JSON.stringify({ ...known, ...changed }));
    return changed !== null;
  });
}

/** Makes the daily backup, in one of all processes. A site gets its first one when it is a day old. */
export async function backUpDaily(blog: Blog): Promise<void> {
  if (backupsPart.of(blog).keep === 0) return;
  const now = blog.now().getTime();
  const isYounger = (date: string | undefined, age: number) => {
    const time = date === undefined ? Number.NEGATIVE_INFINITY : new Date(date).getTime();
    return time > now - age && time < now + clockTolerance;
  };
  const first = await firstMigration(blog.db);
  const mine = await updateRecord(blog, ({ made, begun }) =>
    isYounger(made, day) || isYounger(first, day) || isYounger(begun, hour - 1000)
      ? null
      : { begun: nowIso(blog) },
  );
  if (mine) await makeBackup(blog);
}

export async function backUpNow(blog: Blog): Promise<Backup> {
  if (backupsPart.of(blog).keep === 0) throw new Problem('conflict', backupsOff);
  const made = await makeBackup(blog);
  if (!made) throw new Problem('conflict', backupInProgress);
  await recordActivity(blog, blog.db, 'backup', madeWhat(made));
  return present(made);
}

export const madeWhat = ({ id }: { id: string }): Message => message('Made the backup {id}', { id });

/** Makes sure that a job makes a backup on this machine (`run-backup.ts`). */
export async function startBackup(blog: Blog): Promise<BackupState> {
  if (backupsPart.of(blog).keep === 0) throw new Problem('conflict', backupsOff);
  await inTransaction(blog.db, async (tx) => {
    await lockName(tx, 'backups');
    const host = ensureHost(blog);
    const isAsked = (await unfinished(tx)).some(
      (job) => job.host === host && !(job.payload as BackupPayload).ofCopy,
    );
    const payload: BackupPayload = { username: blog.actor?.username ?? null };
    if (!isAsked) await addJob(blog, tx, jobKind, payload, { needsFiles: true });
  });
  startJobs(blog);
  return backupState(blog);
}

/** Makes sure that a job makes a backup of the copy from before an upgrade, if there is one. */
export async function backUpCopy(blog: Blog): Promise<void> {
  if (!backupsPart.of(blog).hasSetAside()) return;
  const payload: BackupPayload = { username: null, ofCopy: true };
  await inTransaction(blog.db, async (tx) => {
    await lockName(tx, 'backups');
    const isAsked = (await unfinished(tx)).some((job) => (job.payload as BackupPayload).ofCopy);
    if (!isAsked) await addJob(blog, tx, jobKind, payload, { needsFiles: true });
  });
  startJobs(blog);
}

/** Who asked for it, for the activity log, and whether it is one of the copy from before an upgrade. */
export type BackupPayload = { username: string | null; ofCopy?: boolean };

const jobKind = 'backup';
const unfinished = async (db: Blog['db']) =>
  (await jobsOfKind(db, jobKind, 20)).filter(({ outcome }) => outcome === null);

const progress = backupJob.shape.progress;

async function runningBackup(blog: Blog): Promise<BackupJob | null> {
  const [job] = await unfinished(blog.db);
  return job ? { date: job.date_added, progress: progress.safeParse(job.progress).data ?? null } : null;
}

/** Makes a backup and records when, or why not; null while another process makes one. */
export async function makeBackup(
  blog: Blog,
  {
    signal,
    onProgress,
    ofCopy,
  }: { signal?: AbortSignal; onProgress?: BackupProgress; ofCopy?: boolean } = {},
): Promise<StoredBackup | null> {
  try {
    const options = onProgress && { onProgress };
    const made = ofCopy
      ? await backupsPart.of(blog).backUpSetAside(options)
      : await backupsPart.of(blog).make(options);
    if (made && !ofCopy) await updateRecord(blog, () => ({ made: made.made, failed: undefined }));
    return made;
  } catch (error) {
    if (!signal?.aborted) await recordFailure(blog, reasonOf(error));
    throw error;
  }
}

export async function recordFailure(blog: Blog, message: string): Promise<void> {
  const failed = { date: nowIso(blog), message };
  // On a full disk this may fail as well; then only the log has the reason.
  await updateRecord(blog, () => ({ failed })).catch(() => {});
}

export function reasonOf(error: unknown): string {
  if (error instanceof BackupProblem) return error.message;
  return isDiskFull(error) ? backupDiskFull : backupFailureInLog;
}

export async function backupState(blog: Blog): Promise<BackupState> {
  const { made, failed } = await readRecord(blog.db);
  const newest = await backupsPart.of(blog).newest(blog.siteId);
  return {
    keep: backupsPart.of(blog).keep,
    newest: newest && present(newest),
    date: newest?.made ?? made ?? null,
    failed: failed ?? null,
    running: await runningBackup(blog),
  };
}

export async function listBackups(blog: Blog): Promise<Backup[]> {
  return (await backupsPart.of(blog).list(blog.siteId)).map(present);
}

/** Each range that is read is logged, because a resumed download is a download as well. */
export async function openBackup(blog: Blog, id: string) {
  const opened = await backupsPart.of(blog).open(id, blog.siteId);
  if (!opened) throw new Problem('not_found', noSuchBackup);
  return {
    ...opened,
    read: async (part: { start: number; end: number }) => {
      const whole = part.start === 0 && part.end === opened.bytes - 1;
      const what = whole
        ? message('Downloaded the backup {id}', { id })
        : message('Downloaded a part of the backup {id}', { id });
      await recordActivity(blog, blog.db, 'backup', what).catch((error) => {
        // Downloading must work on a full disk, when it is needed most.
        if (!isDiskFull(error) && !isReadOnly(error)) throw error;
      });
      return opened.read(part);
    },
  };
}

const present = ({ id, made, bytes, manifest }: StoredBackup): Backup => ({
  id,
  date: made,
  bytes,
  pictures: manifest.pictures,
  missing: manifest.missing.length,
});
