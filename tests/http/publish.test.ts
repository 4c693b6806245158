import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { restorePost } from '../../src/core/posts/bin/restore.ts';
import { changePosts } from '../../src/core/posts/change-posts.ts';
import { attachTag } from '../../src/core/posts/terms/store/tags.ts';
import { changePost, createPost, removePost, setStatus } from '../../src/core/posts/write-posts.ts';
import { changeSite } from '../../src/core/site/site.ts';
import { importTag } from '../../src/core/taxonomy/imported-terms.ts';
import { sharePreview } from '../../src/core/writing/previews.ts';
import { insertComments } from '../../src/features/import/store/imported-comments.ts';
import { publishJob, siteChanged } from '../../src/features/publish/changes.ts';
import { publishJobs } from '../../src/features/publish/jobs.ts';
import { countPublished } from '../../src/features/publish/store.ts';
import { bucketTarget } from '../../src/features/publish/targets/bucket.ts';
import { folderTarget } from '../../src/features/publish/targets/folder.ts';
import { differences } from '../../src/features/publish/verify.ts';
import { type Blog, itself } from '../../src/platform/blog.ts';
import { everythingTag } from '../../src/platform/http/cache/reads.ts';
import { pageSourcePart } from '../../src/platform/http/pages/page-source.ts';
import type { Viewer } from '../../src/platform/http/viewer.ts';
import { runNextJob } from '../../src/platform/jobs/run-jobs.ts';
import { jobsOfKind } from '../../src/platform/jobs/store.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { openBlog } from '../../src/server/open-blog.ts';
import { migratedDatabase, type TemporaryDatabase } from '../support/databases.ts';
import { startS3Server } from '../support/s3-server.ts';

let temporary: TemporaryDatabase;
let blog: Blog;
let folder: string;

beforeAll(async () => {
  temporary = await migratedDatabase('sqlite');
  folder = path.join(await mkdtemp(path.join(tmpdir(), 'not-terrible-publish-')), 'site');
  const log = createLog('warn');
  const env = {
    DATA_DIR: temporary.config.dataDir,
    SITE_URL: 'https://blog.example.org',
    PUBLISH_TO: folder,
  };
  ({ blog } = await openBlog(readConfig(env), log));
  // As the server does.
  blog.changed = ({ touches, everyPage }) =>
    void pending.push(siteChanged(blog, everyPage ? [everythingTag] : touches));
  const open = pageSourcePart.of(blog);
  const recording = pageSourcePart.with(async (given, live) => {
    const source = await open(given, live);
    return {
      ...source,
      get: (page, options) => {
        asked(page);
        return source.get(page, options);
      },
    };
  });
  blog.parts = { ...blog.parts, ...recording };
  for (let number = 1; number <= 12; number++) await add(`Post ${number}`);
  await publishing(new AbortController().signal);
});
afterAll(async () => {
  await blog?.db.destroy();
  if (folder) await rm(path.dirname(folder), { recursive: true, force: true });
  await temporary?.dispose();
});

const pending: Promise<void>[] = [];
/** Called for each page before it is rendered. */
let asked: (page: string) => void = () => {};
const add = (post_title: string, input = {}) =>
  createPost(blog, { post_title, post_content: `<p>About ${post_title}.</p>`, active: true, ...input });

/** Runs the job until nothing is due. */
async function publishing(signal = new AbortController().signal): Promise<void> {
  await Promise.all(pending.splice(0));
  while (await runNextJob({ ...blog, actor: itself }, signal, publishJobs)) {
    const [job] = await jobsOfKind(blog.db, publishJob, 1);
    expect(job?.error ?? null).toBeNull();
    if (signal.aborted) return;
  }
}

const store = () => folderTarget(folder);
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');

/** The inode of each file: a file that is written again is another one. */
async function inodes(): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for await (const file of store().list()) found.set(file, statSync(path.join(folder, file)).ino);
  return found;
}

/** The files that a change writes or removes. */
async function writtenBy(change: () => Promise<unknown>): Promise<string[]> {
  const before = await inodes();
  await change();
  await publishing();
  const after = await inodes();
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((file) => before.get(file) !== after.get(file))
    .sort();
}

test('the first round writes the site, its texts compressed as well', async () => {
  expect(await differences(blog, store())).toEqual([]);
  expect(read('post/post-1/index.html')).toContain('About Post 1.');
  const compressed = readFileSync(path.join(folder, 'post/post-1/index.html.br'));
  expect(brotliDecompressSync(compressed).toString()).toBe(read('post/post-1/index.html'));
  expect(statSync(path.join(folder, 'index.html')).mode & 0o777).toBe(0o644);
  expect(await countPublished(blog.db)).toMatchObject({ waiting: 0 });
});

test.each([
  [
    'the next file',
    'due < 2 order by due, rank desc, id limit 1',
    'SEARCH published USING INDEX published_due (due<?)',
  ],
  ['redirects', 'status > 200 order by path', 'SCAN published USING INDEX published_redirects'],
])('%s can be read without looking at every file', async (_, condition, plan) => {
  const { rows } = await sql<{ detail: string }>`explain query plan
    select path, location from published where ${sql.raw(condition)}`.execute(blog.db);
  expect(rows.map(({ detail }) => detail)).toEqual([plan]);
});

test('a check notices a compressed file that is not what it was made from', async () => {
  const compressed = path.join(folder, 'post/post-1/index.html.gz');
  const before = readFileSync(compressed);
  writeFileSync(compressed, gzipSync('An earlier text'));
  expect(await differences(blog, store())).toEqual(['post/post-1/index.html differs']);
  writeFileSync(compressed, before);
  expect(await differences(blog, store())).toEqual([]);
});

test('a changed post writes its files and the lists that show it, and no other', async () => {
  const [first] = await blog.db.selectFrom('posts').select('id').orderBy('id').limit(1).execute();
  const cards: string[] = [];
  asked = (page) => page.startsWith('/card/') && cards.push(page);
  const written = await writtenBy(() =>
    changePost(blog, first?.id ?? 0, { post_content: '<p>Other words.</p>' }),
  );
  asked = () => {};
  // Not drawn again.
  expect(cards).toEqual([`/card/${first?.id}-${'0'.repeat(16)}.png`]);
  expect(written).toEqual([
    'atom.xml',
    'feed.json',
    'feed.xml',
    'page/2/index.html',
    'post/post-1.md',
    'post/post-1/index.html',
    'sitemap.xml',
  ]);
  expect(await writtenBy(async () => siteChanged(blog, [everythingTag]))).toEqual([]);
});

test('a list has its feed in one format, which other formats lead to', async () => {
  const { id } = await add('Tagged', { tags: ['sea'] });
  await publishing();
  const written = await writtenBy(() => changePost(blog, id, { post_content: '<p>Other words.</p>' }));
  expect(written.filter((file) => file.startsWith('tag/'))).toEqual([
    'tag/sea/feed.xml',
    'tag/sea/index.html',
  ]);
  expect(read('_redirects')).toContain('/tag/:name/atom.xml /tag/:name/feed.xml 301\n');
  await removePost(blog, id);
});

test('a former URL leads on, and a deleted post is gone until it is restored', async () => {
  const { id } = await add('Moving');
  await publishing();
  await changePost(blog, id, { post_title_web: 'moved' });
  await publishing();
  expect(read('post/moving/index.html')).toContain('url=/post/moved');
  expect(read('_redirects')).toMatch(/^\/post\/moving \/post\/moved 301\n/);
  await removePost(blog, id);
  await publishing();
  expect(existsSync(path.join(folder, 'post/moved'))).toBe(false);
  expect(read('redirects.map')).toMatch(/^"\/post\/moved" "";\n"\/post\/moving" "";\n/);
  expect(await differences(blog, store())).toEqual([]);
  await restorePost(blog, id);
  await publishing();
  expect(read('post/moved/index.html')).toContain('About Moving.');
  expect(await differences(blog, store())).toEqual([]);
});

test('after an interruption the next run continues', async () => {
  await changeSite(blog, { site_name: 'Interrupted' });
  const stop = new AbortController();
  asked = (page) => page === '/post/post-6' && stop.abort();
  await publishing(stop.signal);
  asked = () => {};
  expect(read('index.html')).toContain('Interrupted');
  expect(read('post/post-1/index.html')).not.toContain('Interrupted');
  expect((await countPublished(blog.db)).waiting).toBeGreaterThan(0);
  await publishing();
  expect(await differences(blog, store())).toEqual([]);
});

test('after random changes the store has what the site has, and never what is not public', async () => {
  const secret = 'canary-of-private-words';
  const hidden = { post_content: `<p>${secret}</p>` };
  await add('Draft', { ...hidden, active: false });
  const scheduled_date = new Date(Date.now() + 86_400_000).toISOString();
  await add('Scheduled', { ...hidden, active: false, scheduled_date });
  const binned = await add('Binned', { ...hidden, active: false });
  await sharePreview(blog, { admin: true, userId: 1 } as Viewer, binned.id, { days: 7, remarks: true });
  await removePost(blog, binned.id);
  const random = seeded(7);
  const pick = async () => {
    const rows = await blog.db
      .selectFrom('posts')
      .select('id')
      .where('post_content', 'not like', `%${secret}%`)
      .execute();
    return rows[Math.floor(random() * rows.length)]?.id ?? 0;
  };
  let number = 0;
  const changes = [
    () => add(`New ${++number}`),
    async () => changePost(blog, await pick(), { post_content: `<p>Words ${++number}.</p>` }),
    async () => changePost(blog, await pick(), { post_title: `Title ${++number}` }),
    async () => changePost(blog, await pick(), { post_title_web: `name-${++number}` }),
    async () => setStatus(blog, await pick(), random() < 0.5),
    async () => removePost(blog, await pick()),
    async () => changeSite(blog, { tagline: `Tagline ${++number}` }),
    async () => {
      const id = await pick();
      await changePosts(blog, async (tx) => {
        const tag = await importTag(tx, { name: `tag ${++number % 3}` }, { form: 'unicode', language: 'en' });
        if (tag) await attachTag(tx, id, tag);
        return { result: undefined, activity: [] };
      });
    },
    async () => {
      const comment = {
        post_id: await pick(),
        user_name: 'Ada',
        author_url: null,
        source: 'import',
        parent: null,
        user_id: null,
        comment_text: `Comment ${++number}`,
        date_added: new Date().toISOString(),
        approved: true,
      } as const;
      await changePosts(blog, async (tx) => ({ result: await insertComments(tx, [comment]), activity: [] }));
    },
  ];
  for (let step = 0; step < 12; step++) {
    await changes[Math.floor(random() * changes.length)]?.();
    if (random() < 0.5) await publishing();
  }
  await publishing();
  expect(await differences(blog, store())).toEqual([]);
  for await (const file of store().list()) expect([file, read(file).includes(secret)]).toEqual([file, false]);
});

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

test('what was public once leaves the store with the run that follows', async () => {
  const secret = 'canary-of-former-words';
  const title = (number: number) => `${secret} ${number}`;
  const posts = [];
  for (let number = 0; number < 3; number++)
    posts.push(await add(title(number), { post_content: `<p>${secret}</p>` }));
  await publishing();
  const everywhere = async () => {
    const names = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = names
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => path.join(parentPath, name));
    return files.filter((file) => file.includes(secret) || unpacked(file).includes(secret));
  };
  expect((await everywhere()).length).toBeGreaterThan(9);
  const [unpublished, binned, scheduled] = posts.map(({ id }) => id);
  await setStatus(blog, unpublished ?? 0, false);
  await removePost(blog, binned ?? 0);
  const scheduled_date = new Date(Date.now() + 86_400_000).toISOString();
  await changePost(blog, scheduled ?? 0, { active: false, scheduled_date });
  await publishing();
  // That a deleted post is gone is public, and so is its former URL.
  const left = (await everywhere()).map((file) => path.relative(folder, file).replace(/\.(?:br|gz)$/, ''));
  expect([...new Set(left)].sort()).toEqual(['_redirects', 'redirects.map']);
  expect(
    read('_redirects')
      .split('\n')
      .filter((line) => line.includes(secret)),
  ).toEqual([`/post/${secret}-1 /404.html 410`]);
  expect(await differences(blog, store())).toEqual([]);
}, 60_000);

const unpacked = (file: string): string => {
  const bytes = readFileSync(file);
  return (
    file.endsWith('.br') ? brotliDecompressSync(bytes) : file.endsWith('.gz') ? gunzipSync(bytes) : bytes
  ).toString();
};

test('a bucket has types, cache headers and redirects', async () => {
  const server = await startS3Server();
  try {
    const bucket = bucketTarget(server.bucket, 'blog/');
    await bucket.write('a/index.html', ['<p>'], { type: 'text/html; charset=utf-8', redirect: '/b' });
    await bucket.write('images/a.webp', [Buffer.from('image')], {
      type: 'image/webp',
      cacheControl: 'public, max-age=1',
    });
    expect(server.objects.get('blog/a/index.html')?.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, no-cache',
      'x-amz-website-redirect-location': '/b',
    });
    expect(server.objects.get('blog/images/a.webp')).toMatchObject({
      bytes: Buffer.from('image'),
      headers: { 'content-type': 'image/webp', 'cache-control': 'public, max-age=1' },
    });
    expect((await Array.fromAsync(bucket.list())).sort()).toEqual(['a/index.html', 'images/a.webp']);
    await bucket.remove('a/index.html');
    expect(await bucket.read('a/index.html')).toBeNull();
  } finally {
    await server.close();
  }
});
