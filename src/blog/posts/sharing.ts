import { Problem } from '../../contract/errors.ts';
import type { Shared } from '../../contract/site.ts';
import { urls } from '../../contract/urls.ts';
import { toJpeg } from '../../media/jpeg.ts';
import * as messages from '../../messages/owner.ts';
import { NetworkFailure } from '../../social/failure.ts';
import type { Network, Share } from '../../social/network.ts';
import type { StoredFullPost, StoredImage } from '../../store/post-rows.ts';
import { postById } from '../../store/posts.ts';
import { claimShare, keepShare, releaseShare } from '../../store/shares.ts';
import { named, note } from '../activity.ts';
import { type Blog, nowIso } from '../blog.ts';
import { noSuchPost } from './posts.ts';

const longestMs = 20_000;
/** Longer than any call can take. */
const claimMs = 3 * longestMs;
const pictureWidth = 1200;

/**
 * Shares title, link and up to `imageCount` images of a post, the main image first, on every configured network. Where
 * the post was shared before, the result is the URL of that: a retry never shares twice.
 */
export async function sharePost(blog: Blog, id: number, imageCount: number): Promise<Shared[]> {
  if (blog.networks.length === 0) throw new Problem('unavailable', messages.noNetworkConfigured);
  const post = await postById(blog.db, id, 'approved');
  if (!post) throw noSuchPost();
  if (post.active !== 1) throw new Problem('conflict', messages.sharingInactive);

  const signal = AbortSignal.timeout(longestMs);
  let prepared: Promise<Share> | undefined;
  const share = () => {
    prepared ??= shareOf(blog, post, imageCount);
    return prepared;
  };
  return Promise.all(blog.networks.map((network) => shareOnce(blog, network, post, share, signal)));
}

async function shareOnce(
  blog: Blog,
  network: Network,
  post: StoredFullPost,
  share: () => Promise<Share>,
  signal: AbortSignal,
): Promise<Shared> {
  const { name } = network;
  const postId = post.id;
  const expired = new Date(blog.now().getTime() - claimMs).toISOString();
  const claim = await claimShare(blog.db, postId, name, { now: nowIso(blog), expired });
  if (claim === 'busy')
    return { network: name, error: `This post is on its way to ${name} already. Look again in a minute.` };
  if (claim !== 'claimed') return { network: name, url: claim.url };
  try {
    const { url } = await network.share(await share(), signal);
    await keepShare(blog.db, postId, { network: name, url, date: nowIso(blog) });
    await note(blog, blog.db, 'post', `Shared ${named(post)} on ${name}`);
    return { network: name, url };
  } catch (error) {
    await releaseShare(blog.db, postId, name);
    if (error instanceof NetworkFailure) return { network: name, error: error.message };
    throw error;
  }
}

async function shareOf(blog: Blog, post: StoredFullPost, imageCount: number): Promise<Share> {
  const mainFirst = post.images.toSorted((a, b) => b.main_image - a.main_image).slice(0, imageCount);
  return {
    title: post.post_title || 'Untitled',
    link: blog.siteUrl() + urls.post(post.post_title_web),
    images: await Promise.all(mainFirst.map((image) => asJpeg(blog, image, post.post_title))),
  };
}

async function asJpeg(blog: Blog, image: StoredImage, title: string): Promise<Share['images'][number]> {
  const variant = image.variants.findLast(({ width }) => width <= pictureWidth) ?? image.variants[0];
  const file = variant && (await blog.files.read(variant.name));
  if (!file) throw new Problem('unavailable', messages.sharedImageUnreadable);
  const chunks = await file.body.toArray();
  return { bytes: await toJpeg(Buffer.concat(chunks)), type: 'image/jpeg', alt: image.alt || title };
}
