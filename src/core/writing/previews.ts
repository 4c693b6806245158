import { createHash, randomBytes } from 'node:crypto';
import { type Blog, nowIso, serverUrl } from '../../platform/blog.ts';
import { deleteInBatches } from '../../platform/db/in-batches.ts';
import { Problem } from '../../platform/http/problem.ts';
import { urls } from '../../platform/http/urls.ts';
import { type Viewer, visitor } from '../../platform/http/viewer.ts';
import * as messages from '../../platform/messages/owner.ts';
import { message } from '../../platform/messages/translate.ts';
import { readAuthors } from '../accounts/profiles/authors.ts';
import type { Post } from '../posts/api/posts.ts';
import type { Preview, SharedPreview } from '../posts/api/writing.ts';
import { seePost } from '../posts/posts.ts';
import { presentPost } from '../posts/present.ts';
import { postById } from '../posts/store/posts.ts';
import { readTranslations } from '../posts/translations/translations.ts';
import { named, recordActivity } from '../site/activity.ts';
import * as previews from './store/previews.ts';

const day = 24 * 60 * 60 * 1000;
const tokenBytes = 32;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Creates a link under which anyone can read the post for some days. */
export async function sharePreview(
  blog: Blog,
  viewer: Viewer,
  postId: number,
  { days, remarks }: { days: number; remarks: boolean },
): Promise<SharedPreview> {
  const post = await seePost(blog, viewer, postId);
  const token = randomBytes(tokenBytes).toString('base64url');
  const preview = await previews.insertPreview(blog.db, {
    post_id: postId,
    token_hash: hashOf(token),
    date_added: nowIso(blog),
    expires: new Date(blog.now().getTime() + days * day).toISOString(),
    remarks: remarks ? 1 : 0,
  });
  await recordActivity(
    blog,
    blog.db,
    'post',
    message('Created a preview link for {post}', { post: named(post) }),
  );
  return { ...preview, remarks, url: serverUrl(blog) + urls.preview(token) };
}

export async function previewsOf(blog: Blog, viewer: Viewer, postId: number): Promise<Preview[]> {
  await seePost(blog, viewer, postId);
  const found = await previews.previewsOf(blog.db, postId, nowIso(blog));
  return found.map((preview) => ({ ...preview, remarks: preview.remarks === 1 }));
}

/** Revokes one preview link of the post, or all of them. */
export async function endPreviews(
  blog: Blog,
  viewer: Viewer,
  postId: number,
  id?: number,
): Promise<{ ids: number[] }> {
  const post = await seePost(blog, viewer, postId);
  const ended = await previews.deletePreviews(blog.db, postId, id);
  if (id !== undefined && ended.length === 0) throw noSuchPreview();
  if (ended.length > 0)
    await recordActivity(
      blog,
      blog.db,
      'post',
      message('Revoked preview links of {post}', { post: named(post) }),
    );
  return { ids: ended.map((preview) => preview.id) };
}

const noSuchPreview = () => new Problem('not_found', messages.previewUnavailable);

/** The link with this token, and its post. */
export async function openPreview(blog: Blog, token: string) {
  const preview = await previews.previewByToken(blog.db, hashOf(token), nowIso(blog));
  const post = preview && (await postById(blog.db, preview.post_id, 'approved'));
  if (!post) throw noSuchPreview();
  return { preview, post };
}

/** The post as readers will see it, without comments and votes. */
export async function previewedPost(blog: Blog, token: string): Promise<Post> {
  const { post } = await openPreview(blog, token);
  const translations = await readTranslations(blog, visitor, post);
  return presentPost(blog, { ...post, comments: [] }, await readAuthors(blog), translations);
}

/** Run as a scheduled job. */
export const deleteExpiredPreviews = (blog: Blog): Promise<void> =>
  deleteInBatches((size) => previews.deleteExpiredPreviews(blog.db, nowIso(blog), size));
