import type { Blog } from '../../../platform/blog.ts';
import type { Db } from '../../../platform/db/open.ts';
import type { Message } from '../../../platform/messages/translate.ts';
import { recordActivity } from '../../site/activity.ts';

/** Logs a change of how people sign in, in the transaction of the change. */
export async function recordSecurity(blog: Blog, tx: Db, what: Message): Promise<void> {
  await recordActivity(blog, tx, 'security', what);
  for (const { on } of blog.features) await on?.securityChanged?.(blog, tx, what);
}
