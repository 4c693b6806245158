import type { Blog } from '../../platform/blog.ts';
import { listTag, read } from '../../platform/http/cache/reads.ts';
import { ambiguousPaths, categoryTree, type TopicNode } from '../posts/terms/rules/category-tree.ts';
import { allCategories } from '../posts/terms/store/categories.ts';
import { countPublicTags, pathTotals, segmentTotals, tagTotals } from './store.ts';

export type Topics = {
  categories: TopicNode[];
  tags: { name: string; display_name: string; count: number }[];
  /** Of all tags; `tags` is one page of them. */
  totalTags: number;
};

/** The categories and tags of public posts. */
export const topics = (blog: Blog, page: { limit: number; offset: number }): Promise<Topics> =>
  read(
    blog,
    async (db) => {
      const all = await allCategories(db);
      const exact = await pathTotals(db, ambiguousPaths(all));
      return {
        categories: categoryTree(all, await segmentTotals(db), exact),
        tags: await tagTotals(db, page),
        totalTags: await countPublicTags(db),
      };
    },
    // A post that enters or leaves any list is taken out of all of its lists and entered again.
    () => [listTag({ kind: 'all', name: '' })],
  );
