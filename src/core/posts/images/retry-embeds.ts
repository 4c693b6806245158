import type { Blog } from '../../../platform/blog.ts';
import { inBatches } from '../../../platform/db/in-batches.ts';
import { Failures } from '../../../platform/jobs/failures.ts';
import { retryEmbeds } from '../../images/embeds/embeds.ts';
import { postsNaming } from '../../images/store/embeds.ts';
import { rerender } from '../rerender.ts';

const maxUrls = 20;
const maxPosts = 100;

/** Asks again for embedded pages that could not be read, and renders the posts again that embed one that was found. */
export async function findWaitingEmbeds(blog: Blog): Promise<void> {
  const failures = new Failures(blog);
  for (const url of await retryEmbeds(blog, maxUrls))
    await inBatches(0, maxPosts, async (after, size) => {
      const posts = await postsNaming(blog.db, url, after, size);
      for (const { id } of posts) await failures.catch({ post: id }, () => rerender(blog, id));
      return posts.at(-1)?.id ?? null;
    });
}
