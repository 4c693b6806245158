import path from 'node:path';
import { openDisk } from './disk.ts';
import type { Files } from './files.ts';
import type { Bucket } from './s3-client.ts';

/** The images where the settings say that they are: in a bucket, or in the data folder. */
export async function openFiles({ s3, dataDir }: { s3: Bucket | null; dataDir: string }): Promise<Files> {
  if (!s3) return openDisk(path.join(dataDir, 'images'));
  // Most sites have no bucket.
  const { openBucket } = await import('./s3.ts');
  return openBucket(s3);
}
