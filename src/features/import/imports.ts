import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type Blog, nowIso } from '../../platform/blog.ts';
import type { Db } from '../../platform/db/open.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { Problem } from '../../platform/http/problem.ts';
import { urls } from '../../platform/http/urls.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { addJob, startJobs } from '../../platform/jobs/add-job.ts';
import { ensureHost, hostOf } from '../../platform/jobs/identity.ts';
import { cancelJob } from '../../platform/jobs/jobs.ts';
import { jobById, type StoredJob } from '../../platform/jobs/store.ts';
import {
  type ImportChoices,
  type ImportImage,
  type ImportItem,
  type ImportKindCounts,
  type ImportRecord,
  type ImportSamples,
  importChoices,
  importProgress,
  importSamples,
} from './api.ts';
import { readers } from './formats/readers.ts';
import * as messages from './messages/imports.ts';
import { countImportImages, importImagePage } from './store/images.ts';
import * as store from './store/imports.ts';
import { siteFolder } from './uploads.ts';

const listed = 100;

export async function listImports(blog: Blog): Promise<ImportRecord[]> {
  const rows = await store.allImports(blog.db, listed);
  return Promise.all(rows.map((row) => present(blog, row)));
}

export const importOf = async (blog: Blog, id: number): Promise<ImportRecord> =>
  present(blog, await required(blog.db, id));

/** Where a source is, and the name by which messages call it. `url`: of a site, which is copied to the path first. */
type ImportSource = { path: string; name: string; url?: string };

/** Imports a source, or tries to without writing content. */
export async function createImport(
  blog: Blog,
  viewer: Viewer,
  { path, name, url }: ImportSource,
  isDryRun: boolean,
  choices: Partial<ImportChoices> = {},
): Promise<ImportRecord> {
  const id = await inTransaction(blog.db, async (tx) => {
    const created = await store.insertImport(tx, {
      name,
      path,
      host: ensureHost(blog),
      url: url ?? null,
      choices: JSON.stringify(importChoices.parse(choices)),
      dry_run: Number(isDryRun),
      username: viewer.admin ? viewer.username : null,
      date_added: nowIso(blog),
    });
    await queue(blog, tx, 'import', created);
    return created;
  });
  startJobs(blog);
  return importOf(blog, id);
}

/** Imports a site from its URL. */
export async function createSiteImport(
  blog: Blog,
  viewer: Viewer,
  url: string,
  isDryRun: boolean,
  choices: Partial<ImportChoices> = {},
): Promise<ImportRecord> {
  const { href, host } = new URL(url);
  const source = { path: await siteFolder(blog, host), name: host, url: href };
  return createImport(blog, viewer, source, isDryRun, choices);
}

/** Reads the source of an import again, for what is new since. */
export async function repeatImport(
  blog: Blog,
  viewer: Viewer,
  id: number,
  isDryRun: boolean,
): Promise<ImportRecord> {
  const { url, path, name, choices, ...row } = await required(blog.db, id);
  const chosen = importChoices.parse(JSON.parse(choices));
  if (url !== null) return createSiteImport(blog, viewer, url, isDryRun, chosen);
  if (!(await hasFiles(blog, { path, host: row.host })))
    throw new Problem('conflict', messages.importFilesGone);
  return createImport(blog, viewer, { path, name }, isDryRun, chosen);
}

export async function samplesOf(blog: Blog, id: number): Promise<ImportSamples> {
  const { samples } = await required(blog.db, id);
  return importSamples
    .catch({ kinds: [], authors: [], categories: [], posts: [] })
    .parse(JSON.parse(samples));
}

/** Stores what the owner answered, and tries again with it. */
export async function setChoices(blog: Blog, id: number, choices: ImportChoices): Promise<ImportRecord> {
  await emptyDryRun(blog, id);
  return change(blog, id, 'import', (row) => {
    if (row.dry_run === 0) throw new Problem('conflict', messages.importDone);
    return { ...fromTheBeginning, choices: JSON.stringify(choices) };
  });
}

const fromTheBeginning = {
  state: 'open',
  date_finished: null,
  cursor: 0,
  own_rows: null,
  problems: '[]',
} as const;

/** An import of this source that has begun and is not done. `path` is that of a file, or the URL of a site. */
export async function openImportAt(blog: Blog, path: string, isDryRun: boolean): Promise<number | undefined> {
  const rows = await store.allImports(blog.db, listed);
  for (const row of rows) {
    if ((row.url ?? row.path) !== path || row.host !== hostOf(blog) || (row.dry_run === 1) !== isDryRun)
      continue;
    const job = row.job_id === null ? undefined : await jobById(blog.db, row.job_id);
    if (row.state === 'open' && job?.date_finished === null) return row.id;
  }
  return undefined;
}

export const jobOfImport = async (blog: Blog, id: number): Promise<number | null> =>
  (await required(blog.db, id)).job_id;

/** Adds the job of an import; where its files are, if it reads them. */
async function queue(blog: Blog, tx: Db, kind: 'import' | 'undo-import', id: number): Promise<void> {
  const job = await addJob(blog, tx, kind, { import: id }, { needsFiles: kind === 'import' });
  await store.updateImport(tx, id, { job_id: job });
}

/** After a dry run, imports for real; a failed or canceled import continues where it ended. */
export async function startImport(blog: Blog, id: number): Promise<ImportRecord> {
  await emptyDryRun(blog, id);
  return change(blog, id, 'import', async (row) => {
    if (row.state === 'undone') throw new Problem('conflict', messages.importUndone);
    if (row.state === 'done' && row.dry_run === 0) throw new Problem('conflict', messages.importDone);
    if (!(await hasFiles(blog, row))) throw new Problem('conflict', messages.importFilesGone);
    return row.dry_run === 0 ? { state: 'open', date_finished: null } : { ...fromTheBeginning, dry_run: 0 };
  });
}

/** Changes an import of which nothing runs, and queues a job for it. */
async function change(
  blog: Blog,
  id: number,
  kind: 'import' | 'undo-import',
  changed: (row: store.StoredImport) => store.ImportChange | Promise<store.ImportChange>,
): Promise<ImportRecord> {
  await inTransaction(blog.db, async (tx) => {
    await store.updateImport(tx, id, await changed(await lockIdle(tx, id)));
    await queue(blog, tx, kind, id);
  });
  startJobs(blog);
  return importOf(blog, id);
}

/** The report of the dry run gives way to that of the import. Before its transaction, because it may be long. */
async function emptyDryRun(blog: Blog, id: number): Promise<void> {
  const row = await lockIdle(blog.db, id);
  if (row.dry_run === 0) return;
  while ((await store.deleteItems(blog.db, id, 500)) > 0);
}

export async function cancelImport(blog: Blog, id: number): Promise<ImportRecord> {
  const row = await required(blog.db, id);
  if (row.job_id === null || !(await cancelJob(blog, row.job_id)))
    throw new Problem('conflict', messages.importNotRunning);
  return importOf(blog, id);
}

/** Removes what the import wrote; what was changed since stays. */
export const undoImport = (blog: Blog, id: number): Promise<ImportRecord> =>
  change(blog, id, 'undo-import', (row) => {
    if (row.dry_run === 1) throw new Problem('conflict', messages.importNothingToUndo);
    if (row.state === 'undone') throw new Problem('conflict', messages.importUndone);
    return { state: 'undoing' };
  });

export async function importItems(
  blog: Blog,
  id: number,
  filter: store.ItemFilter,
  page: { limit: number; offset: number },
): Promise<{ items: ImportItem[]; total: number }> {
  await required(blog.db, id);
  const rows = await store.itemPage(blog.db, id, filter, page);
  const items = rows.map(({ post_title_web, kind: _, reasons, ...row }) => ({
    ...row,
    reasons: JSON.parse(reasons) as string[],
    url: post_title_web === null ? null : urls.post(post_title_web),
  }));
  return { items, total: await store.countItems(blog.db, id, filter) };
}

/** The images of an import that were not in its source, and what became of each. */
export async function importImages(
  blog: Blog,
  importId: number,
  { state, ...page }: { state?: ImportImage['state'] | undefined; limit: number; offset: number },
): Promise<{ images: ImportImage[]; total: number }> {
  await required(blog.db, importId);
  const rows = await importImagePage(blog.db, importId, state, page);
  const counts = await countImportImages(blog.db, importId);
  return {
    images: rows.map(({ id: _, next_date, ...image }) => ({
      ...image,
      next_date: image.state === 'waiting' ? next_date : null,
    })),
    total: state ? counts[state] : counts.waiting + counts.fetched + counts.lost,
  };
}

async function required(db: Db, id: number, find = store.importById): Promise<store.StoredImport> {
  const row = await find(db, id);
  if (!row) throw new Problem('not_found', messages.noSuchImport);
  return row;
}

/** The import, locked, when no job of it is waiting or running. */
async function lockIdle(tx: Db, id: number): Promise<store.StoredImport> {
  const row = await required(tx, id, store.lockImport);
  const job = row.job_id === null ? undefined : await jobById(tx, row.job_id);
  if (job && job.date_finished === null) throw new Problem('conflict', messages.importRunning);
  return row;
}

type Place = Pick<store.StoredImport, 'path' | 'host'>;

/** Null for what is gone, or on another machine. */
const filesAt = async (blog: Blog, { path, host }: Place): Promise<Stats | null> =>
  host === hostOf(blog) ? stat(path).catch(() => null) : null;

const hasFiles = async (blog: Blog, row: Place): Promise<boolean> => (await filesAt(blog, row)) !== null;

/** The files of a folder may change; those of an upload do not. */
const isFolder = async (blog: Blog, row: Place): Promise<boolean> =>
  (await filesAt(blog, row))?.isDirectory() ?? false;

async function present(blog: Blog, row: store.StoredImport): Promise<ImportRecord> {
  const job = row.job_id === null ? undefined : await jobById(blog.db, row.job_id);
  const state = stateOf(blog, row, job);
  const isBusy = state === 'running' || state === 'undoing';
  const progress = isBusy ? importProgress.safeParse(job?.progress) : undefined;
  return {
    id: row.id,
    name: row.name,
    format: row.format,
    format_label: readers.find(({ format }) => format === row.format)?.label ?? row.format,
    state,
    dry_run: row.dry_run === 1,
    progress: progress?.success ? progress.data : null,
    counts: await countsOf(blog.db, row),
    written: isBusy ? [] : await writtenBy(blog.db, row.id),
    problems: JSON.parse(row.problems) as string[],
    error: state === 'failed' ? (job?.error ?? null) : null,
    images: await countImportImages(blog.db, row.id),
    can_undo: row.dry_run === 0 && ['done', 'failed', 'canceled'].includes(state),
    can_start:
      (['failed', 'canceled'].includes(state) || (row.dry_run === 1 && state === 'done')) &&
      row.state !== 'undoing' &&
      (await hasFiles(blog, row)),
    can_repeat: row.dry_run === 0 && state === 'done' && (row.url !== null || (await isFolder(blog, row))),
    url: row.url,
    choices: importChoices.parse(JSON.parse(row.choices)),
    username: row.username,
    date_added: row.date_added,
    date_finished: row.date_finished,
  };
}

function stateOf(blog: Blog, row: store.StoredImport, job: StoredJob | undefined): ImportRecord['state'] {
  // Jobs are deleted some weeks after they have ended. Before that, nothing else can be done with the import.
  const hasEnded = !job || job.date_finished !== null;
  if (hasEnded && (row.state === 'done' || row.state === 'undone')) return row.state;
  if (!job || job.outcome === 'failed') return 'failed';
  if (job.outcome === 'canceled') return 'canceled';
  if (row.state === 'undoing' || row.state === 'undone') return 'undoing';
  return job.owner !== null && job.next_run > nowIso(blog) ? 'running' : 'waiting';
}

async function countsOf(db: Db, row: store.StoredImport): Promise<ImportKindCounts[]> {
  const expected: Record<string, number> = row.expected === null ? {} : JSON.parse(row.expected);
  const counts = new Map<string, ImportKindCounts>();
  const of = (source_kind: string) =>
    counts.getOrInsertComputed(source_kind, () => ({
      source_kind,
      expected: expected[source_kind] ?? null,
      imported: 0,
      remark: 0,
      left_out: 0,
      kept: 0,
    }));
  for (const kind of Object.keys(expected)) of(kind);
  for (const { source_kind, outcome, total } of await store.countOutcomes(db, row.id))
    of(source_kind)[outcome === 'left-out' ? 'left_out' : outcome] += total;
  return [...counts.values()];
}

async function writtenBy(db: Db, id: number): Promise<ImportRecord['written']> {
  const kinds = await store.countKinds(db, id);
  const written = kinds.filter(({ outcome }) => outcome === 'imported' || outcome === 'remark');
  return [...Map.groupBy(written, ({ kind }) => kind)].map(([kind, rows]) => ({
    kind,
    count: rows.reduce((sum, { total }) => sum + total, 0),
  }));
}
