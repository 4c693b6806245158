import { createReadStream } from 'node:fs';
import { access, link, mkdir, mkdtempDisposable, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { ByteMeter, syncFolder, writeDurably } from '../../../platform/files/durable-write.ts';
import type { Files } from '../../../platform/files/files.ts';
import { backupFileExists, backupSummary } from '../../../platform/messages/operator.ts';
import { type Entry, tarOf } from './archive.ts';
import { gzipped } from './compress.ts';
import {
  BackupProblem,
  imageEntry,
  type Manifest,
  manifestName,
  manifestText,
  totalBytes,
} from './manifest.ts';
import { type Snapshot, type Source, takeSnapshot } from './snapshot.ts';

/** An image may be deleted between the snapshot and its copy; then a new snapshot is taken. */
const maxAttempts = 3;

/** Writes one archive of the whole site. The file appears only when it is complete and flushed; none is replaced. */
export async function backUpTo(
  file: string,
  source: Source,
  files: Pick<Files, 'read'>,
): Promise<{ bytes: number; manifest: Manifest }> {
  const folder = path.dirname(file);
  await refuseExisting(file);
  await mkdir(folder, { recursive: true });
  await using temporary = await mkdtempDisposable(path.join(folder, `.${path.basename(file)}-`));
  for (let attempt = 1; ; attempt++) {
    const snapshot = await takeSnapshot(source, temporary.path);
    const archive = path.join(temporary.path, 'archive');
    const collected: Collected = { files: [snapshot.file], missing: [] };
    const entries = entriesOf(snapshot, files, collected);
    const tar = tarOf(entries);
    const packed = /\.t?gz$/.test(file) ? gzipped(tar, 1) : tar;
    const { bytes } = await writeDurably(archive, packed);
    if (collected.missing.length > 0 && attempt < maxAttempts) {
      await rm(archive);
      await rm(snapshot.path);
      continue;
    }
    await publish(archive, file);
    await syncFolder(folder);
    return { bytes, manifest: manifestOf(snapshot, collected) };
  }
}

const alreadyExists = (file: string) => new BackupProblem(backupFileExists(file));

async function refuseExisting(file: string): Promise<void> {
  const exists = await access(file).then(
    () => true,
    () => false,
  );
  if (exists) throw alreadyExists(file);
}

/** A link, unlike a rename, never replaces a file that was created meanwhile; not every file system has links. */
async function publish(archive: string, file: string): Promise<void> {
  try {
    await link(archive, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw alreadyExists(file);
    await refuseExisting(file);
    await rename(archive, file);
  }
}

type Collected = Pick<Manifest, 'files' | 'missing'>;

async function* entriesOf(
  snapshot: Snapshot,
  files: Pick<Files, 'read'>,
  collected: Collected,
): AsyncGenerator<Entry> {
  const modified = new Date(snapshot.about.made);
  yield { ...snapshot.file, modified, read: () => createReadStream(snapshot.path) };
  for (const name of snapshot.images) {
    const image = await files.read(name);
    if (!image) {
      collected.missing.push(name);
      continue;
    }
    const meter = new ByteMeter();
    yield { name: imageEntry(name), bytes: image.size, modified, read: () => meter.over(image.body) };
    collected.files.push({ name: imageEntry(name), ...meter.result() });
  }
  const text = Buffer.from(manifestText(manifestOf(snapshot, collected)));
  yield { name: manifestName, bytes: text.length, modified, read: () => once(text) };
}

const manifestOf = ({ about }: Snapshot, { files, missing }: Collected): Manifest => ({
  ...about,
  pictures: 'included',
  files,
  missing,
});

export async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

export const summaryOf = (manifest: Manifest): string =>
  backupSummary(manifest.files.length - 1, (totalBytes(manifest) / 1_000_000).toFixed(1), manifest.missing);
