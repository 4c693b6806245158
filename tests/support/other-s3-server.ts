import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deepPackage } from './packages.ts';
import type { S3Server } from './s3-server.ts';

type Options = {
  address: string;
  port: number;
  directory: string;
  silent: boolean;
  vhostBuckets: boolean;
  configureBuckets: { name: string }[];
};
type Exports = {
  default: new (options: Options) => { run(): Promise<{ port: number }>; close(): Promise<void> };
};

/** The only account of s3rver. */
const key = 'S3RVER';
const bucket = 'pictures';

/** s3rver: an S3 server of other authors, who read Amazon's documentation without our assumptions. It checks signatures. */
export async function startOtherS3Server(): Promise<Pick<S3Server, 'bucket' | 'env' | 'close'>> {
  const { default: S3rver } = await deepPackage<Exports>('@20minutes/s3rver');
  const directory = await mkdtemp(join(tmpdir(), 'not-terrible-s3rver-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory,
    silent: true,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket }],
  });
  const { port } = await server.run();
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    bucket: { bucket, endpoint, region: 'us-east-1', accessKeyId: key, secretAccessKey: key },
    env: {
      S3_BUCKET: bucket,
      S3_ENDPOINT: endpoint,
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY_ID: key,
      S3_SECRET_ACCESS_KEY: key,
    },
    async close() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
