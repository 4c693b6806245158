import type { Db } from '../../db/open.ts';
import { note } from '../activity.ts';
import type { Blog } from '../blog.ts';
import { noticeSecurity } from '../mail/notices/sign-ins.ts';

/** Logs a change of how people sign in, and tells the owner by mail, in the transaction of the change. */
export async function noteSecurity(blog: Blog, tx: Db, what: string): Promise<void> {
  await note(blog, tx, 'security', what);
  await noticeSecurity(blog, tx, what);
}
