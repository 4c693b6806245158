import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { recordActivity } from '../../core/site/activity.ts';
import type { Blog } from '../../platform/blog.ts';
import { inTransaction, lockName } from '../../platform/db/transaction.ts';
import { Problem } from '../../platform/http/problem.ts';
import { addJob, startJobs } from '../../platform/jobs/add-job.ts';
import { hostOf } from '../../platform/jobs/identity.ts';
import { cancelJob } from '../../platform/jobs/jobs.ts';
import * as jobs from '../../platform/jobs/store.ts';
import { type Message, message } from '../../platform/messages/translate.ts';
import type { ExportKind, SiteExport } from './api.ts';
import { exportFile, exportJob, exportsFolder, payloadOf, progressOf } from './export-job.ts';
import * as messages from './messages.ts';

const week = 7 * 24 * 60 * 60 * 1000;
const listed = 50;

/** Newest first; without those whose file has been deleted. */
export async function listExports(blog: Blog): Promise<SiteExport[]> {
  const found = await jobs.jobsOfKind(blog.db, exportJob, listed);
  const presented = await Promise.all(found.map((job) => present(blog, job)));
  return presented.filter((one) => one !== null);
}

export async function exportById(blog: Blog, id: number): Promise<SiteExport> {
  const found = await present(blog, await storedExport(blog, id));
  if (!found) throw new Problem('not_found', messages.noSuchExport);
  return found;
}

const startedWhat: Record<ExportKind, Message> = {
  archive: message('Started an export (archive)'),
  static: message('Started an export (static)'),
};

export async function createExport(blog: Blog, kind: ExportKind): Promise<SiteExport> {
  const id = await inTransaction(blog.db, async (tx) => {
    await lockName(tx, 'exports');
    const known = await jobs.jobsOfKind(tx, exportJob, listed);
    if (known.some((job) => job.date_finished === null && payloadOf(job.payload).kind === kind))
      throw new Problem('conflict', messages.exportInProgress);
    await recordActivity(blog, tx, 'backup', startedWhat[kind]);
    return addJob(blog, tx, exportJob, { kind, folder: randomUUID() }, { needsFiles: true });
  });
  startJobs(blog);
  return exportById(blog, id);
}

/** Cancels it if it is being made. */
export async function deleteExport(blog: Blog, id: number): Promise<{ id: number }> {
  const job = await storedExport(blog, id);
  if (job.date_finished === null) await cancelJob(blog, id);
  else {
    const { folder } = payloadOf(job.payload);
    if (job.outcome === 'done' && job.host !== hostOf(blog))
      throw new Problem('conflict', messages.exportElsewhere);
    await rm(path.join(exportsFolder(blog), folder), { recursive: true, force: true });
    await jobs.deleteJob(blog.db, id);
  }
  await recordActivity(blog, blog.db, 'backup', message('Deleted the export {id}', { id: String(id) }));
  return { id };
}

/** Each range that is read is logged, because a resumed download is a download as well. */
export async function openExport(blog: Blog, id: number) {
  const job = await storedExport(blog, id);
  const { folder, kind } = payloadOf(job.payload);
  if (job.outcome !== 'done') throw new Problem('conflict', messages.exportNotReady);
  const file = exportFile(blog, folder);
  const bytes = await sizeOf(file);
  if (bytes === null) {
    if (job.host !== hostOf(blog)) throw new Problem('conflict', messages.exportElsewhere);
    throw new Problem('not_found', messages.noSuchExport);
  }
  const day = (job.date_finished ?? job.date_added).slice(0, 10);
  return {
    name: `not-terrible-${kind === 'static' ? 'static-copy' : 'export'}-${day}.zip`,
    bytes,
    etag: `"${folder}"`,
    read: async (part: { start: number; end: number }) => {
      const isWhole = part.start === 0 && part.end === bytes - 1;
      await recordActivity(
        blog,
        blog.db,
        'backup',
        isWhole
          ? message('Downloaded the export {id}', { id: String(id) })
          : message('Downloaded a part of the export {id}', { id: String(id) }),
      );
      return createReadStream(file, part);
    },
  };
}

/** Deletes the work files of this machine after a week, also those of attempts that were never finished. */
export async function deleteExpiredExports(blog: Blog): Promise<void> {
  const root = exportsFolder(blog);
  for (const name of await readdir(root).catch(() => [])) {
    const folder = path.join(root, name);
    const known = await stat(folder).catch(() => null);
    if (known && known.mtimeMs < blog.now().getTime() - week)
      await rm(folder, { recursive: true, force: true });
  }
}

async function storedExport(blog: Blog, id: number): Promise<jobs.StoredJob> {
  const job = await jobs.jobById(blog.db, id);
  if (job?.kind !== exportJob) throw new Problem('not_found', messages.noSuchExport);
  return job;
}

async function present(blog: Blog, job: jobs.StoredJob): Promise<SiteExport | null> {
  const { kind, folder } = payloadOf(job.payload);
  const known = progressOf(job.progress);
  const size = job.outcome === 'done' ? await sizeOf(exportFile(blog, folder)) : null;
  const finished = Date.parse(job.date_finished ?? job.date_added);
  const isGone = job.outcome === 'done' && size === null && job.host === hostOf(blog);
  const isExpired = job.date_finished !== null && finished < blog.now().getTime() - week;
  if (isGone || isExpired || job.outcome === 'canceled') return null;
  const missing = known?.result?.missing ?? 0;
  return {
    id: String(job.id),
    kind,
    date: job.date_added,
    state: stateOf(job),
    progress:
      stateOf(job) === 'running' && known
        ? { stage: known.stage, done: known.done, total: known.total }
        : null,
    bytes: size ?? known?.result?.bytes ?? null,
    expires: job.outcome === 'done' ? new Date(finished + week).toISOString() : null,
    message:
      job.outcome === 'failed' ? (job.error ?? '') : missing > 0 ? messages.exportMissingFiles(missing) : '',
    downloadable: size !== null,
  };
}

function stateOf({ outcome, owner }: jobs.StoredJob): SiteExport['state'] {
  if (outcome === 'done') return 'ready';
  if (outcome !== null) return 'failed';
  return owner === null ? 'waiting' : 'running';
}

async function sizeOf(file: string): Promise<number | null> {
  return stat(file).then(
    ({ size }) => size,
    () => null,
  );
}
