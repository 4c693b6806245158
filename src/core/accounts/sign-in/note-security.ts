import { noticeSecurity } from '../../../features/mail/notices/sign-ins.ts';
import type { Blog } from '../../../platform/blog.ts';
import type { Db } from '../../../platform/db/open.ts';
import { note } from '../../site/activity.ts';

/** Logs a change of how people sign in, and tells the owner by mail, in the transaction of the change. */
export async function noteSecurity(blog: Blog, tx: Db, what: string): Promise<void> {
  await note(blog, tx, 'security', what);
  await noticeSecurity(blog, tx, what);
}
