import { createReadStream } from 'node:fs';
import { access, link, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Files } from '../media/files.ts';
import { type Entry, tarOf } from './archive.ts';
import { gzipped } from './compress.ts';
import { Measure, syncFolder, writeDurably } from './durable-write.ts';
import {
  BackupProblem,
  type Manifest,
  manifestName,
  manifestText,
  pictureEntry,
  totalBytes,
} from './manifest.ts';
import { type Snapshot, type Source, takeSnapshot } from './snapshot.ts';

/** A picture may be deleted between the database and its turn; then the database is asked again. */
const tries = 3;

/** Writes one archive of everything. The name appears once the archive is whole and on the disk; none is replaced. */
export async function backUpTo(
  file: string,
  source: Source,
  files: Pick<Files, 'read'>,
): Promise<{ bytes: number; manifest: Manifest }> {
  const folder = path.dirname(file);
  await refuseExisting(file);
  await mkdir(folder, { recursive: true });
  const aside = await mkdtemp(path.join(folder, `.${path.basename(file)}-`));
  try {
    for (let attempt = 1; ; attempt++) {
      const snapshot = await takeSnapshot(source, aside);
      const archive = path.join(aside, 'archive');
      const collected: Collected = { files: [snapshot.file], missing: [] };
      const entries = entriesOf(snapshot, files, collected);
      const tar = tarOf(entries);
      const packed = /\.t?gz$/.test(file) ? gzipped(tar, 1) : tar;
      const { bytes } = await writeDurably(archive, packed);
      if (collected.missing.length > 0 && attempt < tries) {
        await rm(archive);
        await rm(snapshot.path);
        continue;
      }
      await appear(archive, file);
      await syncFolder(folder);
      return { bytes, manifest: manifestOf(snapshot, collected) };
    }
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

const alreadyThere = (file: string) =>
  new BackupProblem(
    `${file} is already there, and a backup never replaces a file. Please give another name.`,
  );

async function refuseExisting(file: string): Promise<void> {
  const there = await access(file).then(
    () => true,
    () => false,
  );
  if (there) throw alreadyThere(file);
}

/** A link, unlike a renaming, never replaces what came into being meanwhile; not every file system has links. */
async function appear(archive: string, file: string): Promise<void> {
  try {
    await link(archive, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw alreadyThere(file);
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
  for (const name of snapshot.pictures) {
    const picture = await files.read(name);
    if (!picture) {
      collected.missing.push(name);
      continue;
    }
    const measure = new Measure();
    yield { name: pictureEntry(name), bytes: picture.size, modified, read: () => measure.over(picture.body) };
    collected.files.push({ name: pictureEntry(name), ...measure.result() });
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

/** What was backed up, in words. */
export function inWords(manifest: Manifest): string {
  const pictures = manifest.files.length - 1;
  const megabytes = (totalBytes(manifest) / 1_000_000).toFixed(1);
  const missing =
    manifest.missing.length === 0
      ? ''
      : ` ${manifest.missing.length} picture files that the database names were not there: ${manifest.missing.slice(0, 5).join(', ')}${manifest.missing.length > 5 ? ', …' : ''}.`;
  return `the database and ${pictures} picture files, ${megabytes} MB.${missing}`;
}
