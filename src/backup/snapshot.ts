import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { inspectInWorker } from '../db/inspect.ts';
import { gzipped } from './compress.ts';
import { writeDurably } from './durable-write.ts';
import { BackupProblem, databaseName, type ListedFile, type Manifest } from './manifest.ts';

/** Where a backup comes from. `snapshot` writes the data, as it is at one moment, into a new SQLite file. */
export type Source = {
  snapshot(file: string): Promise<void>;
  version: string;
  now(): Date;
};

export type Snapshot = {
  /** The compressed database. */
  path: string;
  file: ListedFile;
  pictures: string[];
  about: Omit<Manifest, 'pictures' | 'files' | 'missing'>;
};

/** Text shrinks to a quarter; higher levels cost much more time than they save room. */
const level = 3;

/** Puts the database, as it is now, into `folder`: checked, compressed, flushed. */
export async function takeSnapshot(source: Source, folder: string): Promise<Snapshot> {
  const plain = path.join(folder, 'blog.sqlite');
  const packed = path.join(folder, databaseName);
  try {
    await source.snapshot(plain);
    const made = source.now().toISOString();
    const { problem, migrations, images: pictures } = await inspectInWorker(plain);
    // Never in the place of an older backup that is sound.
    if (problem !== null)
      throw new BackupProblem(`The database is damaged (${problem}), so no backup was made of it.`);
    const measured = await writeDurably(packed, gzipped(createReadStream(plain), level));
    return {
      path: packed,
      file: { name: databaseName, ...measured },
      pictures,
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
    for (const ending of ['', '-journal', '-wal', '-shm']) await rm(plain + ending, { force: true });
  }
}
