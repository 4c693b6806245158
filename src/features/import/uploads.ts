import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Blog, nowIso } from '../../platform/blog.ts';
import { syncFolder } from '../../platform/files/durable-write.ts';
import { maxImportUploads } from '../../platform/http/api/limits.ts';
import { Problem } from '../../platform/http/problem.ts';
import { ensureHost } from '../../platform/jobs/identity.ts';
import type { ImportUpload, NewImportUpload } from './api.ts';
import * as messages from './messages/uploads.ts';
import { isBeingImported } from './store/imports.ts';

/** What is known of an upload, beside its bytes in a file of its own. Replaced as a whole, so it is never half written. */
type State = ImportUpload & { date_changed: string };

const stateFile = 'upload.json';
const contentFile = 'content';
const day = 24 * 60 * 60 * 1000;
const unfinishedMs = day;
const finishedMs = 7 * day;
/** Left free on the disk, so that the database can still grow. */
const reserveBytes = 512 * 1024 * 1024;

const importsFolder = ({ dataFolder }: Blog): string => path.join(dataFolder, 'imports');

/** Distinguishes machines that share a database but not their disks. */
const machineOf = (host: string): string => host.slice(0, 8);

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Those on this machine that are not finished, oldest first. */
export async function unfinishedUploads(blog: Blog): Promise<ImportUpload[]> {
  await deleteExpiredUploads(blog);
  const uploads = (await allUploads(blog)).filter(({ finished }) => !finished);
  return uploads.sort((a, b) => (a.date_added < b.date_added ? -1 : 1)).map(present);
}

/** Deletes unfinished uploads after a day without a portion, and the files of imports after a week. */
export async function deleteExpiredUploads(blog: Blog): Promise<void> {
  for (const state of await allUploads(blog)) {
    if (!isExpired(blog, state)) continue;
    if (state.finished && (await isBeingImported(blog.db, contentOf(blog, state.id)))) continue;
    await deleteFiles(blog, state.id);
  }
}

async function allUploads(blog: Blog): Promise<State[]> {
  const ids = await readdir(importsFolder(blog)).catch(() => []);
  const states = await Promise.all(ids.filter((id) => idPattern.test(id)).map((id) => stateOf(blog, id)));
  return states.filter((state) => state !== undefined);
}

/** Continues the upload of the same file, if there is one: after a reload the browser knows the file, but not its upload. */
export async function createUpload(
  blog: Blog,
  { name, size, last_modified }: NewImportUpload,
  leftFree = reserveBytes,
): Promise<{ upload: ImportUpload; isNew: boolean }> {
  const unfinished = await unfinishedUploads(blog);
  const begun = unfinished.find(
    (upload) => upload.name === name && upload.size === size && upload.last_modified === last_modified,
  );
  if (begun) return { upload: begun, isNew: false };
  if (unfinished.length >= maxImportUploads)
    throw new Problem('conflict', messages.tooManyImportUploads(maxImportUploads));
  const expected = unfinished.reduce((sum, upload) => sum + upload.size - upload.offset, size);
  await mkdir(importsFolder(blog), { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(importsFolder(blog));
  if (bavail * bsize - expected < leftFree) throw new Problem('no_room', messages.importNoRoom);

  const state = newState(blog, { name, size, last_modified }, false);
  await mkdir(folderOf(blog, state.id), { mode: 0o700 });
  await (await open(contentOf(blog, state.id), 'wx', 0o600)).close();
  await store(blog, state);
  await syncFolder(importsFolder(blog));
  return { upload: present(state), isNew: true };
}

function newState(blog: Blog, file: NewImportUpload, finished: boolean): State {
  const id = `${machineOf(ensureHost(blog))}-${randomUUID()}`;
  const now = nowIso(blog);
  return { id, ...file, offset: 0, finished, date_added: now, date_changed: now };
}

export async function uploadState(blog: Blog, id: string): Promise<ImportUpload> {
  return present(await requireState(blog, id));
}

/** Acknowledges bytes only after they are on the disk. A portion that arrived before, wholly or in part, is accepted. */
export async function appendToUpload(
  blog: Blog,
  id: string,
  offset: number,
  bytes: Uint8Array,
): Promise<ImportUpload> {
  const before = await requireState(blog, id);
  const end = offset + bytes.length;
  if (bytes.length === 0 || end > before.size) throw new Problem('malformed', messages.importChunkOutside);
  if (offset > before.offset) throw new Problem('conflict', messages.importOffsetWrong(before.offset));
  if (end <= before.offset) return present(before);
  await using file = await open(contentOf(blog, id), 'r+');
  // One call may write less than it was given, for example on a disk that is nearly full.
  for (let at = before.offset; at < end; )
    at += (await file.write(bytes, at - offset, end - at, at)).bytesWritten;
  await file.datasync();
  // A repeated portion may have been on its way at the same time and arrived further.
  const now = await requireState(blog, id);
  const after = { ...now, offset: Math.max(end, now.offset), date_changed: nowIso(blog) };
  await store(blog, after);
  return present(after);
}

export async function finishUpload(blog: Blog, id: string): Promise<ImportUpload> {
  const state = await requireState(blog, id);
  if (state.offset < state.size)
    throw new Problem('conflict', messages.importUploadIncomplete(state.size - state.offset));
  const finished = { ...state, finished: true, date_changed: nowIso(blog) };
  if (!state.finished) await store(blog, finished);
  return present(finished);
}

/** Only unfinished ones: the files of a finished upload belong to its import. */
export async function abandonUpload(blog: Blog, id: string): Promise<{ id: string }> {
  const { finished } = await requireState(blog, id);
  if (finished) throw new Problem('not_found', messages.noSuchImportUpload);
  await deleteFiles(blog, id);
  return { id };
}

/** A folder for the copy of a site, which is deleted like the files of uploads. */
export async function siteFolder(blog: Blog, name: string): Promise<string> {
  const state = newState(blog, { name, size: 0, last_modified: 0 }, true);
  await mkdir(contentOf(blog, state.id), { recursive: true, mode: 0o700 });
  await store(blog, state);
  return contentOf(blog, state.id);
}

/** Where the file of a finished upload is, and under which name it was uploaded. */
export async function finishedUpload(blog: Blog, id: string): Promise<{ path: string; name: string }> {
  const { finished, name, size } = await requireState(blog, id);
  if (!finished) throw new Problem('conflict', messages.importUploadIncomplete(size));
  return { path: contentOf(blog, id), name };
}

const folderOf = (blog: Blog, id: string): string => path.join(importsFolder(blog), id);
const contentOf = (blog: Blog, id: string): string => path.join(folderOf(blog, id), contentFile);

const present = ({ date_changed: _, ...upload }: State): ImportUpload => upload;

const isExpired = (blog: Blog, { date_changed, finished }: State): boolean =>
  Date.parse(date_changed) < blog.now().getTime() - (finished ? finishedMs : unfinishedMs);

async function requireState(blog: Blog, id: string): Promise<State> {
  const state = idPattern.test(id) ? await stateOf(blog, id) : undefined;
  if (state && (state.finished || !isExpired(blog, state))) return state;
  const isElsewhere = idPattern.test(id) && !state && !id.startsWith(machineOf(ensureHost(blog)));
  throw isElsewhere
    ? new Problem('misdirected', messages.importUploadElsewhere)
    : new Problem('not_found', messages.noSuchImportUpload);
}

async function stateOf(blog: Blog, id: string): Promise<State | undefined> {
  try {
    return JSON.parse(await readFile(path.join(folderOf(blog, id), stateFile), 'utf8')) as State;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function store(blog: Blog, state: State): Promise<void> {
  const folder = folderOf(blog, state.id);
  const temporary = path.join(folder, `${randomUUID()}.tmp`);
  await writeFile(temporary, JSON.stringify(state), { flag: 'wx', mode: 0o600, flush: true });
  await rename(temporary, path.join(folder, stateFile));
  await syncFolder(folder);
}

/** The state goes first, so that an interrupted deletion leaves no upload that can be continued. */
async function deleteFiles(blog: Blog, id: string): Promise<void> {
  await rm(path.join(folderOf(blog, id), stateFile), { force: true });
  await rm(folderOf(blog, id), { recursive: true, force: true });
}
