import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fillDemo } from '../../demo/fill.ts';
import { readDemoPosts } from '../../demo/posts.ts';
import { readConfig } from '../../src/config.ts';
import { createSiteImport, importItems, importOf } from '../../src/features/import/imports.ts';
import { copySite } from '../../src/features/publish/copy-site.ts';
import { folderTarget } from '../../src/features/publish/targets/folder.ts';
import { jobKinds } from '../../src/modules/jobs.ts';
import type { Blog } from '../../src/platform/blog.ts';
import { runDueJobs } from '../../src/platform/jobs/run-jobs.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { openBlog } from '../../src/server/open-blog.ts';
import { migratedDatabase } from '../support/databases.ts';
import { admin } from '../support/memory-blog.ts';
import { serveFolder } from '../support/static-server.ts';

async function opened(env: Record<string, string> = {}): Promise<Blog> {
  const temporary = await migratedDatabase('sqlite');
  const config = readConfig({ DATA_DIR: temporary.config.dataDir, ...env });
  const { blog } = await openBlog(config, createLog('silent'));
  onTestFinished(async () => {
    await blog.db.destroy();
    await temporary.dispose();
  });
  return blog;
}

test('the published copy of a site of ours is imported from its URL alone, with equal texts', {
  timeout: 120_000,
}, async () => {
  const folder = path.join(await mkdtemp(path.join(tmpdir(), 'not-terrible-copy-')), 'copy');
  const served = await serveFolder(folder);
  onTestFinished(async () => {
    served.close();
    await rm(path.dirname(folder), { recursive: true, force: true });
  });
  const ours = await opened({ SITE_URL: served.url });
  await fillDemo(ours, {
    posts: readDemoPosts()
      .slice(0, 8)
      .map((post) => ({ ...post, images: [] })),
  });
  await copySite(ours, folderTarget(folder));

  const blog = await opened({ OUTGOING_STRANGERS: '127.0.0.1' });
  const { id } = await createSiteImport(blog, admin, served.url, false);
  await runDueJobs(blog, new AbortController().signal, jobKinds);
  expect(await importOf(blog, id)).toMatchObject({ state: 'done', problems: [], error: null });

  const posts = async ({ db }: Blog) => {
    const rows = await db
      .selectFrom('posts')
      .select(['kind', 'post_title', 'post_content', 'post_date'])
      .where('active', '=', 1)
      .where('kind', '=', 'post')
      .orderBy('post_title')
      .execute();
    return rows.map(({ post_content, ...row }) => ({ ...row, text: words(post_content) }));
  };
  const [before, after] = [await posts(ours), await posts(blog)];
  expect(before.length).toBeGreaterThan(4);
  expect(after).toEqual(before);
  const { items } = await importItems(blog, id, { outcome: 'remark' }, { limit: 100, offset: 0 });
  expect(items.flatMap(({ reasons }) => reasons.filter((reason) => reason.includes('text differs')))).toEqual(
    [],
  );
});

/** What readers see, white space aside. */
const words = (html: string): string =>
  html
    .replace(/<[^<>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
