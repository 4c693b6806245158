import type { PostTransaction } from '../../core/site/store/post-transaction.ts';
import type { Blog } from '../../platform/blog.ts';
import type { Feature } from '../../platform/feature.ts';
import { postsChanged, publishPart } from './changes.ts';
import { purgePart } from './purge.ts';

export const publishFeature: Feature<Blog> = {
  name: 'publish',
  part: ({ publishTo, purge }) => ({ ...publishPart.with(publishTo), ...purgePart.with(purge) }),
  on: { postsChanged: (blog: Blog, tx: PostTransaction) => postsChanged(blog, tx) },
};
