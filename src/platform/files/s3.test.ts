import { afterAll, beforeAll, expect, test } from 'vitest';
import { type S3Server, startS3Server } from '../../../tests/support/s3-server.ts';
import { StorageDown } from './errors.ts';
import { openBucket } from './s3.ts';
import { bucketUrl } from './s3-client.ts';

let server: S3Server;

beforeAll(async () => {
  server = await startS3Server({ pageSize: 3 });
});
afterAll(async () => {
  await server.close();
});

const image = Buffer.from('image');

test('stores the content type and an immutable Cache-Control with the object', async () => {
  await openBucket(server.bucket).write('ab/c.webp', image, 'image/webp');
  expect(server.objects.get('ab/c.webp')).toMatchObject({
    bytes: image,
    headers: { 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' },
  });
});

test('URLs point to the bucket if it is public, and file names can be derived from both kinds', () => {
  for (const publicUrl of ['https://cdn.example.org/images', 'https://cdn.example.org/images/']) {
    const files = openBucket({ ...server.bucket, publicUrl });
    expect(files.url('ab/c.webp')).toBe('https://cdn.example.org/images/ab/c.webp');
    expect(files.nameOf('https://cdn.example.org/images/ab/c.webp')).toBe('ab/c.webp');
    expect(files.nameOf('/images/ab/c.webp')).toBe('ab/c.webp');
    expect(files.nameOf('https://cdn.example.org/other/ab/c.webp')).toBeNull();
    expect(files.nameOf('https://cdn.example.org/images/../secret')).toBeNull();
  }
});

test('lists more files than one page contains, without foreign objects', async () => {
  const files = openBucket(server.bucket);
  const names = Array.from({ length: 10 }, (_, i) => `many/${i}.webp`);
  await Promise.all(names.map((name) => files.write(name, image, 'image/webp')));
  for (const key of ['Not Ours.txt', 'a\u000Bb<&>.txt', '€ +/ä?#.txt'])
    server.objects.set(key, { bytes: image, headers: {}, modified: new Date() });
  const listed = (await Array.fromAsync(files.list())).map(({ name }) => name);
  expect(listed.filter((name) => name.startsWith('many/')).sort()).toEqual([...names].sort());
  expect(listed.filter((name) => !/^[a-z]/.test(name) || name.includes('<'))).toEqual([]);
});

test('a wrong secret is not reported as a missing file', async () => {
  const files = openBucket({ ...server.bucket, secretAccessKey: 'wrong' });
  await expect(files.write('ab/d.webp', image, 'image/webp')).rejects.toThrow(StorageDown);
  await expect(files.read('ab/c.webp')).rejects.toThrow(StorageDown);
  await expect(files.stat('ab/c.webp')).rejects.toThrow(StorageDown);
  await expect(files.remove(['ab/c.webp'], 'site')).rejects.toThrow(StorageDown);
  expect(await openBucket(server.bucket).stat('ab/d.webp')).toBeNull();
});

test('a missing bucket and a store that is down are not reported as missing files', async () => {
  const elsewhere = openBucket({ ...server.bucket, bucket: 'not-there' });
  await expect(elsewhere.read('ab/c.webp')).rejects.toThrow(StorageDown);
  const down = openBucket({ ...server.bucket, endpoint: 'http://127.0.0.1:9' });
  await expect(down.read('ab/c.webp')).rejects.toThrow(StorageDown);
  await expect(Array.fromAsync(down.list())).rejects.toThrow(StorageDown);
});

const temporary = { status: 503, body: '<Error><Code>SlowDown</Code></Error>' };

test('retries when the store is busy, with at most three attempts', async () => {
  const files = openBucket(server.bucket);
  server.requests.length = 0;
  server.replies.push(temporary, temporary);
  await files.write('re/try.webp', image, 'image/webp');
  expect(server.requests).toEqual(['PUT re/try.webp', 'PUT re/try.webp', 'PUT re/try.webp']);
  server.replies.push(temporary, temporary, temporary);
  await expect(files.stat('re/try.webp')).rejects.toThrow(StorageDown);
  expect(server.replies).toEqual([]);
});

test('does not retry a request that the store refuses', async () => {
  const files = openBucket(server.bucket);
  server.requests.length = 0;
  server.replies.push({ status: 403, body: '<Error><Code>AccessDenied</Code></Error>' });
  await expect(files.read('re/try.webp')).rejects.toThrow(StorageDown);
  expect(server.requests).toHaveLength(1);
});

test('a 404 that is not from the store is not reported as a missing file', async () => {
  const files = openBucket(server.bucket);
  server.replies.push({ status: 404, body: '<html><h1>404 page not found</h1></html>' });
  await expect(files.read('re/try.webp')).rejects.toThrow(StorageDown);
});

test('a copy that fails with status 200 deletes nothing', async () => {
  const files = openBucket(server.bucket);
  await files.claim('site');
  await files.write('co/py.webp', image, 'image/webp');
  const owner = { status: 200, body: 'site' };
  server.replies.push(owner, { status: 200, body: '<Error><Code>InternalError</Code></Error>' });
  await expect(files.trash(['co/py.webp'], 'site', new Date())).rejects.toThrow(StorageDown);
  expect(server.objects.has('co/py.webp')).toBe(true);
});

test.each(['<ListBucketResult><IsTruncated>false</IsTruncated>', '<html></html>', ''])(
  'an invalid listing, %j, is not an empty bucket',
  async (body) => {
    server.replies.push({ status: 200, body });
    await expect(Array.fromAsync(openBucket(server.bucket).list())).rejects.toThrow(StorageDown);
  },
);

test('a listing with a repeated continuation token ends', async () => {
  const body =
    '<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>x</NextContinuationToken></ListBucketResult>';
  server.replies.push(...Array(5).fill({ status: 200, body }));
  await expect(Array.fromAsync(openBucket(server.bucket).list())).rejects.toThrow(StorageDown);
  expect(server.replies).toHaveLength(3);
  server.replies.length = 0;
});

test.each([
  [{ bucket: 'photos' }, 'https://photos.s3.us-east-1.amazonaws.com/'],
  [{ bucket: 'photos', region: 'cn-north-1' }, 'https://photos.s3.cn-north-1.amazonaws.com.cn/'],
  [{ bucket: 'my.photos', region: 'eu-west-1' }, 'https://s3.eu-west-1.amazonaws.com/my.photos/'],
  [{ bucket: 'photos', endpoint: 'http://minio:9000/' }, 'http://minio:9000/photos/'],
  [{ bucket: 'photos', endpoint: 'https://example.org/s3' }, 'https://example.org/s3/photos/'],
])('the URL of %j', (bucket, url) => {
  expect(bucketUrl({ ...bucket, accessKeyId: 'a', secretAccessKey: 'b' }).href).toBe(url);
});
