import { deleteInBatches } from '../../db/in-batches.ts';
import { deletePersonalMails } from '../../store/mails.ts';
import type { Blog } from '../blog.ts';

const day = 24 * 60 * 60 * 1000;
const personalDays = 30;

/** Deletes the rows of old mails to one person; those of newsletters: `forgetNewsletterMails`. */
export async function forgetMails(blog: Blog): Promise<void> {
  if (!blog.mail) return;
  const before = new Date(blog.now().getTime() - personalDays * day).toISOString();
  await deleteInBatches((size) => deletePersonalMails(blog.db, before, size));
}
