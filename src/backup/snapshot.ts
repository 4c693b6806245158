import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { inspectInWorker } from '../db/inspect.ts';
import { corruptNotBackedUp } from '../messages/operator.ts';
import { gzipped } from './compress.ts';
import { writeDurably } from './durable-write.ts';
import { BackupProblem, databaseName, type ListedFile, type Manifest } from './manifest.ts';

/** `snapshot` writes a consistent snapshot of the data into a new SQLite file. */
export type Source = {
  snapshot(file: string): Promise<void>;
  version: string;
  now(): Date;
};

export type Snapshot = {
  /** The compressed database. */
  path: string;
  file: ListedFile;
  images: string[];
  about: Omit<Manifest, 'pictures' | 'files' | 'missing'>;
};

/** Text shrinks to a quarter; higher levels take much more time for little space. */
const compressionLevel = 3;

/** Writes a verified, compressed and flushed snapshot of the database into `folder`. */
export async function takeSnapshot(source: Source, folder: string): Promise<Snapshot> {
  const plain = path.join(folder, 'blog.sqlite');
  const packed = path.join(folder, databaseName);
  try {
    await source.snapshot(plain);
    const made = source.now().toISOString();
    const { problem, migrations, images } = await inspectInWorker(plain);
    // A backup of it would displace an older one that is intact.
    if (problem !== null) throw new BackupProblem(corruptNotBackedUp(problem));
    const measured = await writeDurably(packed, gzipped(createReadStream(plain), compressionLevel));
    return {
      path: packed,
      file: { name: databaseName, ...measured },
      images,
      about: {
        format: 'not-terrible-backup',
        format_version: 1,
        made,
        product_version: source.version,
        migrations,
        database_bytes: (await stat(plain)).size,
      },
    };
  } finally {
    for (const suffix of ['', '-journal', '-wal', '-shm']) await rm(plain + suffix, { force: true });
  }
}
