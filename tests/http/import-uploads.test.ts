import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ImportUpload } from '../../src/features/import/api.ts';
import { insertImport, updateImport } from '../../src/features/import/store/imports.ts';
import { createUpload, deleteExpiredUploads, finishedUpload } from '../../src/features/import/uploads.ts';
import { importChunkBytes, importFileBytes, maxImportUploads } from '../../src/platform/http/api/limits.ts';
import { insertJob } from '../../src/platform/jobs/store.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import type { Client } from '../support/client.ts';
import { onEachDatabase } from '../support/databases.ts';

const base = '/webapi/api/admin/imports/uploads';
const octets = { headers: { 'content-type': 'application/octet-stream' } };
const chunk = 1_000_000;

const begin = (client: Client, size: number, name = 'blog.xml', last_modified = 1) =>
  client.post<ImportUpload>(base, { name, size, last_modified });
const put = (client: Client, id: string, offset: number, bytes: Uint8Array<ArrayBuffer>) =>
  client.put<ImportUpload & { error: { message: string } }>(`${base}/${id}?offset=${offset}`, bytes, octets);

onEachDatabase('uploads of imports', (kind) => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite(kind);
  });
  afterAll(() => site.dispose());

  const folder = () => join(site.blog.dataFolder, 'imports');
  const content = (id: string) => readFile(join(folder(), id, 'content'));
  const removeAll = async () => {
    for (const { id } of (await site.admin.get<ImportUpload[]>(base)).body)
      await site.admin.delete(`${base}/${id}`);
  };

  test('a file arrives in portions, across a reload and a restart', async () => {
    const bytes = randomBytes(2.5 * chunk);
    const { status, body } = await begin(site.admin, bytes.length);
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: 'blog.xml', size: bytes.length, offset: 0, finished: false });
    expect((await put(site.admin, body.id, 0, bytes.subarray(0, chunk))).body.offset).toBe(chunk);

    // A reload: the browser names the same file again.
    const again = await begin(site.admin, bytes.length);
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({ id: body.id, offset: chunk });
    await site.restart();
    expect((await site.admin.get<ImportUpload>(`${base}/${body.id}`)).body.offset).toBe(chunk);

    const early = await site.admin.post<{ error: { message: string } }>(`${base}/${body.id}/finish`);
    expect(early.status).toBe(409);
    expect(early.body.error.message).toBe('1,500,000 bytes of the file are still missing. Send them first.');
    await put(site.admin, body.id, chunk, bytes.subarray(chunk, 2 * chunk));
    await put(site.admin, body.id, 2 * chunk, bytes.subarray(2 * chunk));
    for (const _ of [1, 2])
      expect((await site.admin.post<ImportUpload>(`${base}/${body.id}/finish`)).body.finished).toBe(true);

    const { path: file, name } = await finishedUpload(site.blog, body.id);
    expect(name).toBe('blog.xml');
    expect((await readFile(file)).equals(bytes)).toBe(true);
    expect((await site.admin.get<ImportUpload[]>(base)).body).toEqual([]);
    expect((await site.admin.delete(`${base}/${body.id}`)).status).toBe(404);
  });

  test('a portion that is sent twice, or overlaps, changes nothing; one that leaves a gap is refused', async () => {
    const bytes = randomBytes(30_000);
    const { id } = (await begin(site.admin, bytes.length, 'overlap.zip')).body;
    await put(site.admin, id, 0, bytes.subarray(0, 10_000));
    expect((await put(site.admin, id, 0, bytes.subarray(0, 10_000))).body.offset).toBe(10_000);
    expect((await put(site.admin, id, 5000, bytes.subarray(5000, 20_000))).body.offset).toBe(20_000);
    const gap = await put(site.admin, id, 25_000, bytes.subarray(25_000));
    expect(gap.status).toBe(409);
    expect(gap.body.error.message).toMatch(/has to continue at byte 20000/);
    expect((await put(site.admin, id, 20_000, randomBytes(10_001))).status).toBe(400);
    expect((await put(site.admin, id, 20_000, new Uint8Array())).status).toBe(400);
    const parallel = [0, 1, 2].map(() => put(site.admin, id, 20_000, bytes.subarray(20_000)));
    expect((await Promise.all(parallel)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await content(id)).equals(bytes)).toBe(true);
    await removeAll();
  });

  test('the folder and its files are private', async () => {
    const { id } = (await begin(site.admin, 10)).body;
    await put(site.admin, id, 0, randomBytes(10));
    const places = ['', id, ...(await readdir(join(folder(), id))).map((name) => join(id, name))];
    expect(places).toHaveLength(4);
    for (const place of places) expect((await stat(join(folder(), place))).mode & 0o077, place).toBe(0);
    await removeAll();
    expect(await readdir(folder())).not.toContain(id);
  });

  test('sizes, types and the number of unfinished uploads are limited', async () => {
    const large = await site.admin.post<{ error: { message: string } }>(base, {
      name: 'large.xml',
      size: importFileBytes + 1,
      last_modified: 1,
    });
    expect(large.status).toBe(422);
    expect(large.body.error.message).toMatch(/larger than 2 GB\. Copy it to the server/);
    const full = await createUpload(site.blog, { name: 'x', size: 1, last_modified: 1 }, 1e18).catch(
      (error) => error,
    );
    expect(full).toMatchObject({ code: 'no_room', message: expect.stringMatching(/disk space/) });

    const first = (await begin(site.admin, 2 * importChunkBytes, 'file 0')).body;
    expect((await put(site.admin, first.id, 0, new Uint8Array(importChunkBytes + 1))).status).toBe(413);
    const untyped = await site.admin.put(`${base}/${first.id}?offset=0`, '{}', {
      headers: { 'content-type': 'application/json' },
    });
    expect(untyped.status).toBe(415);
    for (let index = 1; index < maxImportUploads; index += 1)
      expect((await begin(site.admin, 10, `file ${index}`)).status).toBe(201);
    expect((await begin(site.admin, 10, 'one more')).status).toBe(409);
    expect((await begin(site.admin, 10, 'file 1')).status).toBe(200);
    await removeAll();
    expect((await begin(site.admin, 10, 'one more')).status).toBe(201);
    await removeAll();
  });

  test('only administrators upload', async () => {
    const { id } = (await begin(site.admin, 10)).body;
    const visitor = site.visitor();
    await visitor.get('/webapi/api/admin/auth');
    expect((await begin(visitor, 10)).status).toBe(401);
    expect((await put(visitor, id, 0, randomBytes(10))).status).toBe(401);
    expect((await visitor.get(`${base}/${id}`)).status).toBe(401);
    await removeAll();
  });

  test('an unfinished upload expires a day after its last portion', async () => {
    const { id } = (await begin(site.admin, 10)).body;
    const file = join(folder(), id, 'upload.json');
    const state = JSON.parse(await readFile(file, 'utf8'));
    const old = new Date(Date.now() - 25 * 60 * 60 * 1000).toISOString();
    await writeFile(file, JSON.stringify({ ...state, date_changed: old }));
    expect((await put(site.admin, id, 0, randomBytes(10))).status).toBe(404);
    expect((await site.admin.get(base)).body).toEqual([]);
    expect(await readdir(folder())).not.toContain(id);
  });

  test('a finished upload is deleted a week later, but not while it is imported', async () => {
    const { id } = (await begin(site.admin, 10)).body;
    await put(site.admin, id, 0, randomBytes(10));
    await site.admin.post(`${base}/${id}/finish`);
    const file = join(folder(), id, 'upload.json');
    const state = JSON.parse(await readFile(file, 'utf8'));
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString();
    await writeFile(file, JSON.stringify({ ...state, date_changed: daysAgo(6) }));
    await deleteExpiredUploads(site.blog);
    expect(await readdir(folder())).toContain(id);

    await writeFile(file, JSON.stringify({ ...state, date_changed: daysAgo(8) }));
    const { db } = site.blog;
    const job = await insertJob(db, { kind: 'test', payload: {}, host: 'elsewhere', date_added: daysAgo(8) });
    const imported = await insertImport(db, {
      name: 'blog.xml',
      path: join(folder(), id, 'content'),
      host: 'elsewhere',
      dry_run: 1,
      username: null,
      date_added: daysAgo(8),
    });
    await updateImport(db, imported, { job_id: job });
    await deleteExpiredUploads(site.blog);
    expect(await readdir(folder())).toContain(id);
    await updateImport(db, imported, { job_id: null });
    await deleteExpiredUploads(site.blog);
    expect(await readdir(folder())).not.toContain(id);
  });

  test('ids of other machines are distinguished from unknown ones, and lead nowhere', async () => {
    const elsewhere = await put(
      site.admin,
      '00000000-00000000-0000-4000-8000-000000000000',
      0,
      randomBytes(1),
    );
    expect(elsewhere.status).toBe(421);
    expect(elsewhere.body.error.message).toMatch(/another machine of this site\. Let your load balancer/);
    for (const id of ['x', '..%2F..', `${'0'.repeat(8)}-..`])
      expect((await site.admin.get(`${base}/${id}`)).status, id).toBe(404);
  });
});
