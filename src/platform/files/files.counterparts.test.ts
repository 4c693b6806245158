import { describe } from 'vitest';
import { testFiles } from '../../../tests/support/file-store-tests.ts';
import { startOtherS3Server } from '../../../tests/support/other-s3-server.ts';
import { openBucket } from './s3.ts';

describe('files on an S3 server of other authors', () =>
  testFiles(
    async () => {
      const { bucket, close } = await startOtherS3Server();
      return { files: openBucket(bucket), close };
    },
    { isLimited: true },
  ));
