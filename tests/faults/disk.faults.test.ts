import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Backup } from '../../src/features/backup/api.ts';
import { Client } from '../support/client.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { type Fault, failingDisk, shim } from './shim.ts';

let folder: string;
let server: RunningServer | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'not-terrible-disk-'));
});
afterEach(async () => {
  await server?.dispose();
  server = undefined;
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

type Answer = { status: number; body: { id?: number; error?: { message: string } } };

/** Writes to a site as its owner and records which writes were acknowledged. */
class Owner {
  readonly client: Client;
  readonly acknowledged: number[] = [];

  constructor(url: string) {
    this.client = new Client(url);
  }

  async post(bytes = 2000): Promise<Answer> {
    const text = { post_title: 'A post', post_content: `<p>${'x'.repeat(bytes)}</p>`, active: true };
    const answer = await this.client.post<Answer['body']>('/webapi/api/posts', text);
    if (answer.status === 201) this.acknowledged.push(answer.body.id ?? 0);
    return answer;
  }

  async upload(): Promise<Answer> {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const image = await sharp({
      create: { width: 500, height: 400, channels: 3, background: '#888', noise },
    })
      .png()
      .toBuffer();
    const form = new FormData();
    form.set('post_id', String(this.acknowledged[0]));
    form.set('cover', new Blob([new Uint8Array(image)]), 'image.png');
    return this.client.post<Answer['body']>('/webapi/api/image', form);
  }

  /** Statuses of public URLs and of one for administrators. */
  async reads(): Promise<number[]> {
    const paths = [
      '/',
      '/webapi/getposts',
      `/webapi/api/posts/${this.acknowledged[0]}`,
      '/webapi/api/admin/overview',
      '/readyz',
    ];
    return Promise.all(paths.map(async (path) => (await this.client.get(path)).status));
  }
}

const fine = [200, 200, 200, 200, 200];

async function siteOn(dataDir: string, env: Record<string, string> = {}): Promise<Owner> {
  server = await startServer({ env: { DATA_DIR: dataDir, ...env } });
  const owner = new Owner(server.url);
  expect((await owner.client.login()).status).toBe(200);
  expect((await owner.post()).status).toBe(201);
  expect((await owner.upload()).status).toBe(201);
  return owner;
}

function mount(...args: string[]): void {
  try {
    execFileSync('mount', args, { stdio: 'pipe' });
  } catch (cause) {
    throw new Error('This test mounts a small file system. Run it on Linux as root.', { cause });
  }
}

/** Leaves little room. The server may write meanwhile, so that even less is left: then the disk is full already. */
async function fillDisk(filler: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  await writeFile(filler, Buffer.alloc(Math.max(0, bavail * bsize - 300_000))).catch((error) => {
    if (error.code !== 'ENOSPC') throw error;
  });
}

const filesIn = async (place: string) => (await readdir(place, { recursive: true }).catch(() => [])).length;

/** The database is intact and contains every acknowledged post. */
function assertStored(dataDir: string, owner: Owner): void {
  const open = new DatabaseSync(join(dataDir, 'blog.sqlite'), { readOnly: true });
  const held = new Set(
    open
      .prepare('select id from posts')
      .all()
      .map(({ id }) => Number(id)),
  );
  expect(owner.acknowledged.filter((id) => !held.has(id))).toEqual([]);
  expect(open.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
  open.close();
}

/** Expects that writes fail and reads succeed during the fault, and that writes succeed after it without a restart. */
async function survivesFault(
  owner: Owner,
  dataDir: string,
  fault: { begin(): Promise<void>; end(): Promise<void> },
  status: number,
  words: RegExp,
) {
  const images = await filesIn(join(dataDir, 'images'));
  await fault.begin();
  let refused: Answer | undefined;
  for (let attempts = 0; attempts < 2000 && !refused; attempts++) {
    const answer = await owner.post(20_000);
    if (answer.status !== 201) refused = answer;
  }
  expect(refused?.status).toBe(status);
  expect(refused?.body.error?.message).toMatch(words);
  expect(await owner.reads()).toEqual(fine);
  const upload = await owner.upload();
  expect([status, 503]).toContain(upload.status);
  expect(upload.body.error?.message).toMatch(words);
  expect(await filesIn(join(dataDir, 'uploads'))).toBe(0);
  expect(await filesIn(join(dataDir, 'images'))).toBe(images);
  await fault.end();
  expect((await owner.post()).status).toBe(201);
  expect((await owner.upload()).status).toBe(201);
  await server?.kill9();
  assertStored(dataDir, owner);
}

describe('on a full disk', () => {
  test('the server serves reads, refuses writes with a message, keeps its backups, and recovers', async () => {
    mount('-t', 'tmpfs', '-o', 'size=24m', 'none', folder);
    try {
      const dataDir = join(folder, 'data');
      const owner = await siteOn(dataDir);
      const { body: first } = await owner.client.post<Backup>('/webapi/api/admin/backups', {});
      const filler = join(folder, 'filler');
      const fill = () => fillDisk(filler);
      let leftovers = -1;
      await survivesFault(
        owner,
        dataDir,
        {
          begin: fill,
          end: async () => {
            const backup = await owner.client.post<Answer['body']>('/webapi/api/admin/backups', {});
            expect(backup.status).toBe(507);
            const { body: left } = await owner.client.get<Backup[]>('/webapi/api/admin/backups');
            expect(left.map(({ id }) => id)).toEqual([first.id]);
            const names = await readdir(join(dataDir, 'backups'));
            leftovers = names.filter((name) => name.startsWith('.') && name !== '.lock.sqlite').length;
            await rm(filler);
            expect((await owner.client.post('/webapi/api/admin/backups', {})).status).toBe(201);
          },
        },
        507,
        /site's disk is full/,
      );
      expect(leftovers).toBe(0);
    } finally {
      await server?.dispose();
      server = undefined;
      execFileSync('umount', ['-l', folder]);
    }
  });

  test('the owner can delete everything for good, also several at once, which makes room again', async () => {
    mount('-t', 'tmpfs', '-o', 'size=64m', 'none', folder);
    try {
      const dataDir = join(folder, 'data');
      const owner = await siteOn(dataDir);
      const { client } = owner;
      for (let number = 0; number < 3; number++) expect((await owner.post(200_000)).status).toBe(201);
      const comments: number[] = [];
      for (let number = 0; number < 4; number++) {
        const path = `/webapi/api/posts/comment/${owner.acknowledged[0]}`;
        const answer = await client.post<Answer['body']>(path, { comment_text: 'x'.repeat(5000) });
        expect(answer.status).toBe(201);
        comments.push(answer.body.id ?? 0);
      }
      const reserve = join(dataDir, '.reserve');
      const filler = join(folder, 'filler');
      await expect.poll(() => existsSync(reserve)).toBe(true);
      const { size } = await stat(reserve);
      /** Every deletion finds a full disk and the reserve. */
      const fill = async () => {
        await rm(filler, { force: true });
        await writeFile(reserve, Buffer.alloc(size));
        await fillDisk(filler);
        for (const bytes of [20_000, 10]) {
          let status = 201;
          for (let attempts = 0; attempts < 2000 && status === 201; attempts++)
            status = (await owner.post(bytes)).status;
          expect(status).toBe(507);
        }
      };
      const [inBin = 0, ...alsoInBin] = owner.acknowledged.splice(2, 2);
      for (const id of [inBin, ...alsoInBin])
        expect((await client.delete(`/webapi/api/posts/${id}`)).status).toBe(200);
      await fill();
      expect((await client.delete('/webapi/api/admin/bin')).body).toEqual({ deleted: 2 });
      await fill();
      const [one, two, ...more] = comments;
      expect((await client.delete(`/webapi/api/posts/comment/${one}`)).status).toBe(507);
      expect((await client.delete(`/webapi/api/posts/comment/${one}?for_good=true`)).status).toBe(200);
      await fill();
      const several = `/webapi/api/admin/comments?ids=${two}&for_good=true`;
      expect((await client.delete(several)).body).toEqual({ ids: [two] });
      await fill();
      const batch = { action: 'delete', ids: more, for_good: true };
      expect((await client.post('/webapi/api/admin/comments/bulk', batch)).body).toEqual({ ids: more });
      await fill();
      const ids = owner.acknowledged.splice(-2);
      const bulk = await client.post('/webapi/api/admin/posts/bulk', { action: 'delete', ids });
      expect(bulk.body).toEqual(ids.map((id) => ({ id, done: true, message: '' })));
      await fill();

      const [first = 0, ...others] = owner.acknowledged;
      const { body } = await client.get<{ images: { id: number }[] }[]>(`/webapi/api/posts/${first}`);
      const image = `/webapi/api/assoc/postimage/${first}/${body[0]?.images[0]?.id}`;
      const large = `/webapi/api/posts/${others[0]}`;
      expect((await client.delete(large)).status).toBe(507);
      expect((await client.delete(`${large}?for_good=true`)).status).toBe(200);
      const files = async () =>
        (await readdir(join(dataDir, 'images'), { recursive: true })).filter((name) =>
          name.endsWith('.webp'),
        );
      expect((await files()).length).toBeGreaterThan(0);
      expect((await client.delete(`${image}?for_good=true`)).status).toBe(200);
      expect(await files()).toEqual([]);
      for (const id of others.slice(1, 10))
        expect((await client.delete(`/webapi/api/posts/${id}?for_good=true`)).status).toBe(200);
      expect((await client.get('/webapi/api/admin/bin')).body).toEqual([]);
      expect((await owner.post()).status).toBe(201);
    } finally {
      await server?.dispose();
      server = undefined;
      execFileSync('umount', ['-l', folder]);
    }
  });
});

describe('when the disk fails', () => {
  const broken = async () => {
    const dataDir = join(folder, 'data');
    await mkdir(dataDir);
    const disk = failingDisk(shim(), dataDir, join(folder, 'switch'));
    return { dataDir, ...disk };
  };

  test.each<[string, Fault, number, RegExp]>([
    ['is suddenly read-only', 'readonly', 503, /read-only at the moment|cannot reach its database/],
    ['is full', 'full', 507, /site's disk is full/],
  ])(
    'because it %s, the server serves reads and recovers',
    async (_, fault, status, words) => {
      const { dataDir, env, set } = await broken();
      const owner = await siteOn(dataDir, env);
      await survivesFault(owner, dataDir, { begin: () => set(fault), end: () => set('none') }, status, words);
    },
    120_000,
  );

  test('because fsync fails, no write is acknowledged, and nothing is lost', async () => {
    const { dataDir, env, set } = await broken();
    const owner = await siteOn(dataDir, env);
    await set('error on flush');
    for (let attempts = 0; attempts < 5; attempts++) {
      const answer = await owner.post();
      expect(answer.status).toBe(503);
      expect(answer.body.error?.message).toMatch(/cannot reach its database/);
    }
    expect(await owner.reads()).toEqual(fine);
    await set('none');
    for (let number = 0; number < 5; number++) expect((await owner.post()).status).toBe(201);
    await server?.kill9();
    assertStored(dataDir, owner);
  });

  test('control: a server without fsync acknowledges writes that the disk refused', async () => {
    const { dataDir, env, set } = await broken();
    const script = join(import.meta.dirname, 'without-flush.ts');
    server = await startServer({ env: { DATA_DIR: dataDir, ...env }, script });
    const owner = new Owner(server.url);
    await owner.client.login();
    await set('error on flush');
    expect((await owner.post()).status).toBe(201);
  });
});

test('a read-only data folder is refused in one line', async () => {
  const dataDir = join(folder, 'data');
  await mkdir(dataDir);
  await siteOn(dataDir);
  await server?.stop();
  mount('--bind', dataDir, dataDir);
  try {
    mount('-o', 'remount,bind,ro', dataDir);
    const message = await startServer({ env: { DATA_DIR: dataDir } }).then(
      () => 'it started',
      (error: Error) => error.message,
    );
    expect(message).toMatch(/cannot be written|readonly|cannot be used/);
    expect(message).not.toContain('    at ');
    expect(existsSync(join(dataDir, 'blog.sqlite'))).toBe(true);
  } finally {
    execFileSync('umount', ['-l', dataDir]);
  }
});
