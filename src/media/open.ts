import path from 'node:path';
import { openDisk } from './disk.ts';
import type { Files } from './files.ts';
import type { Bucket } from './s3.ts';

/** The pictures where the settings say that they are: in a bucket, or below the data folder. */
export async function openFiles({ s3, dataDir }: { s3: Bucket | null; dataDir: string }): Promise<Files> {
  if (!s3) return openDisk(path.join(dataDir, 'images'));
  // The client of the bucket is large, and most sites have none.
  const { openBucket } = await import('./s3.ts');
  return openBucket(s3);
}
