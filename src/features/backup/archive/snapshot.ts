import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { inspectInWorker } from '../../../platform/db/inspect.ts';
import { writeDurably } from '../../../platform/files/durable-write.ts';
import { corruptNotBackedUp } from '../../../platform/messages/operator.ts';
import { gzipped } from './compress.ts';
import { BackupProblem, databaseName, type ListedFile, type Manifest } from './manifest.ts';

/** `snapshot` writes a consistent snapshot of the data into a new SQLite file. */
export type Source = {
  snapshot(file: string): Promise<void>;
  version: string;
  now(): Date;
  /** Each snapshot is the same, so that a second one has no other images. */
  isFixed?: true;
};

/** `done` of `total` bytes or files; both are 0 where they are not known. May throw to stop. */
export type BackupProgress = (
  stage: 'copy' | 'check' | 'pack' | 'images',
  done: number,
  total: number,
) => void;

export type BackupOptions = {
  /** On two cores, while no requests are answered. */
  inParallel?: boolean;
  onProgress?: BackupProgress;
};

export type Snapshot = {
  /** The compressed database. */
  path: string;
  file: ListedFile;
  images: string[];
  siteId: string | null;
  about: Omit<Manifest, 'pictures' | 'files' | 'missing'>;
};

/** Text shrinks to a quarter; higher levels take much more time for little space. */
const compressionLevel = 3;

const readBytes = 1024 * 1024;

/**
 * Writes a verified, compressed and flushed snapshot of the database into `folder`. With `inParallel` it is compressed while it
 * is verified, on two cores: for a start that waits for it, and not beside requests.
 */
export async function takeSnapshot(
  source: Source,
  folder: string,
  { inParallel = false, onProgress = () => {} }: BackupOptions = {},
): Promise<Snapshot> {
  const plain = path.join(folder, 'blog.sqlite');
  const packed = path.join(folder, databaseName);
  try {
    onProgress('copy', 0, 0);
    await source.snapshot(plain);
    const { size } = await stat(plain);
    const made = source.now().toISOString();
    const inspect = async () => {
      onProgress('check', 0, 0);
      const inspection = await inspectInWorker(plain);
      // A backup of it would displace an older one that is intact.
      if (inspection.problem !== null) throw new BackupProblem(corruptNotBackedUp(inspection.problem));
      return inspection;
    };
    const pack = () =>
      writeDurably(
        packed,
        gzipped(
          counted(createReadStream(plain, { highWaterMark: readBytes }), (done) =>
            onProgress('pack', done, size),
          ),
          compressionLevel,
        ),
      );
    const { migrations, images, siteId, measured } = inParallel
      ? await both(inspect(), pack())
      : { ...(await inspect()), measured: await pack() };
    return {
      path: packed,
      file: { name: databaseName, ...measured },
      images,
      siteId,
      about: {
        format: 'not-terrible-backup',
        format_version: 1,
        made,
        product_version: source.version,
        migrations,
        database_bytes: size,
      },
    };
  } finally {
    for (const suffix of ['', '-journal', '-wal', '-shm']) await rm(plain + suffix, { force: true });
  }
}

async function* counted(
  chunks: AsyncIterable<Buffer>,
  onBytes: (done: number) => void,
): AsyncGenerator<Buffer> {
  let done = 0;
  for await (const chunk of chunks) {
    done += chunk.length;
    onBytes(done);
    yield chunk;
  }
}

/** Ends when both have ended, because files are deleted after a failure. */
async function both<Inspected, Measured>(inspecting: Promise<Inspected>, packing: Promise<Measured>) {
  await Promise.allSettled([inspecting, packing]);
  return { ...(await inspecting), measured: await packing };
}
