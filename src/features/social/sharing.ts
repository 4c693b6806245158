import type { StoredImage } from '../../core/images/store/image-rows.ts';
import { noSuchPost } from '../../core/posts/posts.ts';
import type { StoredFullPost } from '../../core/posts/store/post-rows.ts';
import { postById } from '../../core/posts/store/posts.ts';
import { named, recordActivity } from '../../core/site/activity.ts';
import type { Shared } from '../../core/site/api/site.ts';
import { readSite } from '../../core/site/site.ts';
import { type Blog, nowIso } from '../../platform/blog.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { toJpeg } from '../../platform/files/jpeg.ts';
import { Problem } from '../../platform/http/problem.ts';
import { urls } from '../../platform/http/urls.ts';
import { wakeJob } from '../../platform/jobs/add-job.ts';
import * as messages from '../../platform/messages/owner.ts';
import { type Message, message } from '../../platform/messages/translate.ts';
import { messagesIn } from '../../platform/web/messages/catalogs.ts';
import { firstLookMs } from './look-times.ts';
import { NetworkFailure } from './networks/failure.ts';
import type { Network, Posted, Share } from './networks/network.ts';
import { networksPart } from './networks.ts';
import { claimShare, keepShare, releaseShare } from './store/shares.ts';

export const maxMs = 20_000;
/** Longer than any call can take. */
const claimMs = 3 * maxMs;
const pictureWidth = 1200;

/**
 * Shares title, link and up to `imageCount` images of a post, the main image first, on every configured network, or on one. Where
 * the post was shared before, the result is the URL of that: a retry never shares twice.
 */
export async function sharePost(
  blog: Blog,
  id: number,
  imageCount: number,
  only?: string,
): Promise<Shared[]> {
  const networks = networksPart.of(blog).filter(({ name }) => only === undefined || name === only);
  if (networks.length === 0) throw new Problem('unavailable', messages.noNetworkConfigured);
  const post = await postById(blog.db, id, 'approved');
  if (!post) throw noSuchPost();
  if (post.active !== 1) throw new Problem('conflict', messages.sharingInactive);

  const signal = AbortSignal.timeout(maxMs);
  let prepared: Promise<Share> | undefined;
  const share = () => {
    prepared ??= shareOf(blog, post, imageCount);
    return prepared;
  };
  return Promise.all(networks.map((network) => shareOnce(blog, network, post, share, signal)));
}

export async function shareOnce(
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
  if ('url' in claim) return { network: name, url: claim.url };
  try {
    const posted = await network.share({ ...(await share()), ...claim }, signal);
    await storeShare(
      blog,
      network,
      post,
      posted,
      message('Shared {post} on {network}', { post: named(post), network: name }),
    );
    return { network: name, url: posted.url };
  } catch (error) {
    await releaseShare(blog.db, postId, name);
    if (error instanceof NetworkFailure) return { network: name, error: error.message };
    throw error;
  }
}

/** Its replies are looked for from then on, if the owner wants them. */
async function storeShare(
  blog: Blog,
  network: Network,
  post: Pick<StoredFullPost, 'id'>,
  { url, id, cid }: Posted,
  what: Message,
): Promise<void> {
  const { social_replies } = await readSite(blog);
  const first = new Date(blog.now().getTime() + firstLookMs);
  const isWatched = social_replies && network.conversation !== undefined && id !== null;
  const next_look = isWatched ? first.toISOString() : null;
  await inTransaction(blog.db, async (tx) => {
    await keepShare(tx, post.id, { network: network.name, url, id, cid, next_look, date: nowIso(blog) });
    await recordActivity(blog, tx, 'post', what);
    if (isWatched) await wakeJob(blog, tx, 'social-replies', first);
  });
}

export async function shareOf(blog: Blog, post: StoredFullPost, imageCount: number): Promise<Share> {
  const mainFirst = post.images.toSorted((a, b) => b.main_image - a.main_image).slice(0, imageCount);
  return {
    title: post.post_title || messagesIn((await readSite(blog)).language).untitled,
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
