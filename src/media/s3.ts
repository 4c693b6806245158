import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { RangeOutside, StorageDown } from './errors.ts';
import {
  type ByteRange,
  type Files,
  isName,
  nameBehind,
  requireName,
  servedName,
  servedUrl,
} from './files.ts';

export interface Bucket {
  bucket: string;
  /** Of a store that is not Amazon's. */
  endpoint?: string;
  region?: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Where readers fetch from the bucket themselves; without it we pass the pictures on. */
  publicUrl?: string;
}

const immutable = 'public, max-age=31536000, immutable';
const removedAtOnce = 8;

export function openBucket(settings: Bucket): Files {
  const client = new S3Client({
    region: settings.region ?? 'us-east-1',
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    ...(settings.endpoint && { endpoint: settings.endpoint, forcePathStyle: true }),
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 30_000, throwOnRequestTimeout: true },
    // Stores other than Amazon's know the newer checksums only in part.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return new S3(client, settings.bucket, settings.publicUrl?.replace(/\/+$/, ''));
}

class S3 implements Files {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #publicUrl: string | undefined;

  constructor(client: S3Client, bucket: string, publicUrl: string | undefined) {
    this.#client = client;
    this.#bucket = bucket;
    this.#publicUrl = publicUrl;
  }

  async write(name: string, bytes: Uint8Array, type: string): Promise<void> {
    const object = { ...this.#object(name), Body: bytes, ContentType: type, CacheControl: immutable };
    await asking(this.#client.send(new PutObjectCommand(object)));
  }

  async read(name: string, range?: ByteRange) {
    const Range = range && `bytes=${range.start}-${range.end}`;
    try {
      const found = await asking(
        this.#client.send(new GetObjectCommand({ ...this.#object(name), ...(Range && { Range }) })),
      );
      if (!found) return null;
      const size = Number(found.ContentRange?.split('/')[1] ?? found.ContentLength);
      return { body: found.Body as Readable, size, type: found.ContentType ?? 'application/octet-stream' };
    } catch (error) {
      if (!isUnsatisfiable(error)) throw error;
      const found = await this.stat(name);
      if (!found) return null;
      throw new RangeOutside(found.size);
    }
  }

  async stat(name: string) {
    const found = await asking(this.#client.send(new HeadObjectCommand(this.#object(name))));
    if (!found) return null;
    return {
      size: found.ContentLength ?? 0,
      type: found.ContentType ?? 'application/octet-stream',
      modified: found.LastModified ?? new Date(0),
    };
  }

  /** One by one: not every store knows how to delete many at once. */
  async remove(names: readonly string[]): Promise<void> {
    const left = names.map((name) => this.#object(name));
    const worker = async () => {
      for (let object = left.pop(); object; object = left.pop()) {
        await asking(this.#client.send(new DeleteObjectCommand(object)));
      }
    };
    await Promise.all(Array.from({ length: removedAtOnce }, worker));
  }

  async *list() {
    const pages = paginateListObjectsV2({ client: this.#client }, { Bucket: this.#bucket });
    for (;;) {
      const page = await asking(pages.next());
      if (!page || page.done) return;
      for (const { Key, Size, LastModified } of page.value.Contents ?? []) {
        if (Key && isName(Key)) yield { name: Key, size: Size ?? 0, modified: LastModified ?? new Date(0) };
      }
    }
  }

  url(name: string): string {
    return this.#publicUrl ? `${this.#publicUrl}/${requireName(name)}` : servedUrl(name);
  }

  nameOf(url: string): string | null {
    return (this.#publicUrl && nameBehind(`${this.#publicUrl}/`, url)) || servedName(url);
  }

  #object(name: string) {
    return { Bucket: this.#bucket, Key: requireName(name) };
  }
}

/** Null for what is not there; a store that fails otherwise is down, whatever its reason. */
async function asking<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (cause) {
    if (cause instanceof S3ServiceException && ['NoSuchKey', 'NotFound'].includes(cause.name)) return null;
    if (isUnsatisfiable(cause)) throw cause;
    throw new StorageDown('The picture store does not answer as it should. Try again later.', { cause });
  }
}

function isUnsatisfiable(error: unknown): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 416;
}
