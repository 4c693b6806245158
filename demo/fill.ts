import { insertComment } from '../src/core/comments/store/comments.ts';
import { changePosts } from '../src/core/posts/change-posts.ts';
import { updatePost } from '../src/core/posts/store/posts.ts';
import { categoryByPath } from '../src/core/posts/terms/store/categories.ts';
import { addVote } from '../src/core/posts/votes/store.ts';
import { changePost, createPost, removePost } from '../src/core/posts/write-posts.ts';
import { createCategory, setCategory } from '../src/core/taxonomy/categories.ts';
import { addTag } from '../src/core/taxonomy/tags.ts';
import { firstDayOf } from '../src/features/statistics/store/statistics.ts';
import type { Blog } from '../src/platform/blog.ts';
import { readSetting, writeSetting } from '../src/platform/db/settings.ts';
import type { Viewer } from '../src/platform/http/viewer.ts';
import { StartProblem } from '../src/platform/log/explain-error.ts';
import { type DemoPost, readDemoPosts, replaceImages } from './posts.ts';
import { fillSite } from './site.ts';
import { fillStatistics } from './statistics.ts';
import { uploadImages } from './upload-images.ts';

const owner: Viewer = { admin: true, userId: 0, username: 'admin', sessionId: '' };
const day = 24 * 60 * 60 * 1000;

type FillOptions = {
  posts?: readonly DemoPost[];
  /** Called once with the number of posts that exist already, then after each post that is complete. */
  onProgress?: (done: number, total: number) => void;
  /** Stops after the posts that are being created; the next run continues. */
  signal?: AbortSignal;
};

/**
 * Fills an empty site with the posts, images, votes and comments of the demo, the newest posts first, so that the first
 * page is complete early. Does nothing on a site that is already filled, continues after an interruption, and refuses a
 * site with other content.
 */
export async function fillDemo(
  blog: Blog,
  { posts = readDemoPosts(), onProgress, signal }: FillOptions = {},
): Promise<void> {
  const state = await readSetting(blog.db, 'demo');
  if (state === 'filled') return;
  if (state === undefined && (await hasContent(blog)))
    throw new StartProblem(
      'This site already has content, so the demo cannot be added to it. Use another folder, or delete this one.',
    );
  await writeSetting(blog.db, 'demo', 'filling');
  await writeSetting(blog.db, 'first_run', 'skipped');
  const queue = newestFirst(await removeUnfinished(blog, posts));
  const categories = await createCategories(blog, posts);
  await fillSite(blog, owner);
  let done = posts.length - queue.length;
  onProgress?.(done, posts.length);
  const worker = async () => {
    for (let post = queue.shift(); post && !signal?.aborted; post = queue.shift()) {
      await fillPost(blog, post, categories);
      onProgress?.(++done, posts.length);
    }
  };
  // Both workers finish before an error is thrown: the caller may close the database then.
  const results = await Promise.allSettled([worker(), worker()]);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  if (signal?.aborted) return;
  if ((await firstDayOf(blog.db, 'page', '')) === null) await fillStatistics(blog, await newestPosts(blog));
  await writeSetting(blog.db, 'demo', 'filled');
}

/** What readers see comes first; drafts are last. */
const newestFirst = (posts: readonly DemoPost[]): DemoPost[] =>
  posts.toSorted((a, b) => Number(b.active) - Number(a.active) || a.daysAgo - b.daysAgo);

/** Those that readers see. */
async function newestPosts({ db }: Blog): Promise<number[]> {
  const posts = await db
    .selectFrom('posts')
    .select('id')
    .where('kind', '=', 'post')
    .where('active', '=', 1)
    .orderBy('post_date', 'desc')
    .execute();
  return posts.map(({ id }) => id);
}

async function hasContent({ db }: Blog): Promise<boolean> {
  const found = await Promise.all(
    (['posts', 'categories'] as const).map((table) =>
      db.selectFrom(table).select('id').limit(1).executeTakeFirst(),
    ),
  );
  return found.some((row) => row !== undefined);
}

/**
 * Returns the posts that are still to be created. A post is activated last, so an inactive one may be incomplete: it is
 * removed and created again.
 */
async function removeUnfinished(blog: Blog, posts: readonly DemoPost[]): Promise<DemoPost[]> {
  const existing = await blog.db.selectFrom('posts').select(['id', 'post_title', 'active']).execute();
  for (const { id, active } of existing) if (active !== 1) await removePost(blog, id);
  const done = new Set(existing.filter(({ active }) => active === 1).map(({ post_title }) => post_title));
  return posts.filter(({ title }) => !done.has(title));
}

async function createCategories(blog: Blog, posts: readonly DemoPost[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const category of new Set(posts.map((post) => post.category))) {
    const { id } = (await categoryByPath(blog.db, category)) ?? (await createCategory(blog, category));
    ids.set(category, id);
  }
  return ids;
}

async function fillPost(blog: Blog, post: DemoPost, categories: Map<string, number>): Promise<void> {
  const now = blog.now().getTime();
  const date = (daysAgo: number) => new Date(now - daysAgo * day).toISOString();
  const { id } = await createPost(blog, {
    post_title: post.title,
    post_content: '',
    active: false,
    post_date: date(post.daysAgo),
  });
  const urls = await uploadImages(blog, id, post.images);
  await changePost(blog, id, {
    post_content: replaceImages(post.content, (file) => urls.get(file) ?? ''),
  });
  await setCategory(blog, owner, id, categories.get(post.category) ?? 0);
  for (const tag of post.tags) await addTag(blog, id, tag);

  // The dates lie in the past, which the functions of src/core do not offer.
  await changePosts(blog, async (tx) => {
    if (post.revisedDaysAgo !== undefined)
      await updatePost(tx, id, { update_date: date(post.revisedDaysAgo) });
    for (let vote = 0; vote < post.votes; vote++) await addVote(tx, id, `demo-${vote}`, date(post.daysAgo));
    for (const comment of post.comments)
      await insertComment(tx, {
        post_id: id,
        user_id: null,
        user_name: comment.admin ? 'Admin' : (comment.name ?? 'Anonymous'),
        comment_text: comment.text,
        date_added: date(comment.daysAgo),
        approved: comment.approved,
      });
    return { result: undefined, activity: [] };
  });
  if (post.active) await changePost(blog, id, { active: true });
}
