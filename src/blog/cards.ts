import { type CardContent, cardHash, cardPath } from '../contract/cards.ts';
import { drawCard } from '../media/card.ts';
import { postHead } from '../store/posts.ts';
import type { Blog } from './blog.ts';
import { noSuchPost } from './posts.ts';
import { readSite } from './site.ts';

/** The card of an active post, or the path that it has now when `hash` is another one. */
export async function postCard(
  blog: Blog,
  postId: number,
  hash: string,
): Promise<{ path: string } | { path: null; draw(): Promise<Buffer> }> {
  const post = await postHead(blog.db, postId);
  if (post?.active !== 1) throw noSuchPost();
  const site = await readSite(blog);
  const content: CardContent = { title: post.post_title, site: site.site_name, color: site.theme_color };
  if (cardHash(content) !== hash) return { path: cardPath(postId, content) };
  return { path: null, draw: () => drawCard(content) };
}
