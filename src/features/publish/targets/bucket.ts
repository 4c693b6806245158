import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { writeDurably } from '../../../platform/files/durable-write.ts';
import { type Bucket, S3Client, S3Error } from '../../../platform/files/s3-client.ts';
import { type FileKind, isText, type Store } from './target.ts';

/** A bucket of an S3-compatible store; the keys of all files begin with `prefix`. It has no compressed variants: CDNs compress. */
export function bucketTarget(bucket: Bucket, prefix: string): Store {
  const client = new S3Client(bucket);
  const ifThere = <Result>(call: Promise<Result>) =>
    call.catch((error: unknown) => {
      if (error instanceof S3Error && error.code === 'NoSuchKey') return null;
      throw error;
    });
  return {
    async write(file, chunks, kind) {
      const body = Readable.from(chunks, { objectMode: false });
      if (isText(kind.type)) return client.put(prefix + file, await buffer(body), headersOf(kind));
      // A recording may be too large for the memory, and the signature covers its checksum.
      await using folder = await mkdtempDisposable(path.join(tmpdir(), 'not-terrible-publish-'));
      const local = path.join(folder.path, 'file');
      const { bytes: size, sha256 } = await writeDurably(local, body);
      await client.put(prefix + file, { path: local, size, sha256 }, headersOf(kind));
    },
    remove: async (file) => void (await ifThere(client.delete(prefix + file))),
    read: async (file) => {
      const found = await ifThere(client.get(prefix + file));
      return found && buffer(found.body);
    },
    async *list() {
      for await (const { key } of client.list(prefix)) yield key.slice(prefix.length);
    },
  };
}

const headersOf = ({ type, cacheControl = 'public, no-cache', redirect }: FileKind) => ({
  'content-type': type,
  'cache-control': cacheControl,
  ...(redirect && { 'x-amz-website-redirect-location': redirect }),
});
