import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { Client } from '../support/client.ts';
import { freshDatabase } from '../support/postgres.ts';
import { startS3Server } from '../support/s3-server.ts';
import { type RunningServer, startServer } from '../support/server.ts';

let folder: string;
let server: RunningServer | undefined;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'not-terrible-moved-'));
});
afterEach(async () => {
  await server?.dispose();
  server = undefined;
  await rm(folder, { recursive: true, force: true });
});

const ready = async (url: string) => {
  const answer = await fetch(`${url}/readyz`);
  return { status: answer.status, text: await answer.text() };
};
const write = async (owner: Client, title: string) =>
  (await owner.post<Post>('/webapi/api/posts', { post_title: title, post_content: '', active: true })).status;

async function moveFiles(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from))
    if (name.startsWith('blog.sqlite')) await rename(path.join(from, name), path.join(to, name));
}

describe.each([
  ['one process', '1'],
  ['two processes', '2'],
])('the database of a site with %s', (_, WEB_PROCESSES) => {
  test('is not written to while its file is gone, and a restart does not create a new site', async () => {
    const DATA_DIR = path.join(folder, 'data');
    const aside = path.join(folder, 'aside');
    const env = { DATA_DIR, WEB_PROCESSES, LOG_LEVEL: 'error' };
    server = await startServer({ env });
    const owner = new Client(server.url);
    await owner.login();
    expect(await write(owner, 'Before')).toBe(201);
    expect(await ready(server.url)).toEqual({ status: 200, text: 'ready\n' });

    await moveFiles(DATA_DIR, aside);
    const others = Array.from({ length: 6 }, (_, number) => write(owner, `Lost ${number}`));
    expect(await Promise.all(others)).toEqual(others.map(() => 503));
    for (let time = 0; time < 6; time++)
      expect(await ready(server.url)).toEqual({ status: 503, text: expect.stringContaining('was moved') });

    // Once the file is back, the running site uses it again.
    await moveFiles(aside, DATA_DIR);
    expect(await ready(server.url)).toMatchObject({ status: 200 });
    expect(await write(owner, 'After')).toBe(201);

    await moveFiles(DATA_DIR, aside);
    await server.stop();
    await server.dispose();
    await expect(startServer({ env })).rejects.toThrow(/There is no database at .*but there was one/);
    expect((await readdir(DATA_DIR)).filter((name) => name.startsWith('blog.sqlite'))).toEqual([]);

    await moveFiles(aside, DATA_DIR);
    server = await startServer({ env });
    const { body } = await new Client(server.url).get<Post[]>('/webapi/getposts');
    const titles = body.map(({ post_title }) => post_title);
    expect(titles).toEqual(expect.arrayContaining(['Before', 'After']));
    expect(titles.join()).not.toContain('Lost');
  });
});

test('another database that replaces the open one is not written to', async () => {
  const DATA_DIR = path.join(folder, 'data');
  const other = await startServer({ env: { DATA_DIR: path.join(folder, 'other') } });
  await other.stop();
  server = await startServer({ env: { DATA_DIR, LOG_LEVEL: 'error' } });
  const owner = new Client(server.url);
  await owner.login();
  await moveFiles(DATA_DIR, path.join(folder, 'aside'));
  await moveFiles(other.dataDir, DATA_DIR);
  expect(await write(owner, 'Lost')).toBe(503);
  expect(await ready(server.url)).toMatchObject({ status: 503 });
  await other.dispose();
});

test('a deleted write-ahead log stops all writes', async () => {
  server = await startServer({ env: { DATA_DIR: path.join(folder, 'data'), LOG_LEVEL: 'error' } });
  const owner = new Client(server.url);
  await owner.login();
  expect(await write(owner, 'Before')).toBe(201);
  await rm(path.join(folder, 'data/blog.sqlite-wal'));
  expect(await write(owner, 'Lost')).toBe(503);
});

test('an empty PostgreSQL database does not start a new site in the DATA_DIR of another', async () => {
  const DATA_DIR = path.join(folder, 'data');
  const first = await startServer({ env: { DATA_DIR } });
  await first.stop();
  await first.dispose();
  const database = await freshDatabase();
  try {
    await expect(startServer({ env: { DATA_DIR, DATABASE_URL: database.url } })).rejects.toThrow(
      /is empty, but .* "npm run move -- --to .* set DATA_DIR to a new folder/s,
    );
    // Nothing was created, so another DATA_DIR works.
    server = await startServer({ env: { DATA_DIR: path.join(folder, 'new'), DATABASE_URL: database.url } });
  } finally {
    await server?.dispose();
    await database.drop();
  }
});

test('a new site does not start with the bucket of another one', async () => {
  const s3 = await startS3Server();
  try {
    const first = await startServer({ env: { DATA_DIR: path.join(folder, 'first'), ...s3.env } });
    await first.dispose();
    const env = { DATA_DIR: path.join(folder, 'second'), ...s3.env };
    await expect(startServer({ env })).rejects.toThrow(
      /the bucket pictures belongs to a site.* S3_BUCKET, if you use one, to an empty bucket/s,
    );
    expect(await readdir(folder)).not.toContain('second/blog.sqlite');
  } finally {
    await s3.close();
  }
});
