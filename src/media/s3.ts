import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import {
  CopyObjectCommand,
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
  ownerName,
  requireName,
  requireOwner,
  servedName,
  servedUrl,
} from './files.ts';
import { type Trashed, trashedAt, trashPlaces } from './trash.ts';

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
  return new S3(client, settings.bucket, settings.publicUrl?.replace(/\/{1,9}$/, ''));
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

  async owner(): Promise<string | null> {
    const found = await asking(this.#client.send(new GetObjectCommand(this.#key(ownerName))));
    return found && (await text(found.Body as Readable)).trim();
  }

  async claim(site: string, from: string | null = null): Promise<string | null> {
    const before = await this.owner();
    if (before !== from) return before;
    const object = { ...this.#key(ownerName), Body: `${site}\n`, ContentType: 'text/plain' };
    try {
      // Of two sites that claim an empty bucket at the same moment one gets it.
      const IfNoneMatch = from === null ? '*' : undefined;
      await this.#client.send(new PutObjectCommand({ ...object, ...(IfNoneMatch && { IfNoneMatch }) }));
    } catch (error) {
      const status = statusOf(error);
      // Stores that do not know conditions say so; then the last of the two gets it, and the other one finds that out.
      if (status === 501) await asking(this.#client.send(new PutObjectCommand(object)));
      else if (status !== 412 && status !== 409) await asking(Promise.reject(error));
    }
    return this.owner();
  }

  async remove(names: readonly string[], site: string): Promise<void> {
    await requireOwner(this, site);
    await this.#delete(names.map(requireName));
  }

  /** A bucket cannot rename: the copy comes first, so that a failure in between loses nothing. */
  async trash(names: readonly string[], site: string, now: Date): Promise<void> {
    await requireOwner(this, site);
    const placeOf = trashPlaces(now);
    for (const name of names) await this.#move(requireName(name), placeOf(name));
  }

  async *trashed() {
    for await (const { Key } of this.#objects('.trash/')) {
      const found = trashedAt(Key ?? '');
      if (found) yield found;
    }
  }

  async untrash({ place, name }: Trashed, site: string): Promise<boolean> {
    await requireOwner(this, site);
    if (await this.stat(name)) return false;
    await this.#move(place, name);
    return true;
  }

  async removeTrashed(all: readonly Trashed[], site: string): Promise<void> {
    await requireOwner(this, site);
    await this.#delete(all.map(({ place }) => place));
  }

  async *list() {
    for await (const { Key, Size, LastModified } of this.#objects(''))
      if (Key && isName(Key)) yield { name: Key, size: Size ?? 0, modified: LastModified ?? new Date(0) };
  }

  url(name: string): string {
    return this.#publicUrl ? `${this.#publicUrl}/${requireName(name)}` : servedUrl(name);
  }

  nameOf(url: string): string | null {
    return (this.#publicUrl && nameBehind(`${this.#publicUrl}/`, url)) || servedName(url);
  }

  #object(name: string) {
    return this.#key(requireName(name));
  }

  #key(key: string) {
    return { Bucket: this.#bucket, Key: key };
  }

  async *#objects(Prefix: string) {
    const place = { Bucket: this.#bucket, ...(Prefix && { Prefix }) };
    const pages = paginateListObjectsV2({ client: this.#client }, place);
    for (;;) {
      const page = await asking(pages.next());
      if (!page || page.done) return;
      yield* page.value.Contents ?? [];
    }
  }

  async #move(from: string, to: string): Promise<void> {
    const CopySource = `${this.#bucket}/${encodeURIComponent(from)}`;
    const copied = await asking(this.#client.send(new CopyObjectCommand({ ...this.#key(to), CopySource })));
    if (copied) await this.#delete([from]);
  }

  /** One by one: not every store knows how to delete many at once. */
  async #delete(keys: readonly string[]): Promise<void> {
    const left = [...keys];
    const worker = async () => {
      for (let key = left.pop(); key !== undefined; key = left.pop())
        await asking(this.#client.send(new DeleteObjectCommand(this.#key(key))));
    };
    await Promise.all(Array.from({ length: removedAtOnce }, worker));
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

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

const isUnsatisfiable = (error: unknown): boolean => statusOf(error) === 416;
