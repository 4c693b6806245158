import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { emptyBin } from '../../src/core/posts/bin/bin.ts';
import { addImages } from '../../src/core/posts/images/post-images.ts';
import { createPost } from '../../src/core/posts/write-posts.ts';
import { createImport, importOf, undoImport } from '../../src/features/import/imports.ts';
import { jobKinds } from '../../src/modules/jobs.ts';
import type { Blog } from '../../src/platform/blog.ts';
import { siteTables } from '../../src/platform/db/catalog.ts';
import { dialectOf } from '../../src/platform/db/dialect.ts';
import { checksumOf } from '../../src/platform/db/table-rows.ts';
import { runDueJobs } from '../../src/platform/jobs/run-jobs.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { openBlog } from '../../src/server/open-blog.ts';
import { migratedDatabase, onEachDatabase, type TemporaryDatabase } from '../support/databases.ts';
import { admin } from '../support/memory-blog.ts';

const png = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 500, height: 400, channels: 3, background } })
    .png()
    .toBuffer();
const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const content = [
  'posts',
  'images',
  'text_images',
  'redirects',
  'import_images',
  'import_image_uses',
  'hidden_files',
];

onEachDatabase('a whole import with images', (kind) => {
  let temporary: TemporaryDatabase;
  let blog: Blog;
  let folder: string;
  let server: Server;

  beforeEach(async () => {
    const far = await png('#c33');
    server = createServer((request, response) => {
      if (request.url === '/far.png') response.end(far);
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    temporary = await migratedDatabase(kind);
    folder = await mkdtemp(path.join(tmpdir(), 'not-terrible-source-'));
    const { dataDir, databaseUrl } = temporary.config;
    const config = readConfig({
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl ?? '',
      OUTGOING_STRANGERS: '127.0.0.1',
    });
    ({ blog } = await openBlog(config, createLog('silent')));
  });
  afterEach(async () => {
    server.close();
    await blog.db.destroy();
    await temporary.dispose();
    await rm(folder, { recursive: true });
  });

  const run = () => runDueJobs(blog, new AbortController().signal, jobKinds);
  const checksums = async () => {
    const sums: Record<string, string> = {};
    for (const table of await siteTables(blog.db, dialectOf(blog.db)))
      if (content.includes(table.name)) sums[table.name] = (await checksumOf(blog.db, table)).sum;
    return sums;
  };
  const storedHashes = async () => {
    const names = await readdir(path.join(temporary.config.dataDir, 'images'), { recursive: true });
    return new Set(names.flatMap((name) => /[0-9a-f]{64}/.exec(name)?.[0] ?? []));
  };

  test('shows all images, and undo leaves tables and files as they were once the bin is emptied', async () => {
    const [shared, near] = [await png('#3c3'), await png('#33c')];
    const far = hashOf(await png('#c33'));
    const own = await createPost(blog, { post_title: 'Own', post_content: '<p>Mine.</p>', active: true });
    const file = path.join(folder, 'shared.png');
    await writeFile(file, shared);
    await addImages(blog, own.id, [{ path: file, sha256: hashOf(shared) }]);
    await rm(file);
    const before = await checksums();

    const remote = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await mkdir(path.join(folder, 'posts'));
    await writeFile(path.join(folder, 'posts', 'shared.png'), shared);
    await writeFile(path.join(folder, 'posts', 'near.png'), near);
    for (let n = 1; n <= 3; n++)
      await writeFile(
        path.join(folder, 'posts', `tea-${n}.md`),
        `---\ntitle: Tea ${n}\ndate: 2010-04-0${n}\n---\n\nWords ![A cup](near.png) and ![](shared.png) and ![Far](${remote}/far.png) and ![](${remote}/lost.png)\n`,
      );
    const { id } = await createImport(blog, admin, { path: folder, name: 'site' }, false);
    await run();
    expect((await importOf(blog, id)).images).toEqual({ waiting: 0, fetched: 1, lost: 1 });
    const posts = await blog.db
      .selectFrom('posts')
      .select(['id', 'post_content', 'shown_html', 'card_html'])
      .where('id', '<>', own.id)
      .execute();
    expect(posts).toHaveLength(3);
    for (const post of posts) {
      for (const hash of [hashOf(near), hashOf(shared), far]) expect(post.post_content).toContain(hash);
      expect(post.post_content).toContain(`${remote}/lost.png`);
      expect(post.shown_html ?? post.post_content).toContain('srcset');
    }
    expect(await storedHashes()).toEqual(new Set([hashOf(near), hashOf(shared), far]));

    await undoImport(blog, id);
    await run();
    expect((await importOf(blog, id)).state).toBe('undone');
    await emptyBin(blog, admin);
    expect(await checksums()).toEqual(before);
    expect(await storedHashes()).toEqual(new Set([hashOf(shared)]));
  });
});
