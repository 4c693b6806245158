import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Image } from '../../src/core/images/api/images.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import type { SiteExport } from '../../src/features/export/api.ts';
import { openSource } from '../../src/features/import/sources/open-source.ts';
import { Client } from '../support/client.ts';
import { migratedDatabase, onEachDatabase } from '../support/databases.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { commandEnv } from '../support/source-command.ts';

const home = path.resolve(import.meta.dirname, '../..');
const exportsUrl = '/webapi/api/admin/exports';
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'not-terrible-exports-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function fill(server: RunningServer): Promise<{ owner: Client; image: Image }> {
  const owner = new Client(server.url);
  await owner.login();
  const { body: post } = await owner.post<Post>('/webapi/api/posts', {
    post_title: 'With an image',
    post_content: '<p>Words</p>',
    active: true,
  });
  await owner.post('/webapi/api/posts', {
    post_title: 'A draft',
    post_content: '<p>Secret</p>',
    active: false,
  });
  const png = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#c8102e' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set('post_id', String(post.id));
  form.set('cover', new Blob([new Uint8Array(png)]), 'image.png');
  const { body: images } = await owner.post<Image[]>('/webapi/api/image', form);
  const reader = new Client(server.url);
  await reader.get('/webapi/api/admin/auth');
  await reader.post(`/webapi/api/posts/comment/${post.id}`, { comment_text: 'Waiting words' });
  return { owner, image: images[0] as Image };
}

async function finished(owner: Client, id: string): Promise<SiteExport> {
  for (let tries = 0; tries < 300; tries += 1) {
    const { status, body } = await owner.get<SiteExport>(`${exportsUrl}/${id}`);
    expect(status).toBe(200);
    if (body.state === 'ready' || body.state === 'failed') return body;
    await wait(200);
  }
  throw new Error('The export was not finished in time.');
}

const databaseEnv = (config: { dataDir: string; databaseUrl: string | null }): Record<string, string> => ({
  DATA_DIR: config.dataDir,
  ...(config.databaseUrl ? { DATABASE_URL: config.databaseUrl } : {}),
});

onEachDatabase('exports', (kind) => {
  test('are made in the background, downloaded after re-authentication, and deleted', {
    timeout: 90_000,
  }, async () => {
    const database = await migratedDatabase(kind);
    const server = await startServer({ env: databaseEnv(database.config) });
    try {
      const { owner, image } = await fill(server);
      expect((await new Client(server.url).get(exportsUrl)).status).toBe(401);
      const asked = await owner.post<SiteExport>(exportsUrl, { kind: 'archive' });
      expect(asked).toMatchObject({
        status: 201,
        body: { kind: 'archive', bytes: null, downloadable: false },
      });
      const made = await finished(owner, asked.body.id);
      expect(made).toMatchObject({ state: 'ready', message: '', downloadable: true, progress: null });
      expect(made.bytes).toBeGreaterThan(1_000);

      const file = `${exportsUrl}/${made.id}/file`;
      expect((await new Client(server.url).get(file)).status).toBe(401);
      const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(server.url + file, { headers: { cookie } });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-disposition')).toMatch(/not-terrible-export-\d{4}-\d\d-\d\d\.zip/);
      const zip = path.join(folder, 'export.zip');
      await writeFile(zip, Buffer.from(await answer.arrayBuffer()));
      const source = await openSource(zip);
      const names = source.entries.map((entry) => entry.path);
      expect(names.filter((name) => name.startsWith('posts/'))).toHaveLength(2);
      const comments = JSON.parse(
        await text((await source.entry('comments.json')?.open()) as never),
      ).comments;
      expect(comments).toMatchObject([{ comment_text: 'Waiting words', approved: 0 }]);
      const stored = await source.entry(image.file_path_largest.slice(1))?.open();
      const served = await (await fetch(server.url + image.file_path_largest)).arrayBuffer();
      expect(await buffer(stored as never)).toEqual(Buffer.from(served));
      await source.close();

      expect((await owner.get<SiteExport[]>(exportsUrl)).body.map(({ id }) => id)).toEqual([made.id]);
      expect((await owner.delete(`${exportsUrl}/${made.id}`)).status).toBe(200);
      expect((await owner.get<SiteExport[]>(exportsUrl)).body).toEqual([]);
      expect(await readdir(path.join(server.dataDir, 'exports'))).toEqual([]);
      expect((await owner.get(file)).status).toBe(404);
    } finally {
      await server.dispose();
      await database.dispose();
    }
  });
});

const run = (
  dataDir: string,
  file: string,
  killAfterMs?: number,
): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [path.join(home, 'src/commands/cli.ts'), 'export', file],
      { cwd: folder, env: { ...commandEnv(), DATA_DIR: dataDir }, timeout: 60_000 },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
    );
    if (killAfterMs !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  });

test('npm run export leaves a whole file or none, however often it is killed', {
  timeout: 120_000,
}, async () => {
  const server = await startServer();
  try {
    await fill(server);
    const file = path.join(folder, 'site.zip');
    for (const killAfterMs of [300, 500, 700, 900]) {
      await run(server.dataDir, file, killAfterMs);
      const visible = (await readdir(folder)).filter((name) => !name.startsWith('.'));
      if (visible.length > 0) await (await openSource(file)).close();
      await rm(file, { force: true });
    }
    expect(await run(server.dataDir, file)).toEqual({
      code: 0,
      output: expect.stringMatching(/^Exported: .*Wrote .*site\.zip/s),
    });
    expect(await readdir(folder)).toEqual(['site.zip']);
    await (await openSource(file)).close();
    expect(await run(server.dataDir, file)).toEqual({
      code: 1,
      output: expect.stringMatching(/^.*already exists.*\n$/),
    });
  } finally {
    await server.dispose();
  }
});

test('an export that was interrupted by SIGKILL is made by the next start', {
  timeout: 120_000,
}, async () => {
  const first = await startServer();
  let second: RunningServer | undefined;
  try {
    const { owner } = await fill(first);
    const { body } = await owner.post<SiteExport>(exportsUrl, { kind: 'archive' });
    await first.kill9();
    second = await startServer({ env: { DATA_DIR: first.dataDir } });
    const again = new Client(second.url);
    await again.login();
    expect(await finished(again, body.id)).toMatchObject({ state: 'ready', downloadable: true });
    const [made = ''] = await readdir(path.join(first.dataDir, 'exports'));
    expect(await readdir(path.join(first.dataDir, 'exports', made))).toEqual(['export.zip']);
  } finally {
    await second?.dispose();
    await first.dispose();
  }
});
