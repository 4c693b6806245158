import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import type { PostCard } from '../../src/core/posts/api/posts.ts';
import { relistAll } from '../../src/core/posts/lists/store/listings.ts';
import type { Category, CategoryRename } from '../../src/core/posts/terms/api/categories.ts';
import type { Blog } from '../../src/platform/blog.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { openBlog } from '../../src/server/open-blog.ts';
import { Client } from '../support/client.ts';
import { migratedDatabase, onEachDatabase, type TemporaryDatabase } from '../support/databases.ts';
import { insertPosts, listedPlaces, wrongTotals } from '../support/many-posts.ts';
import { type RunningServer, startServer } from '../support/server.ts';

const slow = { timeout: 240_000, interval: 10 };

/** The built server with two processes, whose child process renames. */
onEachDatabase('a category of thousands of posts', (kind) => {
  // Enough for both stages to be interrupted; PostgreSQL takes longer for each.
  const many = kind === 'sqlite' ? 2_500 : 1_200;
  let temporary: TemporaryDatabase;
  let server: RunningServer;
  let owner: Client;
  let blog: Blog;
  let category: number;
  let env: Record<string, string>;

  beforeAll(async () => {
    temporary = await migratedDatabase(kind);
    const { dataDir, databaseUrl } = temporary.config;
    env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '', WEB_PROCESSES: '2' };
    server = await startServer({ env });
    ({ blog } = await openBlog(readConfig(env), createLog('silent')));
    owner = new Client(server.url);
    await owner.login();
    category = (await owner.post<Category>('/webapi/api/admin/cat', { category_path: 'notes' })).body.id;
    await insertPosts(blog.db, many, { category_id: category });
  });
  afterAll(async () => {
    await blog?.db.destroy();
    await server?.dispose();
    await temporary?.dispose();
  });

  const childrenOf = async (pid: number): Promise<number[]> => {
    const { stdout } = await promisify(execFile)('pgrep', ['-P', String(pid)]).catch(() => ({ stdout: '' }));
    return stdout.split('\n').filter(Boolean).map(Number);
  };
  /** Ends the web processes and the one that renames. */
  const killProcesses = async () => {
    const workers = await childrenOf(server.pid);
    for (const pid of [...workers, ...(await Promise.all(workers.map(childrenOf))).flat()])
      process.kill(pid, 'SIGKILL');
  };
  const listedIn = async (name: string): Promise<number> => {
    const { total } = await blog.db
      .selectFrom('listings')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('kind', '=', 'category')
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    return Number(total);
  };
  /** What readers get at the URL of a list. */
  const at = async (name: string): Promise<string> => {
    const answer = await fetch(`${server.url}/filter/${name}`, { redirect: 'manual' });
    await answer.arrayBuffer();
    return [answer.status, answer.headers.get('location')].filter(Boolean).join(' ');
  };
  const cards = async (name: string) => {
    const { body, headers } = await new Client(server.url).get<PostCard[]>(
      `/webapi/api/posts/2/0/${name}/!null`,
    );
    return { paths: body.map(({ cat_path }) => cat_path), total: Number(headers.get('x-total-count')) };
  };
  const rename = async () =>
    (await owner.get<{ rename: CategoryRename | null }>('/webapi/api/admin/category-rename')).body.rename;
  const renamed = () =>
    expect.poll(() => rename().catch(() => 'down'), { ...slow, interval: 250 }).toBeNull();
  const consistent = async () => {
    expect(await wrongTotals(blog.db)).toEqual([]);
    const places = await listedPlaces(blog.db);
    await blog.db.transaction().execute((tx) => relistAll(tx));
    expect(places).toEqual(await listedPlaces(blog.db));
  };

  test('is renamed in the background, over kill -9, and readers see the old or the new path', async () => {
    const began = performance.now();
    const { status, body } = await owner.put<{ renaming?: CategoryRename }>(
      `/webapi/api/admin/cat/${category}`,
      { category_path: 'journal', title: 'Journal' },
    );
    expect(performance.now() - began).toBeLessThan(2_000);
    expect([status, body.renaming?.to_path]).toEqual([200, 'journal']);
    await expect.poll(() => listedIn('journal'), slow).toBeGreaterThan(0);
    expect([await at('notes'), await at('journal')]).toEqual(['200', '404']);
    expect(await cards('notes')).toEqual({ paths: ['notes', 'notes'], total: many });
    expect(await cards('journal')).toEqual({ paths: [], total: 0 });
    expect((await owner.post('/webapi/api/admin/cat', { category_path: 'journal.new' })).status).toBe(409);
    const { status: saved } = await owner.post('/webapi/api/posts', {
      post_title: 'Saved meanwhile',
      post_content: '<p>Text</p>',
      active: true,
      category_id: category,
    });
    expect(saved).toBe(201);
    await killProcesses();
    const added = await listedIn('journal');
    expect(added).toBeLessThan(many);

    // The primary starts other workers, and one of them another child.
    await expect.poll(() => listedIn('notes'), slow).toBeLessThan(many);
    expect(await listedIn('journal')).toBe(many + 1);
    await killProcesses();
    await expect.poll(() => at('notes').catch(() => 'down'), slow).toBe('301 /filter/journal');
    expect(await cards('journal')).toEqual({ paths: ['journal', 'journal'], total: many + 1 });
    expect(await cards('notes')).toEqual({ paths: [], total: 0 });
    await renamed();
    expect(await listedIn('notes')).toBe(0);
    await consistent();
    const { body: log } = await owner.get<{ what: string; username: string | null }[]>(
      '/webapi/api/admin/activity',
    );
    expect(log.filter(({ what }) => what.includes('rename') || what.includes('Renamed'))).toMatchObject([
      { what: 'Renamed the category "notes" to "journal"', username: 'admin' },
      { what: 'Started to rename the category "notes" to "journal"', username: 'admin' },
    ]);
  }, 900_000);

  test('is moved below another one, and back', async () => {
    await owner.post('/webapi/api/admin/cat', { category_path: 'diary' });
    await owner.put(`/webapi/api/admin/cat/${category}`, { category_path: 'diary.journal' });
    await expect.poll(() => listedIn('diary'), slow).toBeGreaterThan(0);
    expect(await server.stop('SIGTERM')).toBe(0);
    server = await startServer({ env });
    owner = new Client(server.url);
    await owner.login();
    await renamed();
    expect(await cards('diary')).toEqual({ paths: ['diary.journal', 'diary.journal'], total: many + 1 });
    await owner.put(`/webapi/api/admin/cat/${category}`, { category_path: 'notes' });
    await renamed();
    expect([await at('notes'), await at('journal')]).toEqual(['200', '301 /filter/notes']);
    await consistent();
  }, 900_000);
});
