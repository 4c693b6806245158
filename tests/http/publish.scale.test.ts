import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { changePost } from '../../src/core/posts/write-posts.ts';
import { siteChanged } from '../../src/features/publish/changes.ts';
import { publishJobs } from '../../src/features/publish/jobs.ts';
import { countPublished } from '../../src/features/publish/store.ts';
import { folderTarget } from '../../src/features/publish/targets/folder.ts';
import { itself } from '../../src/platform/blog.ts';
import { everythingTag } from '../../src/platform/http/cache/reads.ts';
import { runNextJob } from '../../src/platform/jobs/run-jobs.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { openBlog } from '../../src/server/open-blog.ts';
import { seed } from '../../tools/seed.ts';
import { migratedDatabase } from '../support/databases.ts';

/** Most of the time goes into the social card of each post. */
const posts = 300;

test('the change of one post among many writes its own files and those of its lists', {
  timeout: 1_800_000,
}, async () => {
  const temporary = await migratedDatabase('sqlite');
  const folder = await mkdtemp(path.join(tmpdir(), 'not-terrible-publish-'));
  const log = createLog('warn');
  const env = {
    DATA_DIR: temporary.config.dataDir,
    SITE_URL: 'https://blog.example.org',
    PUBLISH_TO: path.join(folder, 'site'),
  };
  const { blog } = await openBlog(readConfig(env), log);
  const store = folderTarget(path.join(folder, 'site'));
  const publishing = async () => {
    const acting = { ...blog, actor: itself };
    while (await runNextJob(acting, new AbortController().signal, publishJobs));
  };
  const inodes = async () => {
    const found = new Map<string, number>();
    for await (const file of store.list()) found.set(file, statSync(path.join(folder, 'site', file)).ino);
    return found;
  };
  try {
    await seed(blog.db, { posts, comments: 0, tags: 100 });
    await siteChanged(blog, [everythingTag]);
    await publishing();
    expect((await countPublished(blog.db)).waiting).toBe(0);
    const ids = await blog.db
      .selectFrom('posts')
      .select('id')
      .where('active', '=', 1)
      .orderBy('id')
      .execute();
    for (let step = 0; step < 20; step++) {
      const { id = 0 } = ids[Math.floor((step / 20) * ids.length)] ?? {};
      const before = await inodes();
      await changePost(blog, id, { post_content: `<p>Other words, number ${step}.</p>` });
      await publishing();
      const after = await inodes();
      const written = [...after.keys()].filter((file) => before.get(file) !== after.get(file));
      const lists = await blog.db
        .selectFrom('listings')
        .select('name')
        .where('post_id', '=', id)
        .where('kind', 'in', ['all', 'category', 'tag'])
        .execute();
      // The page, its Markdown and the sitemap; of each list a page, and a feed while the post is among the newest, three of all.
      expect(written.length).toBeGreaterThan(1);
      expect(written.length, written.join(' ')).toBeLessThanOrEqual(5 + 2 * lists.length);
    }
  } finally {
    await blog.db.destroy();
    await temporary.dispose();
    await rm(folder, { recursive: true, force: true });
  }
});
