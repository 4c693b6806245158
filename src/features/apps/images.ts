import type { Image } from '../../core/images/api/images.ts';
import { fetchImageFile } from '../../core/images/processing/fetch-image.ts';
import { addImages } from '../../core/posts/images/post-images.ts';
import { postById } from '../../core/posts/posts.ts';
import { requirePublishScope } from '../../core/posts/rules/publish-scope.ts';
import { createPostOnce } from '../../core/posts/write-posts.ts';
import type { Blog } from '../../platform/blog.ts';
import type { ReceivedFile } from '../../platform/files/uploads.ts';
import { Problem } from '../../platform/http/problem.ts';
import { type Administrator, hasScope } from '../../platform/http/viewer.ts';
import { scopeMissing } from '../../platform/messages/owner.ts';

export type GivenImage = { alt: string } & (
  | { url: string }
  | { file: Pick<ReceivedFile, 'path' | 'sha256'> }
);

export function requireMedia(viewer: Administrator): void {
  if (!hasScope(viewer, 'media')) throw new Problem('forbidden', scopeMissing(['media']));
}

/**
 * Images belong to a post. One that an app uploads before it has written the post is in a draft of its own, one for each month,
 * where the owner sees it; the post that names it later gets it as well.
 */
export async function inboxOf(blog: Blog, viewer: Administrator): Promise<number> {
  const month = blog.now().toISOString().slice(0, 7);
  for (const attempt of ['', '-2', '-3']) {
    try {
      const draft = {
        post_title: `Images from apps, ${month}`,
        active: false,
        creation_id: `images-${month}${attempt}`,
      };
      const { post } = await createPostOnce(blog, draft, viewer);
      if (post.active === 0 && post.scheduled_date === null) return post.id;
    } catch (error) {
      // The draft is in the bin.
      if (!(error instanceof Problem) || error.code !== 'not_found') throw error;
    }
  }
  throw new Problem('conflict', 'The drafts with images from apps are published or in the bin.');
}

/** The bytes of an image that this site has, by its URL. */
function ownHash(blog: Blog, url: string): string | null {
  const own = url.startsWith(blog.siteUrl()) ? url.slice(blog.siteUrl().length) : url;
  const name = blog.files.nameOf(own) ?? blog.files.nameOf(url);
  return /\/([0-9a-f]{64})-\d+\.webp$/.exec(name ?? '')?.[1] ?? null;
}

/** Images that this site has already can be used without the scope. */
export function requireMediaFor(blog: Blog, viewer: Administrator, given: readonly GivenImage[]): void {
  if (given.some((image) => !('url' in image) || ownHash(blog, image.url) === null)) requireMedia(viewer);
}

/** Adds images to a post; those of other sites are fetched. */
export async function addGivenImages(
  blog: Blog,
  viewer: Administrator,
  postId: number,
  given: readonly GivenImage[],
): Promise<Image[]> {
  if (given.length === 0) return [];
  requireMediaFor(blog, viewer, given);
  requirePublishScope(viewer, await postById(blog, viewer, postId));
  await using temporary = new AsyncDisposableStack();
  const files = [];
  for (const image of given) {
    const hash = 'url' in image ? ownHash(blog, image.url) : null;
    if (hash) files.push({ path: '', sha256: hash, alt: image.alt });
    else if ('url' in image) {
      const fetched = await fetchImageFile(image.url, blog.uploadFolder, blog.outgoingStrangers);
      temporary.use(fetched);
      files.push({ path: fetched.path, sha256: fetched.sha256, alt: image.alt });
    } else files.push({ ...image.file, alt: image.alt });
  }
  return await addImages(blog, postId, files);
}
