import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { fillDemo } from '../../demo/fill.ts';
import { readDemoPosts } from '../../demo/posts.ts';
import { readConfig } from '../../src/config.ts';
import { searchPosts } from '../../src/core/posts/search/search.ts';
import { readKeys } from '../../src/core/site/keys.ts';
import { type MoveOutput, moveDatabase } from '../../src/features/backup/commands/move.ts';
import { hashOfAddress, signedId } from '../../src/features/mail/queue/links.ts';
import { suppressionOf } from '../../src/features/mail/store/suppressions.ts';
import { unsubscribe } from '../../src/features/mail/subscribers/subscriptions.ts';
import { derivedTables, sameTables, siteTables } from '../../src/platform/db/catalog.ts';
import { migrate, migrations } from '../../src/platform/db/migrate.ts';
import { type Db, type OpenDatabase, openDatabase } from '../../src/platform/db/open.ts';
import { openDisk } from '../../src/platform/files/disk.ts';
import { openBucket } from '../../src/platform/files/s3.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { openBlog } from '../../src/server/open-blog.ts';
import { seed } from '../../tools/seed.ts';
import { addSubscriber } from '../support/mail-rows.ts';
import { freshDatabase } from '../support/postgres.ts';
import { startS3Server } from '../support/s3-server.ts';
import { commandEnv } from '../support/source-command.ts';

type Place = { dataDir: string; databaseUrl: string | null };

const home = path.resolve(import.meta.dirname, '../..');
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clear of cleanups.splice(0).reverse()) await clear();
});

async function folder(): Promise<Place> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'not-terrible-move-'));
  cleanups.push(() => rm(dataDir, { recursive: true, force: true }));
  return { dataDir, databaseUrl: null };
}

async function emptyPostgres(): Promise<Place & { databaseUrl: string }> {
  const database = await freshDatabase();
  cleanups.push(() => database.drop());
  return { dataDir: '', databaseUrl: database.url };
}

async function withDatabase<Result>(
  place: Place,
  work: (open: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  const open = openDatabase(place);
  try {
    return await work(open);
  } finally {
    await open.db.destroy();
  }
}

const newSite = (place: Place, work: (db: Db) => Promise<void> = async () => {}) =>
  withDatabase(place, async (open) => {
    await migrate(open);
    await work(open.db);
  });

/** Records the output of the command, and can run a function at the start of a stage. */
function recorder(at: Record<string, () => Promise<void> | void> = {}): MoveOutput & { lines: string[] } {
  const lines: string[] = [];
  return {
    lines,
    print: (text) => void lines.push(text),
    stage: (name) => {
      void at[name]?.();
      return () => {};
    },
  };
}

/** Every row of every table of a SQLite site as stored. Reads the tables from SQLite, not from our catalog. */
function dump(place: Place): Promise<Record<string, string[]>> {
  return withDatabase(place, async ({ db }) => {
    const { rows: tables } = await sql<{ name: string }>`
      select name from pragma_table_list where schema = 'main' and type = 'table'`.execute(db);
    const content: Record<string, string[]> = {};
    for (const { name } of tables) {
      // The last one counts changes of this file.
      if (['migrations', 'sqlite_schema', 'content_version'].includes(name)) continue;
      const { rows } = await sql<{ seq?: number }>`select * from ${sql.table(name)}`.execute(db);
      // SQLite also notes tables into which nothing was inserted.
      const kept = name === 'sqlite_sequence' ? rows.filter(({ seq }) => seq !== 0) : rows;
      content[name] = kept.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
    }
    return content;
  });
}

/** Moves to PostgreSQL and back into another folder. */
async function roundTrip(source: Place): Promise<{ postgres: Place; back: Place }> {
  const postgres = await emptyPostgres();
  const back = await folder();
  await moveDatabase(source, postgres, recorder());
  await moveDatabase(postgres, back, recorder());
  return { postgres, back };
}

test('every table is either copied or derived from others', async () => {
  const found: Record<string, Awaited<ReturnType<typeof siteTables>>> = {};
  for (const place of [await folder(), await emptyPostgres()])
    await newSite(place, async () => {
      await withDatabase(place, async ({ db, dialect }) => {
        const tables = await siteTables(db, dialect);
        found[dialect.kind] = tables;
        const { rows } = await dialect.tables.execute(db);
        // SQLite keeps its search indexes in tables of its own.
        const all = rows.map(({ name }) => name).filter((name) => !/^(search_words|post_grams)_/.test(name));
        // What visitors of the day are recognized by stays behind.
        const ofTheDay = dialect.kind === 'postgres' ? ['readers', 'salts', 'visitors'] : [];
        const known = [
          ...tables.map(({ name }) => name),
          ...derivedTables,
          ...ofTheDay.map((name) => `statistics_${name}`),
          'migrations',
          ...(dialect.kind === 'sqlite' ? ['content_version'] : []),
        ];
        expect(known.toSorted()).toEqual(all.toSorted());
        expect(tables.find(({ name }) => name === 'listings')).toMatchObject({
          key: ['kind', 'name', 'post_date', 'post_id'],
          identity: null,
        });
        expect(tables.find(({ name }) => name === 'posts')).toMatchObject({ key: ['id'], identity: 'id' });
      });
    });
  const posts = sameTables(found.sqlite ?? [], found.postgres ?? []).find(({ name }) => name === 'posts');
  expect(posts?.columns.find(({ name }) => name === 'post_date')?.kind).toBe('date');
});

test('a row of every table is unchanged after a round trip', async () => {
  const source = await folder();
  await newSite(source, async (db) => {
    await withDatabase(source, async ({ dialect }) => {
      for (const { name } of await siteTables(db, dialect)) {
        const { rows: columns } = await sql<{ name: string; type: string; date: number }>`
          select name, lower(type) as type, name like '%date%' or name in ('at', 'last_seen', 'expires', 'token_expires', 'changed', 'confirmed', 'last_used', 'unused_until', 'paused_until', 'next_run', 'last_look', 'next_look') as date
          from pragma_table_info(${name})`.execute(db);
        const values = columns.map((column) => {
          if (column.name === 'kind' && ['posts', 'drafts'].includes(name)) return 'post';
          // What checks of the database allow.
          const allowed = {
            jobs: { outcome: 'done' },
            imports: { state: 'done' },
            drafts: { state: 'bin' },
            import_items: { outcome: 'kept' },
            reactions: { kind: 'like' },
            people: { state: 'trusted' },
            comment_blocks: { kind: 'word' },
            announcements: { kind: 'post' },
            fediverse_objects: { kind: 'post' },
            sent_mentions: { state: 'sent' },
            subscribers: { frequency: 'weekly', source: 'form' },
            mail_tokens: { purpose: 'subscribe' },
            mails: { kind: 'test', state: 'sent' },
            mail_suppressions: { reason: 'bounced' },
          } as Record<string, Record<string, string>>;
          const value = allowed[name]?.[column.name];
          if (value) return value;
          // Always an earlier comment.
          if (column.name === 'parent_id') return null;
          // At most one target.
          if (name === 'redirects' && ['post_id', 'tag', 'category_id', 'image'].includes(column.name))
            return null;
          if (column.type === 'text')
            return column.date ? '2026-02-03T04:05:06.789Z' : `it's "ünï" ${column.name} 🙂`;
          if (column.type === 'blob') return new Uint8Array([0, 255, 10]);
          return column.type === 'real' ? 0.1 : 1;
        });
        await sql`insert or ignore into ${sql.table(name)} values (${sql.join(values)})`.execute(db);
      }
    });
  });
  const before = await dump(source);
  expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);
  const { back } = await roundTrip(source);
  expect(await dump(back)).toEqual(before);
});

test('the demo is unchanged after a round trip, its search works, new rows get new ids, and links in mails work', {
  timeout: 60_000,
}, async () => {
  const source = await folder();
  const log = createLog('error');
  const { blog } = await openBlog(readConfig({ DATA_DIR: source.dataDir }), log);
  const few = readDemoPosts().map((post, index) => ({
    ...post,
    images: post.images.slice(0, index < 2 ? 1 : 0),
  }));
  await fillDemo(blog, { posts: few });
  // Ids of deleted rows are not used again.
  const newest = await blog.db
    .insertInto('tags')
    .values({ tag_name: 'gone', display_name: 'Gone', name_key: 'gone' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await blog.db.deleteFrom('tags').where('id', '=', newest.id).execute();
  const left = await addSubscriber(blog.db, 'left@example.org');
  await unsubscribe(blog, signedId(blog, 'subscriber', left));
  const link = signedId(blog, 'subscriber', await addSubscriber(blog.db, 'reader@example.org'));
  const search = (db: Db) => searchPosts({ ...blog, db }, 'the', { limit: 20, offset: 0 });
  const found = await search(blog.db);
  expect(found.total).toBeGreaterThan(5);
  await blog.db.destroy();

  const before = await dump(source);
  const { postgres, back } = await roundTrip(source);
  expect(await dump(back)).toEqual(before);
  for (const place of [postgres, back])
    await withDatabase(place, async (open) => {
      expect(await migrate(open)).toEqual([]);
      expect((await search(open.db)).total).toBe(found.total);
      const tag = await open.db
        .insertInto('tags')
        .values({ tag_name: 'new', display_name: 'New', name_key: 'new' })
        .returning('id')
        .executeTakeFirstOrThrow();
      expect(tag.id).toBe(newest.id + 1);
      // Links in old mails work, and who unsubscribed is still known.
      const moved = { ...blog, db: open.db, keys: await readKeys(open.db) };
      expect(await unsubscribe(moved, link)).toBe(true);
      for (const address of ['left@example.org', 'reader@example.org'])
        expect(await suppressionOf(open.db, [hashOfAddress(moved, address)])).toMatchObject({
          reason: 'unsubscribed',
        });
    });
});

type Ended = { code: number | null; output: string };

function run(
  args: string[],
  env: Record<string, string> = {},
): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [path.join(home, 'src/commands/cli.ts'), 'move', ...args], {
    cwd: tmpdir(),
    env: { ...commandEnv(), ...env },
    timeout: 120_000,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  return { child, ended: once(child, 'close').then(([code]) => ({ code, output })) };
}

async function query<Row>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows as Row[];
  } finally {
    await client.end();
  }
}

/** Kills the command when some of the posts have been copied. */
async function killHalfWay(child: ChildProcess, ended: Promise<Ended>, url: string): Promise<void> {
  let over = false;
  void ended.then(() => {
    over = true;
  });
  for (;;) {
    if (over) throw new Error(`The move ended before it could be killed: ${(await ended).output}`);
    const rows = await query<{ value: string }>(
      url,
      `select value from move_progress where name = 'table:posts'`,
    ).catch(() => []);
    if (rows[0]) break;
    await sleep(10);
  }
  child.kill('SIGKILL');
  await ended;
}

test('a move of ten thousand posts that was killed blocks the target, resumes, and is complete', {
  timeout: 300_000,
}, async () => {
  const source = await folder();
  await newSite(source, (db) => seed(db, { posts: 10_000, comments: 1_000 }));
  const before = await dump(source);
  const postgres = await emptyPostgres();
  const args = ['--from', source.dataDir, '--to', postgres.databaseUrl];
  const first = run(args);
  await killHalfWay(first.child, first.ended, postgres.databaseUrl);

  const [half] = await query<{ posts: number }>(
    postgres.databaseUrl,
    'select count(*)::int as posts from posts',
  );
  expect(half?.posts).toBeGreaterThan(0);
  expect(half?.posts).toBeLessThan(10_000);
  await expect(withDatabase(postgres, (open) => migrate(open))).rejects.toThrow(/was interrupted/);
  // The transaction id of a row shows whether it is copied again.
  const marks = await query<{ mark: string }>(
    postgres.databaseUrl,
    'select xmin::text as mark from posts where id = 1',
  );

  const second = await run(args).ended;
  expect(second).toMatchObject({
    code: 0,
    output: expect.stringMatching(/ rows of \d+ tables are the same in both\./),
  });
  expect(await query(postgres.databaseUrl, 'select xmin::text as mark from posts where id = 1')).toEqual(
    marks,
  );
  expect(await withDatabase(postgres, (open) => migrate(open))).toEqual([]);

  const back = await folder();
  expect(await run(['--to', back.dataDir], { DATABASE_URL: postgres.databaseUrl }).ended).toMatchObject({
    code: 0,
  });
  expect(await dump(back)).toEqual(before);
});

test('a source that changes during the move is reported, and the next move starts again', async () => {
  const [source, target] = [await folder(), await folder()];
  await newSite(source, (db) => seed(db, { posts: 20, comments: 0 }));
  const other = openDatabase(source);
  cleanups.push(() => other.db.destroy());
  await other.db.selectFrom('posts').select('id').execute();
  const change = () =>
    void other.db.updateTable('posts').set({ post_title: 'changed' }).where('id', '=', 3).execute();
  const recorded = recorder({ Comparing: change });
  await expect(moveDatabase(source, target, recorded)).rejects.toThrow(
    /^The source changed during the move \(posts\)/,
  );
  expect(recorded.lines).toContainEqual(expect.stringMatching(/^A site is using the source right now/));
  await expect(withDatabase(target, (open) => migrate(open))).rejects.toThrow(/was interrupted/);

  await moveDatabase(source, target, recorder());
  expect(await dump(target)).toEqual(await dump(source));
});

test('a row that differs after the move is reported', async () => {
  const [source, target] = [await folder(), await folder()];
  await newSite(source, (db) => seed(db, { posts: 3, comments: 0 }));
  const corrupt = () =>
    void withDatabase(target, ({ db }) =>
      db.updateTable('posts').set({ description: 'x' }).where('id', '=', 2).execute(),
    );
  await expect(moveDatabase(source, target, recorder({ Search: corrupt }))).rejects.toThrow(
    /^After the move, posts differ/,
  );
});

test('a target that is not empty, and a database of another program or version, is refused and unchanged', {
  timeout: 60_000,
}, async () => {
  const source = await folder();
  await newSite(source, (db) => seed(db, { posts: 2, comments: 0 }));
  const used = await folder();
  await newSite(used, async (db) => {
    await db.insertInto('settings').values({ name: 'site', value: 'mine' }).execute();
  });
  const before = await dump(used);
  expect(await run(['--from', source.dataDir, '--to', used.dataDir]).ended).toMatchObject({
    code: 1,
    output: expect.stringMatching(
      /is not empty: it has rows in "settings"\. Move into an empty database\.\n$/,
    ),
  });
  expect(await dump(used)).toEqual(before);

  const foreign = await emptyPostgres();
  await query(foreign.databaseUrl, 'create table letters (id integer)');
  await expect(moveDatabase(source, foreign, recorder())).rejects.toThrow(/belongs to another program/);
  await expect(moveDatabase(foreign, await folder(), recorder())).rejects.toThrow(
    /does not contain a Not Terrible site/,
  );

  const older = await folder();
  await withDatabase(older, (open) => migrate(open, migrations.slice(0, -1)));
  await expect(moveDatabase(older, await folder(), recorder())).rejects.toThrow(
    /was written by another version of Not Terrible\. Start this version once/,
  );
  // A database that was migrated but has no rows counts as empty.
  const prepared = await emptyPostgres();
  await newSite(prepared);
  await moveDatabase(source, prepared, recorder());
});

test('a database in use by a site is detected', async () => {
  for (const place of [await folder(), await emptyPostgres()]) {
    await newSite(place);
    const isInUse = () => withDatabase(place, (open) => open.isInUse());
    expect(await isInUse()).toBe(false);
    const site = openDatabase(place);
    await site.db.selectFrom('posts').select('id').execute();
    expect(await isInUse()).toBe(true);
    await site.db.destroy();
    expect(await isInUse()).toBe(false);
  }
});

test('the command moves images into the bucket configured by the environment', {
  timeout: 60_000,
}, async () => {
  const s3 = await startS3Server();
  cleanups.push(() => s3.close());
  const source = await folder();
  await (await openDisk(path.join(source.dataDir, 'images'))).write(
    'ab/cd.webp',
    Buffer.from('picture'),
    'image/webp',
  );
  const ended = await run(['--images-to', 's3'], {
    DATA_DIR: source.dataDir,
    S3_BUCKET: s3.bucket.bucket,
    S3_ENDPOINT: s3.bucket.endpoint,
    S3_REGION: s3.bucket.region,
    S3_ACCESS_KEY_ID: s3.bucket.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.bucket.secretAccessKey,
  }).ended;
  expect(ended).toMatchObject({ code: 0, output: expect.stringContaining('1 files with 0 MB are the same') });
  expect(await openBucket(s3.bucket).stat('ab/cd.webp')).toMatchObject({ size: 7, type: 'image/webp' });
});

test.each([
  [2, [], /^Usage: npm run move/],
  [
    1,
    ['--images-to', 's3'],
    /^Set S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY to use a bucket\.\n$/,
  ],
  [1, ['--to', 'mysql://here'], /^--to must be a data folder, or look like postgres:/],
  [1, ['--to', 'x', '--from', '/nowhere'], /^There is no site in \/nowhere: it has no blog\.sqlite\.\n$/],
])('exits with %i for %j and explains what is missing', async (code, args, words) => {
  expect(await run(args).ended).toEqual({ code, output: expect.stringMatching(words) });
});
