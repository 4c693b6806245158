import type { Blog } from '../../platform/blog.ts';
import { postTag, read } from '../../platform/http/cache/reads.ts';
import { drawCard } from '../images/social-cards/social-card.ts';
import { noSuchPost } from '../posts/posts.ts';
import { postHead } from '../posts/store/posts.ts';
import { type CardContent, cardHash, cardPath, siteCard, siteCardContent } from '../site/api/cards.ts';
import { readSite } from '../site/site.ts';

/** A card, or its current path when it was requested with another hash. */
type Card = { path: string } | { path: null; draw(): Promise<Buffer> };

export async function currentSiteCard(blog: Blog, hash: string): Promise<Card> {
  const site = await readSite(blog);
  const content = siteCardContent(site);
  if (cardHash(content) !== hash) return { path: siteCard(site).file_path };
  return { path: null, draw: () => drawCard(content) };
}

/** The card of an active post. */
export async function postCard(blog: Blog, postId: number, hash: string): Promise<Card> {
  const post = await read(
    blog,
    (db) => postHead(db, postId),
    () => [postTag(postId)],
  );
  if (post?.active !== 1) throw noSuchPost();
  const site = await readSite(blog);
  const content: CardContent = { title: post.post_title, site: site.site_name, color: site.theme_color };
  if (cardHash(content) !== hash) return { path: cardPath(postId, content) };
  return { path: null, draw: () => drawCard(content) };
}
