import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import type { ImportItem, ImportRecord } from '../../src/features/import/api.ts';
import { createImport, importOf } from '../../src/features/import/imports.ts';
import { importById } from '../../src/features/import/store/imports.ts';
import { visitor } from '../../src/platform/http/viewer.ts';
import { jobById } from '../../src/platform/jobs/store.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { openBlog } from '../../src/server/open-blog.ts';
import { Client } from '../support/client.ts';
import {
  type DatabaseKind,
  migratedDatabase,
  onEachDatabase,
  type TemporaryDatabase,
} from '../support/databases.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { commandEnv } from '../support/source-command.ts';

const command = path.join(import.meta.dirname, '../../src/commands/cli.ts');
const api = '/webapi/api/admin/imports';

/** The built server with two processes, whose child process imports. */
onEachDatabase('a running server', (kind: DatabaseKind) => {
  let temporary: TemporaryDatabase;
  let server: RunningServer;
  let owner: Client;
  let folder: string;
  let env: Record<string, string>;

  beforeAll(async () => {
    temporary = await migratedDatabase(kind);
    const { dataDir, databaseUrl } = temporary.config;
    env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' };
    folder = await mkdtemp(path.join(tmpdir(), 'not-terrible-source-'));
    for (let n = 1; n <= 40; n++)
      await writeFile(
        path.join(folder, `post-${n}.md`),
        `---\ntitle: Post ${n}\ndate: 2020-01-01T00:00:${String(n).padStart(2, '0')}Z\n---\nWords of ${n}.\n`,
      );
    server = await startServer({ env: { ...env, WEB_PROCESSES: '2' } });
    owner = new Client(server.url);
    await owner.login();
  });
  afterAll(async () => {
    await server?.dispose();
    await temporary?.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  const childrenOf = async (pid: number): Promise<number[]> => {
    const { stdout } = await promisify(execFile)('pgrep', ['-P', String(pid)]).catch(() => ({ stdout: '' }));
    return stdout.split('\n').filter(Boolean).map(Number);
  };
  /** Processes of the two workers. */
  const jobProcesses = async (): Promise<number> => {
    const workers = await childrenOf(server.pid);
    return (await Promise.all(workers.map(childrenOf))).flat().length;
  };
  const state = async (id: number) => (await owner.get<ImportRecord>(`${api}/${id}`)).body.state;

  test('imports an uploaded file in a child process, which then ends, shows it and undoes it', async () => {
    const text = '---\ntitle: Uploaded\ndate: 2020-02-02\nslug: uploaded\n---\nUploaded words.\n';
    const bytes = Buffer.from(text);
    const begun = await owner.post<{ id: string }>(`${api}/uploads`, {
      name: 'uploaded.md',
      size: bytes.length,
      last_modified: 1,
    });
    expect(begun.status).toBe(201);
    const upload = begun.body.id;
    await owner.put(`${api}/uploads/${upload}?offset=0`, new Uint8Array(bytes), {
      headers: { 'content-type': 'application/octet-stream' },
    });
    await owner.post(`${api}/uploads/${upload}/finish`, {});
    expect(await jobProcesses()).toBe(0);
    const created = await owner.post<ImportRecord>(api, { upload, dry_run: true });
    expect(created.status).toBe(201);
    await expect.poll(jobProcesses, { interval: 20 }).toBe(1);
    const { id } = created.body;
    await expect.poll(() => state(id), { timeout: 60_000 }).toBe('done');
    expect((await fetch(`${server.url}/post/uploaded`)).status).toBe(404);

    await owner.post(`${api}/${id}/start`, {});
    await expect.poll(() => state(id), { timeout: 60_000 }).toBe('done');
    const page = await fetch(`${server.url}/post/uploaded`);
    expect(await page.text()).toContain('Uploaded words.');
    const items = await owner.get<ImportItem[]>(`${api}/${id}/items?outcome=imported`);
    expect(items.body.map(({ url }) => url)).toContain('/post/uploaded');
    expect(items.headers.get('x-total-count')).toBe(String(items.body.length));

    await owner.post(`${api}/${id}/undo`, {});
    await expect.poll(() => state(id), { timeout: 60_000 }).toBe('undone');
    await expect.poll(async () => (await fetch(`${server.url}/post/uploaded`)).status).toBe(404);
    await expect.poll(jobProcesses).toBe(0);
  }, 200_000);

  test('the command imports beside it, and readers see the posts', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [command, 'import', folder], {
      env: { ...commandEnv(), ...env },
    });
    expect(stdout).toMatch(/: done/);
    expect(stdout).toMatch(/40 imported/);
    await expect.poll(async () => (await fetch(`${server.url}/`)).text()).toContain('Post 40');
  });

  test('a server that stops or is killed leaves the import to the next start', async () => {
    const many = path.join(folder, 'many');
    await mkdir(many);
    const total = 300;
    for (let n = 1; n <= total; n++)
      await writeFile(
        path.join(many, `note-${n}.md`),
        `---\ntitle: Note ${n}\ndate: 2019-01-01\n---\nNote ${n}.\n`,
      );
    const { blog } = await openBlog(readConfig(env), createLog('silent'));
    try {
      const { id } = await createImport(blog, visitor, { path: many, name: 'many' }, false);
      const cursor = async () => (await importById(blog.db, id))?.cursor ?? 0;
      const job = async () => jobById(blog.db, (await importById(blog.db, id))?.job_id ?? 0);
      await expect.poll(cursor, { timeout: 60_000, interval: 5 }).toBeGreaterThan(0);
      expect(await server.stop('SIGTERM')).toBe(0);
      const stopped = await cursor();
      expect(stopped).toBeLessThan(total);
      expect(await job()).toMatchObject({ outcome: null, owner: null });

      server = await startServer({ env: { ...env, WEB_PROCESSES: '2' } });
      await expect.poll(cursor, { timeout: 60_000, interval: 5 }).toBeGreaterThan(stopped);
      const workers = await childrenOf(server.pid);
      for (const pid of [...workers, ...(await Promise.all(workers.map(childrenOf))).flat()])
        process.kill(pid, 'SIGKILL');
      // The primary starts other workers, and one of them another child.
      await expect.poll(async () => (await importOf(blog, id)).state, { timeout: 120_000 }).toBe('done');
      const { counts, problems } = await importOf(blog, id);
      expect(problems).toEqual([]);
      expect(counts[0]).toMatchObject({ imported: total, left_out: 0 });
    } finally {
      await blog.db.destroy();
    }
  }, 300_000);
});
