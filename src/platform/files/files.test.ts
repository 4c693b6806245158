import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { testFiles } from '../../../tests/support/file-store-tests.ts';
import { startS3Server } from '../../../tests/support/s3-server.ts';
import { openDisk } from './disk.ts';
import { openBucket } from './s3.ts';

describe('files on disk', () =>
  testFiles(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'files-'));
    return {
      files: await openDisk(join(folder, 'images')),
      close: () => rm(folder, { recursive: true, force: true }),
    };
  }));

describe('files on S3', () =>
  testFiles(async () => {
    const { bucket, close } = await startS3Server();
    return { files: openBucket(bucket), close };
  }));
