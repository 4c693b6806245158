import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { emptyBin } from '../../src/core/posts/bin/bin.ts';
import { importItems, listImports, undoImport } from '../../src/features/import/imports.ts';
import { siteTables } from '../../src/platform/db/catalog.ts';
import { dialectOf } from '../../src/platform/db/dialect.ts';
import { checksumOf } from '../../src/platform/db/table-rows.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { openBlog } from '../../src/server/open-blog.ts';
import { migratedDatabase, onEachDatabase, type TemporaryDatabase } from '../support/databases.ts';
import { generatedBlog, writeLines } from '../support/item-lines.ts';
import { admin } from '../support/memory-blog.ts';
import { isFullSize } from '../support/size.ts';
import { commandEnv } from '../support/source-command.ts';

const posts = isFullSize ? 2_000 : 100;
const comments = posts * 2;
const kills = isFullSize ? 50 : 3;
/** Long enough for a few batches, or dozens of them. */
const maxMs = isFullSize ? 6_000 : 900;
const program = path.join(import.meta.dirname, '../support/import-program.ts');
const notContent = new Set([
  'imports',
  'import_items',
  'import_created',
  'jobs',
  'activity',
  'attempts',
  'embeds',
]);

onEachDatabase('an import that is killed', (kind) => {
  let temporary: TemporaryDatabase;
  let folder: string;
  let running: ChildProcess | undefined;

  afterEach(async () => {
    running?.kill('SIGKILL');
    await temporary.dispose();
    await rm(folder, { recursive: true });
  });

  const env = () => ({
    ...commandEnv(),
    DATA_DIR: temporary.config.dataDir,
    DATABASE_URL: temporary.config.databaseUrl ?? '',
  });
  /** Starts the program and resolves when it runs its jobs. */
  const start = async (...args: string[]) => {
    running = spawn(process.execPath, [program, ...args], {
      env: env(),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exit = once(running, 'exit');
    await Promise.race([once(running.stdout as NodeJS.ReadableStream, 'data'), exit]);
    return { process: running, exit };
  };
  const killedAtRandom = async (...args: string[]) => {
    const { process, exit } = await start(...args);
    await wait(Math.random() * maxMs);
    process.kill('SIGKILL');
    await exit;
  };
  const onBlog = async <Result>(
    work: (blog: Awaited<ReturnType<typeof openBlog>>['blog']) => Promise<Result>,
  ) => {
    const { blog } = await openBlog(readConfig(env()), createLog('silent'));
    try {
      return await work(blog);
    } finally {
      await blog.db.destroy();
    }
  };
  const checksums = () =>
    onBlog(async ({ db }) => {
      const sums: Record<string, string> = {};
      for (const table of await siteTables(db, dialectOf(db)))
        if (!notContent.has(table.name)) sums[table.name] = (await checksumOf(db, table)).sum;
      return sums;
    });

  test('is finished by the next starts with nothing twice, and an undo that is killed as well removes all of it', {
    timeout: isFullSize ? 3_600_000 : 300_000,
  }, async () => {
    temporary = await migratedDatabase(kind);
    folder = await mkdtemp(path.join(tmpdir(), 'not-terrible-source-'));
    const file = path.join(folder, 'blog.jsonl');
    await writeLines(file, generatedBlog({ posts, comments }));
    const before = await checksums();

    const cursors: number[] = [];
    for (let n = 0; n < kills; n++) {
      await killedAtRandom(file);
      cursors.push(
        await onBlog(
          async ({ db }) => (await db.selectFrom('imports').select('cursor').executeTakeFirst())?.cursor ?? 0,
        ),
      );
    }
    await (await start(file)).exit;
    expect(cursors).toEqual(cursors.toSorted((a, b) => a - b));
    await onBlog(async (blog) => {
      const [result] = await listImports(blog);
      expect(result).toMatchObject({ state: 'done', problems: [], error: null });
      expect(await listImports(blog)).toHaveLength(1);
      const { db } = blog;
      const titles = await db.selectFrom('posts').select('post_title').distinct().execute();
      const rows = await db.selectFrom('posts').select('id').execute();
      expect([titles.length, rows.length]).toEqual([posts, posts]);
      const texts = await db.selectFrom('comments').select('id').execute();
      expect(texts).toHaveLength(comments);
      const { total } = await importItems(blog, result?.id ?? 0, {}, { limit: 1, offset: 0 });
      expect(total).toBe(posts + comments + 6);
      await undoImport(blog, result?.id ?? 0);
    });

    for (let n = 0; n < kills / 2; n++) await killedAtRandom();
    await (await start()).exit;
    await onBlog((blog) => emptyBin(blog, admin));
    expect(await checksums()).toEqual(before);
  });
});
