import { type CardContent, cardHash } from '../contract/cards.ts';
import { drawCard } from '../media/card.ts';
import { postHead } from '../store/posts.ts';
import type { Blog } from './blog.ts';
import { noSuchPost } from './posts.ts';
import { readSite } from './site.ts';

/** The card of an active post; `current` is whether `hash` names what it shows now. */
export async function postCard(
  blog: Blog,
  postId: number,
  hash: string,
): Promise<{ png: Buffer; current: boolean }> {
  const post = await postHead(blog.db, postId);
  if (post?.active !== 1) throw noSuchPost();
  const site = await readSite(blog);
  const content: CardContent = { title: post.post_title, site: site.site_name, color: site.theme_color };
  return { png: await drawCard(content), current: cardHash(content) === hash };
}
