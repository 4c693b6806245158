import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** The part of S3 that the product uses, in memory. It checks signatures and ranges as strictly as Amazon. */
export type S3Server = {
  bucket: { bucket: string; endpoint: string; region: string; accessKeyId: string; secretAccessKey: string };
  /** The same as environment variables of a site. */
  env: Record<string, string>;
  objects: Map<string, StoredObject>;
  /** Method and key of each request. */
  requests: string[];
  /** Responses to send instead of the usual ones, in this order. */
  replies: { status: number; body: string }[];
  close(): Promise<void>;
};

export type StoredObject = {
  bytes: Buffer;
  headers: Record<string, string>;
  modified: Date;
};

const bucket = 'pictures';
const redirect = 'x-amz-website-redirect-location';
const accessKeyId = 'test-key';
const secretAccessKey = 'test-secret';

/** `pageSize` is the maximum number of keys per listing; Amazon's is 1000. */
export async function startS3Server({ pageSize = 1000 } = {}): Promise<S3Server> {
  const objects = new Map<string, StoredObject>();
  const requests: string[] = [];
  const replies: S3Server['replies'] = [];
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const url = new URL(request.url ?? '/', 'http://s3');
    const [, bucketName, ...key] = url.pathname.split('/');
    if (!isSigned(request, url, body)) return refuse(response, 403, 'SignatureDoesNotMatch');
    if (bucketName !== bucket) return refuse(response, 404, 'NoSuchBucket');
    const name = decodeURIComponent(key.join('/'));
    requests.push(`${request.method} ${name}`);
    const reply = replies.shift();
    if (reply) return void response.writeHead(reply.status).end(reply.body);
    if (name === '' && request.method === 'GET') return list(objects, url.searchParams, pageSize, response);
    if (request.method === 'PUT' && request.headers['x-amz-copy-source'])
      return copy(objects, name, request, response);
    if (request.method === 'PUT') return put(objects, name, request, body, response);
    if (request.method === 'DELETE') {
      objects.delete(name);
      return response.writeHead(204).end();
    }
    return get(objects.get(name), request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    bucket: {
      bucket,
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      accessKeyId,
      secretAccessKey,
    },
    env: {
      S3_BUCKET: bucket,
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
    objects,
    requests,
    replies,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function put(
  objects: Map<string, StoredObject>,
  name: string,
  request: IncomingMessage,
  bytes: Buffer,
  response: ServerResponse,
): void {
  if (request.headers['if-none-match'] === '*' && objects.has(name)) {
    refuse(response, 412, 'PreconditionFailed');
    return;
  }
  const headers = {
    'content-type': request.headers['content-type'] ?? 'application/octet-stream',
    'cache-control': request.headers['cache-control'] ?? '',
    ...(request.headers[redirect] && { [redirect]: String(request.headers[redirect]) }),
    etag: `"${createHash('md5').update(bytes).digest('hex')}"`,
  };
  objects.set(name, { bytes, headers, modified: new Date() });
  response.writeHead(200, { etag: headers.etag }).end();
}

function copy(
  objects: Map<string, StoredObject>,
  name: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const [, ...source] = decodeURIComponent(String(request.headers['x-amz-copy-source']))
    .replace(/^\//, '')
    .split('/');
  const object = objects.get(source.join('/'));
  if (!object) {
    refuse(response, 404, 'NoSuchKey');
    return;
  }
  objects.set(name, { ...object, modified: new Date() });
  answerXml(response, 200, `<CopyObjectResult><ETag>${object.headers.etag}</ETag></CopyObjectResult>`);
}

function get(object: StoredObject | undefined, request: IncomingMessage, response: ServerResponse): void {
  if (!object) {
    refuse(response, 404, 'NoSuchKey');
    return;
  }
  const { bytes, headers, modified } = object;
  const all = { ...headers, 'last-modified': modified.toUTCString() };
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
  if (!range) {
    response.writeHead(200, { ...all, 'content-length': bytes.length });
    response.end(request.method === 'HEAD' ? undefined : bytes);
    return;
  }
  const start = Number(range[1]);
  const end = Math.min(Number(range[2]), bytes.length - 1);
  if (start > end) {
    refuse(response, 416, 'InvalidRange');
    return;
  }
  const part = bytes.subarray(start, end + 1);
  const contentRange = `bytes ${start}-${end}/${bytes.length}`;
  response.writeHead(206, { ...all, 'content-range': contentRange, 'content-length': part.length }).end(part);
}

function list(
  objects: Map<string, StoredObject>,
  query: URLSearchParams,
  pageSize: number,
  response: ServerResponse,
): void {
  const after = query.get('continuation-token') ?? '';
  const prefix = query.get('prefix') ?? '';
  const rest = [...objects]
    .filter(([name]) => name > after && name.startsWith(prefix))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const page = rest.slice(0, pageSize);
  const more = rest.length > page.length;
  const encode = query.get('encoding-type') === 'url' ? encodeURIComponent : (name: string) => name;
  const contents = page.map(
    ([name, { bytes, modified }]) =>
      `<Contents><Key>${encode(name)}</Key><Size>${bytes.length}</Size>` +
      `<LastModified>${modified.toISOString()}</LastModified></Contents>`,
  );
  const next = more ? `<NextContinuationToken>${page.at(-1)?.[0]}</NextContinuationToken>` : '';
  answerXml(
    response,
    200,
    `<ListBucketResult>${query.has('encoding-type') ? '<EncodingType>url</EncodingType>' : ''}<IsTruncated>${more}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
  );
}

function refuse(response: ServerResponse, status: number, code: string): void {
  answerXml(response, status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

function answerXml(response: ServerResponse, status: number, xml: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${xml}`);
}

/** Signature version 4: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
function isSigned(request: IncomingMessage, url: URL, body: Buffer): boolean {
  const authorization =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/((\d+)\/([^/]+)\/s3\/aws4_request), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      request.headers.authorization ?? '',
    );
  if (!authorization) return false;
  const [, key, scope = '', day = '', region = '', signedHeaders = '', signature] = authorization;
  const payloadHash = String(request.headers['x-amz-content-sha256']);
  if (key !== accessKeyId || payloadHash !== sha256(body)) return false;

  const encode = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort();
  const headers = signedHeaders.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [
    request.method,
    url.pathname,
    query.join('&'),
    headers.join(''),
    signedHeaders,
    payloadHash,
  ];
  const toSign = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical.join('\n'))];
  const signingKey = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${secretAccessKey}`,
  );
  return signature === hmac(signingKey, toSign.join('\n')).toString('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
