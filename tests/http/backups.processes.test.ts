import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Image } from '../../src/core/images/api/images.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import type { ActivityEntry } from '../../src/core/site/api/activity.ts';
import type { Backup, BackupState } from '../../src/features/backup/api.ts';
import { backupsPart } from '../../src/features/backup/archive/backups.ts';
import { backUpDaily } from '../../src/features/backup/backups.ts';
import { openDatabase } from '../../src/platform/db/open.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { type Ended, environmentOf, runBackupCommand } from '../support/backup-command.ts';
import { Client } from '../support/client.ts';
import { type DatabaseKind, onEachDatabase, temporaryDatabase } from '../support/databases.ts';
import { addSubscriber } from '../support/mail-rows.ts';
import { adminPassword, type RunningServer, startServer } from '../support/server.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'not-terrible-backups-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const run = (command: string, env: Record<string, string>, ...args: string[]): Promise<Ended> =>
  runBackupCommand(folder, command, env, ...args);

const pngOf = (color: string) =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: color } })
    .png()
    .toBuffer();

async function upload(client: Client, postId: number, color: string): Promise<Image> {
  const form = new FormData();
  form.set('post_id', String(postId));
  form.set('cover', new Blob([new Uint8Array(await pngOf(color))]), 'image.png');
  const { status, body } = await client.post<Image[]>('/webapi/api/image', form);
  expect(status).toBe(201);
  return body[0] as Image;
}

const newPost = async (client: Client, title: string): Promise<Post> => {
  const { status, body } = await client.post<Post>('/webapi/api/posts', {
    post_title: title,
    post_content: `<p>${title}</p>`,
    active: true,
  });
  expect(status).toBe(201);
  return body;
};

const titles = async (client: Client) =>
  (await client.get<Post[]>('/webapi/api/admin/posts')).body.map(({ post_title }) => post_title);

onEachDatabase('npm run backup and npm run restore', (kind: DatabaseKind) => {
  test('back up a site during writes and restore it completely', async () => {
    const database = await temporaryDatabase(kind);
    const env = environmentOf(database.config);
    const server = await startServer({ env });
    let restored: RunningServer | undefined;
    try {
      const owner = new Client(server.url);
      await owner.login();
      const post = await newPost(owner, 'With a picture');
      const image = await upload(owner, post.id, '#c8102e');
      const imageBytes = Buffer.from(await (await fetch(server.url + image.file_path)).arrayBuffer());

      const { db } = openDatabase(database.config);
      const subscriber = await addSubscriber(db, 'Ann@example.org', { all_posts: 0, frequency: 'weekly' });
      await db.destroy();

      let writing = true;
      const acknowledged: string[] = [];
      const writers = Array.from({ length: 4 }, async (_, writer) => {
        for (let number = 0; writing; number++) {
          const title = `Writer ${writer}, post ${number}`;
          await newPost(owner, title);
          acknowledged.push(title);
        }
      });
      while (acknowledged.length < 8) await new Promise((resolve) => setTimeout(resolve, 10));
      const before = [...acknowledged];
      const file = path.join(folder, 'site.tar');
      const backup = await run('backup', env, file);
      writing = false;
      await Promise.all(writers);
      expect(backup).toEqual({
        code: 0,
        output: expect.stringMatching(/site\.tar contains the database and \d+ image files, /),
      });
      expect(await readdir(folder)).toEqual(['site.tar']);

      const again = await run('backup', env, file);
      expect(again).toEqual({ code: 1, output: expect.stringMatching(/^.*site\.tar already exists.*\n$/) });

      const full = await run('restore', { DATA_DIR: server.dataDir }, file);
      expect(full).toEqual({ code: 1, output: expect.stringMatching(/^.* is not empty.*\n$/) });

      const place = path.join(folder, 'restored');
      const back = await run('restore', { DATA_DIR: place }, file);
      expect(back).toEqual({ code: 0, output: expect.stringContaining('contains the site as of') });
      restored = await startServer({ env: { DATA_DIR: place } });
      const reader = new Client(restored.url);
      await reader.login();
      expect(await titles(reader)).toEqual(expect.arrayContaining([...before, 'With a picture']));
      const response = await fetch(restored.url + image.file_path);
      expect(Buffer.from(await response.arrayBuffer())).toEqual(imageBytes);
      const copy = new DatabaseSync(path.join(place, 'blog.sqlite'), { readOnly: true });
      const subscribers = copy.prepare('select id, address, frequency from subscribers').all();
      copy.close();
      expect(subscribers).toEqual([{ id: subscriber, address: 'Ann@example.org', frequency: 'weekly' }]);
      // Ids continue where they were, and the search index is restored, too.
      const next = await newPost(reader, 'After the restore');
      expect(next.id).toBeGreaterThan(Math.max(post.id, before.length));
      const { body } = await reader.get<unknown[]>('/webapi/api/search/10/0?q=picture');
      expect(JSON.stringify(body)).toContain('With a picture');
    } finally {
      await restored?.dispose();
      await server.dispose();
      await database.dispose();
    }
  });
});

test('the commands explain their usage and what is missing', async () => {
  for (const command of ['backup', 'restore'] as const) {
    expect(await run(command, {}, '--help')).toEqual({ code: 0, output: expect.stringMatching(/^Usage: /) });
    expect(await run(command, {})).toEqual({ code: 2, output: expect.stringMatching(/^Usage: /) });
  }
  const data = path.join(folder, 'none');
  const onSite = [
    ['backup', 'x.tar'],
    ['export', 'x.tar'],
    ['publish', '--verify'],
    ['images', 'sweep'],
  ] as const;
  for (const [command, argument] of onSite)
    expect(await run(command, { DATA_DIR: data, PUBLISH_TO: folder }, argument), command).toEqual({
      code: 1,
      output: expect.stringMatching(/^There is no database at .*blog\.sqlite\.\n$/),
    });
  expect(await run('restore', { DATA_DIR: data }, 'x.tar')).toEqual({
    code: 1,
    output: expect.stringMatching(/^There is no backup .*x\.tar\.\n$/),
  });
  expect((await readdir(folder)).filter((name) => name.startsWith('x') || name.startsWith('.'))).toEqual([]);
});

onEachDatabase('backups made by the site', (kind: DatabaseKind) => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite(kind, { BACKUPS_KEEP: '3' });
  });
  afterAll(() => site.dispose());

  const list = async () => (await site.admin.get<Backup[]>('/webapi/api/admin/backups')).body;
  const stored = () => path.join(path.dirname(site.blog.uploadFolder), 'backups');

  test('can be made, listed and downloaded', async () => {
    const before = (await site.admin.get<{ backups: BackupState }>('/webapi/api/admin/overview')).body;
    expect(before.backups).toEqual({ keep: 3, newest: null, date: null, failed: null, running: null });
    const post = await site.createPost({ post_title: 'Backed up' });
    const image = await upload(site.admin, post.id, '#112233');
    const { body: made } = await site.admin.post<Backup>('/webapi/api/admin/backups', {});
    expect(made).toMatchObject({ id: expect.stringMatching(/^00001-/), pictures: 'included', missing: 0 });
    const { body: overview } = await site.admin.get<{ backups: BackupState }>('/webapi/api/admin/overview');
    expect(overview.backups).toEqual({ keep: 3, newest: made, date: made.date, failed: null, running: null });

    // The image is deleted from the site but still in the backup.
    await site.admin.delete(`/webapi/api/assoc/postimage/${post.id}/${image.id}`);
    expect(await site.files()).toEqual([]);

    const cookie = [...site.admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(`${site.url}/webapi/api/admin/backups/${made.id}`, { headers: { cookie } });
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get('content-length')).toBe(String(bytes.length));
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="not-terrible-${made.id}.tar"`,
    );
    const file = path.join(folder, 'download.tar');
    await writeFile(file, bytes);
    for (const [number, backup] of [file, path.join(stored(), made.id)].entries()) {
      const place = path.join(folder, `restored-${number}`);
      expect(await run('restore', { DATA_DIR: place }, backup)).toMatchObject({ code: 0 });
      expect(await readFile(path.join(place, image.file_path))).toHaveLength(
        (await stat(path.join(place, image.file_path))).size,
      );
      const open = new DatabaseSync(path.join(place, 'blog.sqlite'), { readOnly: true });
      expect(open.prepare('select post_title from posts where id = ?').get(post.id)).toEqual({
        post_title: 'Backed up',
      });
      open.close();
    }
  });

  test('a download supports ranges, so that it can be resumed', async () => {
    const { body: made } = await site.admin.post<Backup>('/webapi/api/admin/backups', {});
    const cookie = [...site.admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const get = async (headers: Record<string, string> = {}, method = 'GET') => {
      const url = `${site.url}/webapi/api/admin/backups/${made.id}`;
      const answer = await fetch(url, { method, headers: { cookie, ...headers } });
      const bytes = Buffer.from(await answer.arrayBuffer());
      return { status: answer.status, headers: answer.headers, bytes };
    };
    const whole = await get();
    const size = whole.bytes.length;
    const etag = whole.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    expect(whole.headers.get('accept-ranges')).toBe('bytes');

    // Inside a tar header, across files, to the end, and single bytes.
    for (const [start, end] of [
      [0, 0],
      [100, 700],
      [511, 512],
      [1, size - 2],
      [Math.floor(size / 2), size - 1],
      [size - 1025, size - 1],
      [size - 1, size - 1],
    ] as const) {
      const part = await get({ range: `bytes=${start}-${end}`, 'if-range': etag });
      expect(part.status).toBe(206);
      expect(part.headers.get('content-range')).toBe(`bytes ${start}-${end}/${size}`);
      expect(part.headers.get('content-length')).toBe(String(end - start + 1));
      expect(part.headers.get('etag')).toBe(etag);
      expect(part.bytes.equals(whole.bytes.subarray(start, end + 1))).toBe(true);
    }
    expect((await get({ range: 'bytes=-100' })).bytes.equals(whole.bytes.subarray(-100))).toBe(true);
    expect((await get({ range: 'bytes=700-' })).bytes.equals(whole.bytes.subarray(700))).toBe(true);

    // If the file has changed, or for several ranges, the whole file is sent.
    for (const headers of [
      { range: 'bytes=5-9', 'if-range': '"another"' },
      { range: 'bytes=5-9', 'if-range': 'Wed, 21 Oct 2026 07:28:00 GMT' },
      { range: 'bytes=1-2,5-9' },
    ])
      expect(await get(headers)).toMatchObject({ status: 200, bytes: { length: size } });

    const outside = await get({ range: `bytes=${size}-` });
    expect(outside.status).toBe(416);
    expect(outside.headers.get('content-range')).toBe(`bytes */${size}`);
    expect(JSON.parse(outside.bytes.toString())).toMatchObject({ error: { code: 'range_outside' } });

    const activity = async () =>
      (await site.admin.get<ActivityEntry[]>('/webapi/api/admin/activity?limit=100')).body.filter(
        ({ what }) => what.endsWith(`the backup ${made.id}`),
      ).length;
    const before = await activity();
    const head = await get({}, 'HEAD');
    expect(head).toMatchObject({ status: 200, bytes: { length: 0 } });
    expect(head.headers.get('content-length')).toBe(String(size));
    expect(head.headers.get('etag')).toBe(etag);
    expect((await get({ range: 'bytes=0-9' }, 'HEAD')).headers.get('content-length')).toBe('10');
    expect(await activity()).toBe(before);
    await get({ range: 'bytes=0-9' });
    expect(await activity()).toBe(before + 1);
  });

  test('can be downloaded only after re-authenticating within 15 minutes', async () => {
    const { body: made } = await site.admin.post<Backup>('/webapi/api/admin/backups', {});
    const client = site.visitor();
    await site.signIn(client);
    const calls = ['/webapi/api/admin/confirm', `/webapi/api/admin/backups/${made.id}`];
    const answers = async () => Promise.all(calls.map(async (call) => (await client.get(call)).status));
    const downloads = async () =>
      (await site.admin.get<ActivityEntry[]>('/webapi/api/admin/activity')).body.filter(
        ({ what }) => what === `Downloaded the backup ${made.id}`,
      ).length;
    const real = site.blog.now;
    site.blog.now = () => new Date(Date.now() + 16 * 60_000);
    try {
      for (const call of calls) {
        const refused = await client.get(call);
        expect(refused).toMatchObject({ status: 403, body: { error: { code: 'confirm' } } });
        expect(refused.headers.get('content-disposition')).toBeNull();
      }
      expect(await downloads()).toBe(0);
      // The list holds no secrets and needs no re-authentication.
      expect((await client.get('/webapi/api/admin/backups')).status).toBe(200);
      await client.post('/webapi/api/admin/confirm', { password: 'not it at all' });
      expect(await answers()).toEqual([403, 403]);
      await client.post('/webapi/api/admin/confirm', { password: adminPassword });
      expect(await answers()).toEqual([200, 200]);
      expect(await downloads()).toBe(1);
    } finally {
      site.blog.now = real;
    }
  });

  test.each(['00099-20260101T000000Z', '..', '%2e%2e%2fimages', 'pictures', 'x'.repeat(101)])(
    'there is no backup with the id %s',
    async (id) => {
      // A path in another spelling may be redirected, but nothing is downloaded.
      const { status, headers } = await site.admin.get(`/webapi/api/admin/backups/${id}`);
      expect([301, 400, 404, 422]).toContain(status);
      expect(headers.get('content-disposition')).toBeNull();
    },
  );

  test('are limited to BACKUPS_KEEP and contain only the images they list', async () => {
    const real = site.blog.now;
    const post = await site.createPost();
    const remaining = await upload(site.admin, post.id, '#445566');
    const deleted = await upload(site.admin, post.id, '#778899');
    await site.admin.post('/webapi/api/admin/backups', {});
    await site.admin.delete(`/webapi/api/assoc/postimage/${post.id}/${deleted.id}`);
    // What is in the bin can be restored, so backups contain it.
    await site.admin.delete('/webapi/api/admin/bin');
    const ids: string[] = [];
    for (let number = 0; number < 3; number++) {
      const { body } = await site.admin.post<Backup>('/webapi/api/admin/backups', {});
      ids.unshift(body.id);
    }
    site.blog.now = real;
    expect((await list()).map(({ id }) => id)).toEqual(ids);
    const images = (await readdir(path.join(stored(), 'pictures'), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name));
    const names = await site.files();
    expect(images).toHaveLength(names.length);
    // They are hard links and take no space of their own as long as the site has the files.
    for (const place of images) expect((await stat(place)).nlink).toBe(2);
    expect(remaining.file_path).toContain(names[0]?.slice(0, 8));
  });

  test('images are not deleted while the manifest of a backup is unreadable', async () => {
    const post = await site.createPost();
    const image = await upload(site.admin, post.id, '#13579b');
    const { body: made } = await site.admin.post<Backup>('/webapi/api/admin/backups', {});
    const list = path.join(stored(), made.id, 'manifest.json');
    const text = await readFile(list);
    await writeFile(list, 'unreadable');
    await site.admin.delete(`/webapi/api/assoc/postimage/${post.id}/${image.id}`);
    await site.admin.post('/webapi/api/admin/backups', {});
    await writeFile(list, text);
    const place = path.join(folder, 'restored');
    expect(await run('restore', { DATA_DIR: place }, path.join(stored(), made.id))).toMatchObject({
      code: 0,
    });
    await site.admin.post('/webapi/api/admin/backups', {});
  });

  test('are made once a day by one process, even after the clock was set back', async () => {
    const hour = 60 * 60 * 1000;
    const count = async () => Number.parseInt((await list())[0]?.id ?? '0', 10);
    const real = site.blog.now;
    const at = (hours: number) => {
      site.blog.now = () => new Date(real().getTime() + hours * hour);
    };
    try {
      const before = await count();
      await backUpDaily(site.blog); // A manual backup was made a moment ago.
      at(23);
      await backUpDaily(site.blog);
      expect(await count()).toBe(before);
      at(25);
      await Promise.all([backUpDaily(site.blog), backUpDaily(site.blog), backUpDaily(site.blog)]);
      expect(await count()).toBe(before + 1);
      await site.blog.db
        .updateTable('settings')
        .set({ value: JSON.stringify({ made: new Date(real().getTime() + 9000 * hour).toISOString() }) })
        .where('name', '=', 'backups')
        .execute();
      // The date of the last one is in the future, so it cannot be trusted and another one is made.
      await backUpDaily(site.blog);
      expect(await count()).toBe(before + 2);
    } finally {
      site.blog.now = real;
    }
  });

  test('a failure is reported and deletes no earlier backup', async () => {
    const before = await list();
    const lock = path.join(stored(), '.unfinished');
    const real = backupsPart.of(site.blog).make;
    backupsPart.of(site.blog).make = async () => {
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    };
    try {
      expect((await site.admin.post('/webapi/api/admin/backups', {})).status).toBe(507);
    } finally {
      backupsPart.of(site.blog).make = real;
    }
    const { body } = await site.admin.get<{ backups: BackupState }>('/webapi/api/admin/overview');
    expect(body.backups.failed).toEqual({ date: expect.any(String), message: 'The disk is full.' });
    expect(await list()).toEqual(before);
    await expect(stat(lock)).rejects.toThrow('ENOENT');
    await site.admin.post('/webapi/api/admin/backups', {});
    const after = await site.admin.get<{ backups: BackupState }>('/webapi/api/admin/overview');
    expect(after.body.backups.failed).toBeNull();
    site.errors.length = 0;
  });

  test('can be turned off', async () => {
    const keep = backupsPart.of(site.blog).keep;
    backupsPart.of(site.blog).keep = 0;
    try {
      expect((await site.admin.post('/webapi/api/admin/backups', {})).status).toBe(409);
    } finally {
      backupsPart.of(site.blog).keep = keep;
    }
  });
});
