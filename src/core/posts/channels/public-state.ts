import type { Blog } from '../../../platform/blog.ts';
import { commentsById } from '../store/comment-rows.ts';
import { postById } from '../store/posts.ts';
import type { PublicAnswer, PublicPost } from './channel.ts';

const day = 24 * 60 * 60 * 1000;
/** Older posts, as an import brings them, are no news. */
const newsDays = 7;

/** What everyone can see of a post; null for pages of the owner, too, because they are no news. */
export async function publicPost(blog: Blog, id: number): Promise<PublicPost | null> {
  const post = await postById(blog.db, id, 'approved');
  if (post?.active !== 1 || post.kind !== 'post') return null;
  const published = post.first_active_date ?? post.post_date;
  const age = blog.now().getTime() - Math.min(Date.parse(published), Date.parse(post.post_date));
  return { post, isNews: age < newsDays * day };
}

/** An approved comment of the owner that replies to one from elsewhere, on a public post. */
export async function publicAnswer(blog: Blog, id: number): Promise<PublicAnswer | null> {
  const [comment] = await commentsById(blog.db, [id]);
  if (!comment || comment.user_id === null || comment.parent_id === null || !comment.approved) return null;
  const [parent] = await commentsById(blog.db, [comment.parent_id]);
  const found = await publicPost(blog, comment.post_id);
  if (!parent?.approved || parent.origin_id === null || !found) return null;
  return { comment, parent: { ...parent, origin_id: parent.origin_id }, post: found.post };
}
