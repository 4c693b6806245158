import type { PostTransaction } from '../../core/site/store/post-transaction.ts';
import type { Blog } from '../../platform/blog.ts';
import type { Feature } from '../../platform/feature.ts';
import { postsChanged } from './events.ts';

export const webhooksFeature: Feature<Blog> = {
  name: 'webhooks',
  on: { postsChanged: (blog: Blog, tx: PostTransaction) => postsChanged(blog, tx) },
};
