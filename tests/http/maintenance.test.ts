import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminPassword, startServer } from '../support/server.ts';
import { commandEnv } from '../support/source-command.ts';

const posts = 2_000;
let folder: string;
let dataDir: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'not-terrible-maintenance-'));
  dataDir = path.join(folder, 'data');
  await mkdir(dataDir);
  await promisify(execFile)(
    process.execPath,
    [path.resolve('tools/seed.ts'), '--posts', String(posts), '--comments', '0'],
    { cwd: folder, env: { ...commandEnv(), DATA_DIR: dataDir, ADMIN_PASSWORD: adminPassword } },
  );
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

function indexed(): number {
  const database = new DatabaseSync(path.join(dataDir, 'blog.sqlite'), { readOnly: true });
  try {
    return (database.prepare('select count(*) as count from search_texts').get() as { count: number }).count;
  } finally {
    database.close();
  }
}

test('the site answers while its search index is being completed, and the index gets complete', async () => {
  const before = indexed();
  expect(before).toBeLessThan(posts / 2);
  const server = await startServer({ env: { DATA_DIR: dataDir } });
  try {
    expect((await fetch(server.url)).status).toBe(200);
    expect(indexed()).toBeLessThan(posts * 0.9);
    await expect.poll(indexed, { timeout: 90_000, interval: 500 }).toBeGreaterThan(posts * 0.97);
  } finally {
    await server.dispose();
  }
}, 150_000);
