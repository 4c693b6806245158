import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { Config } from '../../config.ts';
import { type Outgoing, outgoing } from '../outgoing/client.ts';
import type { LocalFile } from './files.ts';
import { errorCode, type ListPage, listPage } from './s3-xml.ts';

export type Bucket = NonNullable<Config['s3']>;

/** A response with an error status. `code` is S3's own, such as NoSuchKey. */
export class S3Error extends Error {
  override name = 'S3Error';
  readonly status: number;
  readonly code: string | undefined;

  constructor(status: number, code: string | undefined) {
    super(`The store answered with status ${status}${code ? ` (${code})` : ''}.`);
    this.status = status;
    this.code = code;
  }
}

type Call = {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array | LocalFile;
};
type S3Response = { headers: Headers; body: Readable };

const attempts = 3;
const backoffMs = 100;
const limits = { connectMs: 5_000, silentMs: 30_000, totalMs: 5 * 60_000 };
const errorBytes = 64 * 1024;
/** A page lists 1000 keys of at most 1024 bytes, each of which may be written with three characters. */
const listBytes = 8 * 1024 * 1024;

/** The calls of S3 that the store of images needs, signed with AWS Signature Version 4. */
export class S3Client {
  readonly #settings: Bucket;
  readonly #base: URL;
  readonly #client: Outgoing;
  readonly #signingKeys = new Map<string, ArrayBuffer>();

  constructor(settings: Bucket) {
    this.#settings = settings;
    this.#base = bucketUrl(settings);
    // Only the configuration names the bucket, which is often on a private network.
    this.#client = outgoing({ to: this.#base.href, allowPrivateTarget: true, limits });
  }

  get(key: string, headers: Record<string, string> = {}): Promise<S3Response> {
    return this.#send({ method: 'GET', key, headers });
  }

  async head(key: string): Promise<Headers> {
    return (await this.#finish({ method: 'HEAD', key })).headers;
  }

  async put(key: string, body: Uint8Array | LocalFile, headers: Record<string, string>): Promise<void> {
    await this.#finish({ method: 'PUT', key, headers, body });
  }

  async copy(from: string, to: string): Promise<void> {
    const source = `/${this.#settings.bucket}/${encodeKey(from)}`;
    const { bytes } = await this.#finish({
      method: 'PUT',
      key: to,
      headers: { 'x-amz-copy-source': source },
    });
    // S3 starts the response to a copy before it has finished, so a failure can come with status 200.
    const code = errorCode(bytes);
    if (code) throw new S3Error(200, code);
  }

  async delete(key: string): Promise<void> {
    await this.#finish({ method: 'DELETE', key });
  }

  async *list(prefix: string): AsyncGenerator<ListPage['objects'][number]> {
    // Keys may hold characters that XML cannot; stores that do not know this parameter ignore it.
    const query = { 'list-type': '2', 'encoding-type': 'url', ...(prefix && { prefix }) };
    for (let next: string | undefined = ''; next !== undefined; ) {
      const token: Record<string, string> = next ? { 'continuation-token': next } : {};
      const { bytes } = await this.#finish({ method: 'GET', query: { ...query, ...token } }, listBytes);
      const page: ListPage = listPage(bytes);
      yield* page.objects;
      if (page.next === next) throw new Error('The store lists the same page again.');
      next = page.next;
    }
  }

  async #finish(call: Call, bytes = errorBytes): Promise<{ headers: Headers; bytes: Buffer }> {
    const { headers, body } = await this.#send(call);
    return { headers, bytes: await read(body, bytes) };
  }

  /** All calls can be repeated: a write that arrived twice leaves the same object. */
  async #send(call: Call): Promise<S3Response> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#sendOnce(call);
      } catch (error) {
        if (attempt === attempts || (error instanceof S3Error && !isTemporary(error.status))) throw error;
        await sleep(backoffMs * 2 ** attempt * Math.random());
      }
    }
  }

  async #sendOnce({ method, key = '', query = {}, headers = {}, body }: Call): Promise<S3Response> {
    // Amazon also takes a bucket with a slash behind it; some servers sign only the path without.
    const url = new URL(key ? this.#base.href + encodeKey(key) : this.#base.href.slice(0, -1));
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const { accessKeyId, secretAccessKey, region = 'us-east-1' } = this.#settings;
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      headers: {
        ...headers,
        'x-amz-content-sha256': checksumOf(body),
      },
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
      allHeaders: true,
      cache: this.#signingKeys,
    }).sign();
    const answer = await this.#client.stream(url, { method, headers: signed.headers, body });
    if (answer.status >= 200 && answer.status < 300) return answer;
    const code = errorCode(await read(answer.body, errorBytes));
    // Responses to HEAD have no body that could name the code.
    throw new S3Error(answer.status, method === 'HEAD' && answer.status === 404 ? 'NoSuchKey' : code);
  }
}

const checksumOf = (body: Call['body']): string =>
  body && 'sha256' in body
    ? body.sha256
    : createHash('sha256')
        .update(body ?? '')
        .digest('hex');

const isTemporary = (status: number): boolean => status === 429 || (status >= 500 && status !== 501);

/** With a trailing slash, after which the key follows. */
export function bucketUrl({ bucket, endpoint, region = 'us-east-1' }: Bucket): URL {
  if (endpoint) return new URL(`${endpoint.replace(/\/{1,9}$/, '')}/${bucket}/`);
  const host = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
  // The certificate covers one label before the host, and so no names with dots.
  return new URL(/^[a-z\d-]+$/.test(bucket) ? `https://${bucket}.${host}/` : `https://${host}/${bucket}/`);
}

const encodeKey = (key: string): string => key.split('/').map(encodeURIComponent).join('/');

async function read(body: Readable, limit: number): Promise<Buffer> {
  let bytes = 0;
  return buffer(
    body.map((chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > limit) throw new Error('The response of the store is too large.');
      return chunk;
    }),
  );
}
