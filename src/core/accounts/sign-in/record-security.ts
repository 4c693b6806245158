import type { Blog } from '../../../platform/blog.ts';
import type { Db } from '../../../platform/db/open.ts';
import { note } from '../../site/activity.ts';

/** Logs a change of how people sign in, in the transaction of the change. */
export async function recordSecurity(blog: Blog, tx: Db, what: string): Promise<void> {
  await note(blog, tx, 'security', what);
  for (const { on } of blog.features) await on?.securityChanged?.(blog, tx, what);
}
