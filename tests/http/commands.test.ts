import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { claimPath, ownPassword, sendClaim } from '../support/claim.ts';
import { Client } from '../support/client.ts';
import { freshDatabase } from '../support/postgres.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { commandEnv } from '../support/source-command.ts';

/*
 * The life of a site as an operator sees it: each command of the built program once, with real processes. The group `processes`
 * has their variants.
 */

const cli = path.resolve(import.meta.dirname, '../../dist/server/cli.js');
const title = 'A walk by the sea';
let folder: string;
let server: RunningServer;
let owner: Client;

const started = async (env: Record<string, string>): Promise<RunningServer> => {
  const running = await startServer({ env });
  onTestFinished(() => running.dispose());
  return running;
};
const inFolder = (name: string) => path.join(folder, name);
const run = (env: Record<string, string>, ...args: string[]) =>
  new Promise<{ code: unknown; output: string }>((resolve) => {
    execFile(
      process.execPath,
      [cli, ...args],
      { cwd: folder, env: { ...commandEnv(), ...env } },
      (...ended) => resolve({ code: ended[0]?.code ?? 0, output: ended[1] + ended[2] }),
    );
  });
const succeeds = async (env: Record<string, string>, ...args: string[]) => {
  const { code, output } = await run(env, ...args);
  expect(code, output).toBe(0);
  return output;
};
const showsPost = async ({ url }: { url: string }) => {
  expect(await (await fetch(url)).text()).toContain(title);
  const image = /src="(\/images\/[^"]+)"/.exec(
    await (await fetch(`${url}/post/a-walk-by-the-sea`)).text(),
  )?.[1];
  expect((await fetch(url + image)).headers.get('content-type')).toBe('image/webp');
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'not-terrible-commands-'));
  server = await startServer({ env: { ADMIN_PASSWORD: '', DATA_DIR: inFolder('data') } });
  expect((await sendClaim(server.url, claimPath(server.output()))).status).toBe(303);
  owner = new Client(server.url);
  await owner.login('owner', ownPassword);
  const { body } = await owner.post<Post>('/webapi/api/posts', { post_title: title, active: true });
  const form = new FormData();
  form.set('post_id', String(body.id));
  const image = sharp({ create: { width: 40, height: 30, channels: 3, background: '#b5651d' } });
  form.set('image', new Blob([Uint8Array.from(await image.png().toBuffer())]), 'image.png');
  expect((await owner.post('/webapi/image', form)).status).toBe(201);
});
afterAll(async () => {
  await server?.dispose();
  await rm(folder, { recursive: true, force: true });
});

test('backup and restore', async () => {
  await succeeds({ DATA_DIR: server.dataDir }, 'backup', inFolder('site.tar'));
  await succeeds({ DATA_DIR: inFolder('restored') }, 'restore', inFolder('site.tar'));
  await showsPost(await started({ DATA_DIR: inFolder('restored') }));
});

test('export and import', async () => {
  await succeeds({ DATA_DIR: server.dataDir }, 'export', inFolder('content.zip'));
  const other = await started({ DATA_DIR: inFolder('imported') });
  await succeeds({ DATA_DIR: other.dataDir }, 'import', inFolder('content.zip'));
  await showsPost(other);
});

test('doctor and health', async () => {
  const env = { DATA_DIR: server.dataDir, PORT: new URL(server.url).port };
  expect(await succeeds(env, 'doctor')).toContain('Database');
  await succeeds(env, 'health');
});

test('two processes', async () => {
  const both = await started({ DATA_DIR: inFolder('restored'), WEB_PROCESSES: '2' });
  const admin = new Client(both.url);
  await admin.login('owner', ownPassword);
  await admin.put('/webapi/api/admin/site', { site_name: 'Changed by one' });
  const process = async () => {
    const answer = await fetch(both.url, { headers: { connection: 'close' } });
    expect(await answer.text()).toContain('Changed by one');
    return answer.headers.get('x-request-id')?.replace(/-[^-]*$/, '');
  };
  const seen = new Set<string | undefined>();
  await expect.poll(async () => seen.add(await process()).size).toBe(2);
  expect(await both.stop()).toBe(0);
});

test('a graceful stop, then a move to PostgreSQL', async () => {
  expect(await server.stop()).toBe(0);
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  await succeeds({ DATA_DIR: server.dataDir }, 'move', '--to', database.url);
  await showsPost(await started({ DATA_DIR: server.dataDir, DATABASE_URL: database.url }));
});
