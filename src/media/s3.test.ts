import { HeadObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type S3Server, startS3Server } from '../../tests/support/s3-server.ts';
import { StorageDown } from './errors.ts';
import { openBucket } from './s3.ts';

let server: S3Server;
let client: S3Client;

beforeAll(async () => {
  server = await startS3Server({ pageSize: 3 });
  const { accessKeyId, secretAccessKey, endpoint, region } = server.bucket;
  client = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  });
});
afterAll(async () => {
  client.destroy();
  await server.close();
});

const picture = Buffer.from('picture');

test('stores type and lasting cache rules with the object', async () => {
  await openBucket(server.bucket).write('ab/c.webp', picture, 'image/webp');
  const head = await client.send(new HeadObjectCommand({ Bucket: server.bucket.bucket, Key: 'ab/c.webp' }));
  expect(head).toMatchObject({
    ContentType: 'image/webp',
    CacheControl: 'public, max-age=31536000, immutable',
    ContentLength: picture.length,
  });
});

test('addresses lead to the bucket when it is public, and both kinds lead back', () => {
  for (const publicUrl of ['https://cdn.example.org/pictures', 'https://cdn.example.org/pictures/']) {
    const files = openBucket({ ...server.bucket, publicUrl });
    expect(files.url('ab/c.webp')).toBe('https://cdn.example.org/pictures/ab/c.webp');
    expect(files.nameOf('https://cdn.example.org/pictures/ab/c.webp')).toBe('ab/c.webp');
    expect(files.nameOf('/images/ab/c.webp')).toBe('ab/c.webp');
    expect(files.nameOf('https://cdn.example.org/other/ab/c.webp')).toBeNull();
    expect(files.nameOf('https://cdn.example.org/pictures/../secret')).toBeNull();
  }
});

test('lists more files than one answer holds, and leaves objects of others out', async () => {
  const files = openBucket(server.bucket);
  const names = Array.from({ length: 10 }, (_, i) => `many/${i}.webp`);
  await Promise.all(names.map((name) => files.write(name, picture, 'image/webp')));
  await client.send(new PutObjectCommand({ Bucket: server.bucket.bucket, Key: 'Not Ours.txt', Body: 'x' }));
  const listed = (await Array.fromAsync(files.list())).map(({ name }) => name);
  expect(listed.filter((name) => name.startsWith('many/')).sort()).toEqual([...names].sort());
  expect(listed).not.toContain('Not Ours.txt');
});

test('a wrong secret is told apart from a missing file', async () => {
  const files = openBucket({ ...server.bucket, secretAccessKey: 'wrong' });
  await expect(files.write('ab/d.webp', picture, 'image/webp')).rejects.toThrow(StorageDown);
  await expect(files.read('ab/c.webp')).rejects.toThrow(StorageDown);
  await expect(files.stat('ab/c.webp')).rejects.toThrow(StorageDown);
  await expect(files.remove(['ab/c.webp'], 'site')).rejects.toThrow(StorageDown);
  expect(await openBucket(server.bucket).stat('ab/d.webp')).toBeNull();
});

test('a missing bucket and a store that is down are no missing files', async () => {
  const elsewhere = openBucket({ ...server.bucket, bucket: 'not-there' });
  await expect(elsewhere.read('ab/c.webp')).rejects.toThrow(StorageDown);
  const down = openBucket({ ...server.bucket, endpoint: 'http://127.0.0.1:9' });
  await expect(down.read('ab/c.webp')).rejects.toThrow(StorageDown);
  await expect(Array.fromAsync(down.list())).rejects.toThrow(StorageDown);
});
