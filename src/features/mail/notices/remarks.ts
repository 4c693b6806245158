import { type Blog, nowIso, serverUrl } from '../../../platform/blog.ts';
import type { Db } from '../../../platform/db/open.ts';
import { urls } from '../../../platform/http/urls.ts';
import * as messages from '../messages/mail.ts';
import { mailOwner, readOwner } from './owner-template.ts';

/** Where the owner is notified of comments, one mail a day tells of the remarks on a post. Returns whether it was queued. */
export async function noticeRemark(
  blog: Blog,
  tx: Db,
  { id, post_title }: { id: number; post_title: string },
): Promise<boolean> {
  const owner = await readOwner(blog, tx);
  if (!owner || owner.address === null || owner.settings.comment_notice === 'off') return false;
  const { address, site } = owner;
  return mailOwner(blog, tx, { address, site }, `remarks ${id} ${nowIso(blog).slice(0, 10)}`, {
    subject: messages.remarkAdded(post_title),
    parts: [messages.remarkAddedText],
    button: { label: messages.openPost, url: serverUrl(blog) + urls.editPost(id) },
  });
}
