import path from 'node:path';
import { openDisk } from './disk.ts';
import type { Files } from './files.ts';
import type { Bucket } from './s3-client.ts';

/** Opens the configured file store: a bucket, or the data folder. */
export async function openFiles({ s3, dataDir }: { s3: Bucket | null; dataDir: string }): Promise<Files> {
  if (!s3) return openDisk(path.join(dataDir, 'images'));
  // Loaded on demand, because most sites have no bucket.
  const { openBucket } = await import('./s3.ts');
  return openBucket(s3);
}
