import type { Blog } from '../../../platform/blog.ts';
import type { Deletion } from './store/delete-image.ts';

/** How long deleted posts and images can be restored. */
export const binDays = 30;
const day = 24 * 60 * 60 * 1000;

export function deletionOf(blog: Blog): Deletion {
  const now = blog.now();
  return {
    deleted_by: blog.actor?.username ?? null,
    deleted_date: now.toISOString(),
    expires: new Date(now.getTime() + binDays * day).toISOString(),
  };
}
