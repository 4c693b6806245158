import { text } from 'node:stream/consumers';
import { RangeOutside, StorageDown } from './errors.ts';
import {
  type ByteRange,
  type Files,
  isName,
  type LocalFile,
  nameAfter,
  ownerName,
  requireName,
  requireOwner,
  servedName,
  servedUrl,
  type TrashedFile,
} from './files.ts';
import { type Bucket, S3Client, S3Error } from './s3-client.ts';
import { parseTrashPath, trashPaths } from './trash.ts';

const immutable = 'public, max-age=31536000, immutable';
const removedAtOnce = 8;

export function openBucket(settings: Bucket): Files {
  return new S3(new S3Client(settings), settings.publicUrl?.replace(/\/{1,9}$/, ''));
}

class S3 implements Files {
  readonly #client: S3Client;
  readonly #publicUrl: string | undefined;

  constructor(client: S3Client, publicUrl: string | undefined) {
    this.#client = client;
    this.#publicUrl = publicUrl;
  }

  async write(name: string, bytes: Uint8Array, type: string): Promise<void> {
    const headers = { 'content-type': type, 'cache-control': immutable };
    await orNull(this.#client.put(requireName(name), bytes, headers));
  }

  async writeFile(name: string, file: LocalFile, type: string): Promise<void> {
    const headers = { 'content-type': type, 'cache-control': immutable };
    await orNull(this.#client.put(requireName(name), file, headers));
  }

  async read(name: string, range?: ByteRange) {
    const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {};
    try {
      const found = await orNull(this.#client.get(requireName(name), headers));
      if (!found) return null;
      const size = Number(
        found.headers.get('content-range')?.split('/')[1] ?? found.headers.get('content-length'),
      );
      return { body: found.body, size, type: typeOf(found.headers) };
    } catch (error) {
      if (!isUnsatisfiable(error)) throw error;
      const found = await this.stat(name);
      if (!found) return null;
      throw new RangeOutside(found.size);
    }
  }

  async stat(name: string) {
    const found = await orNull(this.#client.head(requireName(name)));
    if (!found) return null;
    const size = Number(found.get('content-length') ?? 0);
    return { size, type: typeOf(found), modified: new Date(found.get('last-modified') ?? 0) };
  }

  async owner(): Promise<string | null> {
    const found = await orNull(this.#client.get(ownerName));
    return found && (await text(found.body)).trim();
  }

  async claim(site: string, from: string | null = null): Promise<string | null> {
    const before = await this.owner();
    if (before !== from) return before;
    const write = (condition: Record<string, string>) =>
      this.#client.put(ownerName, Buffer.from(`${site}\n`), { 'content-type': 'text/plain', ...condition });
    try {
      // Of two sites that claim an empty bucket at the same moment one gets it.
      await write(from === null ? { 'if-none-match': '*' } : {});
    } catch (error) {
      const status = error instanceof S3Error ? error.status : undefined;
      // Stores without conditional writes answer 501; then the last of the two gets it, and the other one finds that out.
      if (status === 501) await orNull(write({}));
      else if (status !== 412 && status !== 409) await orNull(Promise.reject(error));
    }
    return this.owner();
  }

  async remove(names: readonly string[], site: string): Promise<void> {
    await requireOwner(this, site);
    await this.#delete(names.map(requireName));
  }

  async move(from: string, to: string, site: string): Promise<void> {
    await requireOwner(this, site);
    await this.#move(requireName(from), requireName(to));
  }

  /** A bucket cannot rename: the copy comes first, so that a failure in between loses nothing. */
  async trash(names: readonly string[], site: string, now: Date): Promise<void> {
    await requireOwner(this, site);
    const trashPathOf = trashPaths(now);
    for (const name of names) await this.#move(requireName(name), trashPathOf(name));
  }

  async *trashed() {
    for await (const { key } of this.#objects('.trash/')) {
      const found = parseTrashPath(key);
      if (found) yield found;
    }
  }

  async untrash({ path, name }: TrashedFile, site: string): Promise<boolean> {
    await requireOwner(this, site);
    if (await this.stat(name)) return false;
    await this.#move(path, name);
    return true;
  }

  async removeTrashed(all: readonly TrashedFile[], site: string): Promise<void> {
    await requireOwner(this, site);
    await this.#delete(all.map(({ path }) => path));
  }

  async *list() {
    for await (const { key, size, modified } of this.#objects(''))
      if (isName(key)) yield { name: key, size, modified };
  }

  url(name: string): string {
    return this.#publicUrl ? `${this.#publicUrl}/${requireName(name)}` : servedUrl(name);
  }

  nameOf(url: string): string | null {
    return (this.#publicUrl && nameAfter(`${this.#publicUrl}/`, url)) || servedName(url);
  }

  async *#objects(prefix: string) {
    const objects = this.#client.list(prefix);
    for (;;) {
      const next = await orNull(objects.next());
      if (!next || next.done) return;
      yield next.value;
    }
  }

  async #move(from: string, to: string): Promise<void> {
    const copied = await orNull(this.#client.copy(from, to).then(() => true));
    if (copied) await this.#delete([from]);
  }

  /** One by one: not every store can delete many at once. */
  async #delete(keys: readonly string[]): Promise<void> {
    const left = [...keys];
    const worker = async () => {
      for (let key = left.pop(); key !== undefined; key = left.pop()) await orNull(this.#client.delete(key));
    };
    await Promise.all(Array.from({ length: removedAtOnce }, worker));
  }
}

/** Null for an object that does not exist; every other failure means that the store is down. */
async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (cause) {
    if (isMissing(cause)) return null;
    if (isUnsatisfiable(cause)) throw cause;
    throw new StorageDown('The image store does not answer as it should. Try again later.', { cause });
  }
}

/** A missing bucket, or a proxy that does not find the store, is answered with 404 too. */
const isMissing = (error: unknown): boolean => error instanceof S3Error && error.code === 'NoSuchKey';

const isUnsatisfiable = (error: unknown): boolean => error instanceof S3Error && error.status === 416;

const typeOf = (headers: Headers): string => headers.get('content-type') ?? 'application/octet-stream';
