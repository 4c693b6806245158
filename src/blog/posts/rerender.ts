import { inBatches } from '../../db/in-batches.ts';
import { rendererVersion } from '../../document/render.ts';
import { postsRenderedBefore, replaceDerived } from '../../store/post-renderings.ts';
import { lockPost, postById } from '../../store/posts.ts';
import type { Blog } from '../blog.ts';
import { changePosts } from './change-posts.ts';
import { derive, lookupsFor } from './rendering.ts';
import { describedBy } from './write-posts.ts';

const most = 20;

/**
 * Renders posts again that an older version of the renderer rendered. Each has its own transaction, so that saving a post
 * waits for one of them at most, and an interrupted run goes on where it ended.
 */
export async function rerenderPosts(blog: Blog, signal?: AbortSignal): Promise<void> {
  await inBatches(
    { renderer_version: -1, id: 0 },
    most,
    async (after, size) => {
      const posts = await postsRenderedBefore(blog.db, rendererVersion, after, size);
      for (const { id } of posts) {
        if (signal?.aborted) return null;
        await rerender(blog, id);
      }
      return posts.at(-1) ?? null;
    },
    signal,
  );
}

/** Renders a post again, which is no change of it. */
export async function rerender(blog: Blog, id: number): Promise<void> {
  await changePosts(blog, async (tx) => {
    const post = (await lockPost(tx.db, id)) && (await postById(tx.db, id, 'first'));
    if (post) {
      const lookups = await lookupsFor(blog, tx.db, post.post_content, id);
      await replaceDerived(tx, id, describedBy(post, derive(post.post_content, lookups)));
    }
    return { result: undefined, activity: [] };
  });
}
