import type { Blog } from '../../platform/blog.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { noSuchImage } from '../../platform/messages/owner.ts';
import { postHead } from '../posts/store/posts.ts';
import type { ImageUse } from './api/images.ts';
import { imageById, imagesByHash } from './store/images.ts';
import * as uses from './store/text-images.ts';

/**
 * Every place that would lose the image with its deletion: its post, which shows it as the main image or in the gallery, and
 * texts that name its file. Texts lose it only with the last image that has the same bytes.
 */
export async function imageUses(blog: Blog, viewer: Viewer, imageId: number): Promise<ImageUse[]> {
  const image = await imageById(blog.db, imageId);
  if (!image) throw new Problem('not_found', noSuchImage);
  const { hash, post_id } = image;
  const post = await postHead(blog.db, post_id);
  const place = image.main_image === 1 ? 'main' : 'gallery';
  const own: ImageUse = { place, post_id, post_title: post?.post_title ?? '' };
  if ((await imagesByHash(blog.db, hash)).length > 1) return [own];
  return [own, ...(await textUses(blog, viewer, hash))];
}

/** The texts, drafts and earlier versions that name a file. */
export async function textUses(blog: Blog, viewer: Viewer, hash: string): Promise<ImageUse[]> {
  return [
    ...(await uses.postsNaming(blog.db, hash)).map((post): ImageUse => ({ place: 'text', ...post })),
    ...(await inDrafts(blog, viewer, hash)),
    ...(await uses.revisedPostsNaming(blog.db, hash)).map(
      (post): ImageUse => ({ place: 'revision', ...post }),
    ),
  ];
}

async function inDrafts(blog: Blog, viewer: Viewer, hash: string): Promise<ImageUse[]> {
  const drafts = await uses.draftsNaming(blog.db, hash);
  return drafts.map(({ post_id, post_title, user_id }) => {
    const isOwn = viewer.admin && viewer.userId === user_id;
    return { place: 'draft', post_id, post_title: isOwn ? post_title : '' };
  });
}
