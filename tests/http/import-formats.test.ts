import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { textDifference } from '../../src/features/import/content/compare-text.ts';
import { loadReader } from '../../src/features/import/formats/readers.ts';
import { createImport, importOf } from '../../src/features/import/imports.ts';
import { jobKinds } from '../../src/modules/jobs.ts';
import type { Blog } from '../../src/platform/blog.ts';
import { siteTables } from '../../src/platform/db/catalog.ts';
import { dialectOf } from '../../src/platform/db/dialect.ts';
import { checksumOf } from '../../src/platform/db/table-rows.ts';
import { runDueJobs } from '../../src/platform/jobs/run-jobs.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { openBlog } from '../../src/server/open-blog.ts';
import { migratedDatabase, onEachDatabase, type TemporaryDatabase } from '../support/databases.ts';
import { postsOf, readSample, samples } from '../support/import-sample.ts';
import { admin } from '../support/memory-blog.ts';
import { startSite } from '../support/site.ts';

const formats: [sample: string, format: string][] = [
  ['hugo', 'markdown'],
  ['jekyll', 'markdown'],
  ['eleventy', 'markdown'],
  ['zola', 'markdown'],
  ['notes', 'markdown'],
  ['micro-blog', 'markdown'],
  ['bear.csv', 'markdown'],
  ['ghost', 'ghost'],
  ['ghost-1.json', 'ghost'],
  ['blogger.xml', 'blogger'],
  ['blogger-takeout', 'blogger'],
  ['medium', 'medium'],
  ['substack', 'substack'],
];
const importKinds = { import: jobKinds.import as NonNullable<typeof jobKinds.import> };
const records = /^(?:imports|import_items|import_created|import_images|jobs|activity|attempts|embeds)$/;

/** All samples go into one site, each import after the other. */
onEachDatabase('formats of imports', (kind) => {
  let temporary: TemporaryDatabase;
  let blog: Blog;
  /** The addresses of public posts and pages, with the posts that they belong to. */
  const addresses = new Map<string, Set<number>>();

  beforeAll(async () => {
    temporary = await migratedDatabase(kind);
    const { dataDir, databaseUrl } = temporary.config;
    const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' });
    ({ blog } = await openBlog(config, createLog('silent')));
  });
  afterAll(async () => {
    await blog.db.destroy();
    await temporary.dispose();
  });

  const imported = async (sample: string) => {
    const { id } = await createImport(blog, admin, { path: path.join(samples, sample), name: sample }, false);
    await runDueJobs(blog, new AbortController().signal, importKinds);
    return importOf(blog, id);
  };
  const checksums = async () => {
    const sums: Record<string, string> = {};
    for (const table of await siteTables(blog.db, dialectOf(blog.db)))
      if (!records.test(table.name)) sums[table.name] = (await checksumOf(blog.db, table)).sum;
    return sums;
  };

  test.each(formats)(
    '%s',
    async (sample, format) => {
      const reader = await loadReader(format);
      if (!reader) throw new Error(`There is no reader ${format}.`);
      const { items } = await readSample(reader, sample);
      const result = await imported(sample);
      expect(result).toMatchObject({ state: 'done', format, problems: [], error: null });
      for (const { expected, imported: plain, remark, left_out } of result.counts)
        if (expected !== null) expect(plain + remark + left_out).toBe(expected);

      const rows = await blog.db
        .selectFrom('import_items')
        .select(['key', 'post_id'])
        .where('import_id', '=', result.id)
        .where('comment_id', 'is', null)
        .execute();
      const ids = new Map(rows.map(({ key, post_id }) => [key, post_id]));
      for (const item of postsOf(items)) {
        const id = ids.get(item.key);
        if (!id) throw new Error(`${item.key} was not imported.`);
        const stored = await blog.db
          .selectFrom('posts')
          .select(['post_content', 'post_title', 'active'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        expect(stored.post_title).toBe(item.title);
        expect(textDifference(item.html, stored.post_content)).toBeNull();
        const isPublic = item.status === 'public' && !(item.date && item.date > new Date().toISOString());
        expect(stored.active).toBe(isPublic ? 1 : 0);
        if (isPublic)
          for (const address of item.addresses ?? [])
            addresses.set(address, (addresses.get(address) ?? new Set()).add(id));
      }

      const before = await checksums();
      expect(await imported(sample)).toMatchObject({ state: 'done', problems: [], error: null });
      expect(await checksums()).toEqual(before);
    },
    60_000,
  );

  test('addresses of the sources lead to the posts', async () => {
    // Nothing is fetched from other servers.
    await blog.db.deleteFrom('jobs').where('date_finished', 'is', null).execute();
    const { dataDir, databaseUrl } = temporary.config;
    const server = await startSite({ env: { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' } });
    try {
      let redirected = 0;
      for (const [address, ids] of addresses) {
        if (ids.size > 1) continue;
        const response = await fetch(new URL(address, server.url), { redirect: 'manual' });
        const location = response.headers.get('location');
        await response.body?.cancel();
        // A page may have the same address here.
        if (response.status === 200) continue;
        expect([address, response.status]).toEqual([address, 301]);
        const target = await fetch(new URL(location ?? '', server.url));
        expect([address, location, target.status]).toEqual([address, location, 200]);
        await target.body?.cancel();
        redirected += 1;
      }
      expect(redirected).toBeGreaterThan(40);
    } finally {
      await server.dispose();
    }
  });
});
