import { Problem } from '../contract/errors.ts';
import type { Shared } from '../contract/site.ts';
import { urls } from '../contract/urls.ts';
import { toJpeg } from '../media/jpeg.ts';
import { NetworkFailure, type Share } from '../social/networks.ts';
import type { StoredImage } from '../store/parts.ts';
import { postById } from '../store/posts.ts';
import type { Blog } from './blog.ts';
import { noSuchPost } from './posts.ts';

const longestMs = 20_000;
const pictureWidth = 1200;

/** Sends title, link and up to `pictures` images of a post to every configured network, the main image first. */
export async function sharePost(blog: Blog, id: number, pictures: number): Promise<Shared[]> {
  if (blog.networks.length === 0)
    throw new Problem(
      'unavailable',
      'No social network is configured. Set X_*, MASTODON_* or BLUESKY_* in the environment and start again.',
    );
  const post = await postById(blog.db, id, 'approved');
  if (!post) throw noSuchPost();
  if (post.active !== 1)
    throw new Problem('conflict', 'This post is inactive. Activate it before sharing it.');

  const mainFirst = post.images.toSorted((a, b) => b.main_image - a.main_image).slice(0, pictures);
  const share: Share = {
    title: post.post_title || 'Untitled',
    link: blog.siteUrl() + urls.post(post.post_title_web),
    images: await Promise.all(mainFirst.map((image) => asJpeg(blog, image, post.post_title))),
  };
  const signal = AbortSignal.timeout(longestMs);
  return Promise.all(
    blog.networks.map(async (network) => {
      try {
        return { network: network.name, url: (await network.share(share, signal)).url };
      } catch (error) {
        if (error instanceof NetworkFailure) return { network: network.name, error: error.message };
        throw error;
      }
    }),
  );
}

async function asJpeg(blog: Blog, image: StoredImage, title: string): Promise<Share['images'][number]> {
  const variant = image.variants.findLast(({ width }) => width <= pictureWidth) ?? image.variants[0];
  const file = variant && (await blog.files.read(variant.name));
  if (!file) throw new Problem('unavailable', 'A picture of this post could not be read.');
  const chunks = await file.body.toArray();
  return { bytes: await toJpeg(Buffer.concat(chunks)), type: 'image/jpeg', alt: image.alt || title };
}
