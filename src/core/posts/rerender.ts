import { rendererVersion } from '../../content/document/render.ts';
import type { Blog } from '../../platform/blog.ts';
import { inBatches } from '../../platform/db/in-batches.ts';
import { readSetting, writeSetting } from '../../platform/db/settings.ts';
import { Failures } from '../../platform/jobs/failures.ts';
import { readSite } from '../site/site.ts';
import { changePosts } from './change-posts.ts';
import { derive, lookupsFor } from './rendering.ts';
import { markForRendering, postsRenderedBefore, replaceDerived } from './store/post-renderings.ts';
import { lockPost, postById } from './store/posts.ts';
import { describedBy } from './write-posts.ts';

const most = 20;

/**
 * Renders posts again that an older version of the renderer rendered, or that follow the language of the site after it changed. Each has its own transaction, so that saving a post
 * waits for one of them at most, and an interrupted run goes on where it ended.
 */
export async function rerenderPosts(blog: Blog, signal?: AbortSignal): Promise<void> {
  await markRenderedInOtherLanguage(blog, signal);
  const failures = new Failures(blog, signal);
  await inBatches(
    { renderer_version: -1, id: 0 },
    most,
    async (after, size) => {
      const posts = await postsRenderedBefore(blog.db, rendererVersion, after, size);
      for (const { id } of posts) {
        if (signal?.aborted) return null;
        await failures.catch({ post: id }, () => rerender(blog, id));
      }
      return posts.at(-1) ?? null;
    },
    signal,
  );
  failures.throwFirst();
}

const renderedLanguage = 'rendered_language';

/** An interrupted run marks them again. A post that is saved meanwhile has the new language already. */
async function markRenderedInOtherLanguage(blog: Blog, signal?: AbortSignal): Promise<void> {
  const { language } = await readSite({ db: blog.db });
  if (((await readSetting(blog.db, renderedLanguage)) ?? 'en') === language) return;
  await inBatches(0, 500, (after, size) => markForRendering(blog.db, after, size), signal);
  if (!signal?.aborted) await writeSetting(blog.db, renderedLanguage, language);
}

/** Renders a post again, which is no change of it. */
export async function rerender(blog: Blog, id: number): Promise<void> {
  await changePosts(blog, async (tx) => {
    const post = (await lockPost(tx.db, id)) && (await postById(tx.db, id, 'first'));
    if (post) {
      const lookups = await lookupsFor(blog, tx.db, post, id);
      await replaceDerived(tx, id, describedBy(post, derive(post.post_content, lookups)));
    }
    return { result: undefined, activity: [] };
  });
}
