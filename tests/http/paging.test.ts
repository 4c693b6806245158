import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { listPosts } from '../../src/core/posts/posts.ts';
import { createPost } from '../../src/core/posts/write-posts.ts';
import { createCategory, setCategory } from '../../src/core/taxonomy/categories.ts';
import { addTag } from '../../src/core/taxonomy/tags.ts';
import type { Blog } from '../../src/platform/blog.ts';
import { noFilter } from '../../src/platform/http/api/limits.ts';
import type { Viewer } from '../../src/platform/http/viewer.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { openBlog } from '../../src/server/open-blog.ts';
import { migratedDatabase, onEachDatabase, type TemporaryDatabase } from '../support/databases.ts';

const owner: Viewer = { admin: true, userId: 1, username: 'admin', sessionId: '' };
const paths = ['travel', 'travel.japan', 'food.travel', 'food'];
const tags = ['sea', 'tea'];
type Written = { id: number; date: string; path: string | null; tags: string[] };

/** Compares pages with slices of the posts that are sorted and filtered in memory. */
onEachDatabase('paging', (kind) => {
  let temporary: TemporaryDatabase;
  let blog: Blog;
  const written: Written[] = [];

  beforeAll(async () => {
    temporary = await migratedDatabase(kind);
    const { dataDir, databaseUrl } = temporary.config;
    ({ blog } = await openBlog(
      readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' }),
      createLog('silent'),
    ));
    const ids = new Map<string, number>();
    for (const path of paths) ids.set(path, (await createCategory(blog, path)).id);
    for (let number = 0; number < 37; number++) {
      // Few different dates, so that ties are decided by the id; every fifth post is inactive.
      const date = `2026-01-0${1 + (number % 3)}T00:00:00.000Z`;
      const active = number % 5 !== 4;
      const { id } = await createPost(blog, {
        post_title: `${number}`,
        post_content: '',
        active,
        post_date: date,
      });
      const path = paths[number % (paths.length + 1)] ?? null;
      if (path) await setCategory(blog, owner, id, ids.get(path) ?? 0);
      const own = tags.filter((_, index) => (number >> index) % 2 === 0);
      for (const tag of own) await addTag(blog, id, tag);
      if (active) written.push({ id, date, path, tags: own });
    }
    written.sort((a, b) => (a.date === b.date ? b.id - a.id : a.date < b.date ? 1 : -1));
  });
  afterAll(async () => {
    await blog.db.destroy();
    await temporary.dispose();
  });

  test('any page of any list has the expected posts and total', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 0, max: 60 }),
        fc.constantFrom(noFilter, 'null', 'travel', 'japan', 'food', 'trav', 'Travel'),
        fc.constantFrom(noFilter, 'null', 'sea', 'tea', 'se'),
        async (limit, offset, category, tag) => {
          const isFilter = (value: string) => value !== noFilter && value !== 'null';
          const matching = written.filter(
            (post) =>
              (!isFilter(category) || post.path?.split('.').includes(category)) &&
              (!isFilter(tag) || post.tags.includes(tag)),
          );
          const { cards, total } = await listPosts(blog, { limit, offset, category, tag });
          expect(cards.map((card) => card.id)).toEqual(
            matching.slice(offset, offset + limit).map((post) => post.id),
          );
          expect(total).toBe(matching.length);
        },
      ),
      { numRuns: 150 },
    );
  });
});
