import type { Blog } from '../../platform/blog.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { ImageUse } from './api/images.ts';
import * as uses from './store/text-images.ts';

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
