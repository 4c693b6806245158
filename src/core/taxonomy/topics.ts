import type { Blog } from '../../platform/blog.ts';
import { linkTag, listTag, read } from '../../platform/http/cache/reads.ts';
import type { Topics } from '../posts/pages/page-api.ts';
import { ambiguousPaths, categoryTree } from '../posts/terms/rules/category-tree.ts';
import { allCategories } from '../posts/terms/store/categories.ts';
import { countPublicTags, latestIn, pathTotals, segmentTotals, tagTotals } from './store.ts';

/** The categories and tags of public posts. */
export const topics = (blog: Blog, page: { limit: number; offset: number }): Promise<Topics> =>
  read(
    blog,
    async (db) => {
      const all = await allCategories(db);
      const exact = await pathTotals(db, ambiguousPaths(all));
      const bySegment = await segmentTotals(db);
      const tags = await tagTotals(db, page);
      return {
        categories: categoryTree(all, bySegment, exact),
        tags,
        totalTags: await countPublicTags(db),
        latest: {
          category: await latestIn(db, 'category', [...bySegment.keys()]),
          tag: await latestIn(
            db,
            'tag',
            tags.map(({ name }) => name),
          ),
        },
      };
    },
    // A post that enters or leaves any list is taken out of all of its lists and entered again.
    ({ latest }) => [
      listTag({ kind: 'all', name: '' }),
      ...[...latest.category.values(), ...latest.tag.values()].map(({ id }) => linkTag(id)),
    ],
  );
