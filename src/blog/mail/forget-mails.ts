import { deleteInBatches } from '../../db/in-batches.ts';
import { deleteNewsletterMails, deletePersonalMails } from '../../store/mails.ts';
import type { Blog } from '../blog.ts';
import { summarizeNewsletters } from './newsletter-status.ts';

const day = 24 * 60 * 60 * 1000;
const personalDays = 30;
/** Until then the owner can see what became of the mail to each subscriber. */
const newsletterDays = 90;

/** Deletes the rows of old mails. Of newsletters the numbers stay. */
export async function forgetMails(blog: Blog): Promise<void> {
  if (!blog.mail) return;
  const before = (days: number) => new Date(blog.now().getTime() - days * day).toISOString();
  await deleteInBatches((size) => deletePersonalMails(blog.db, before(personalDays), size));
  await summarizeNewsletters(blog);
  await deleteInBatches((size) => deleteNewsletterMails(blog.db, before(newsletterDays), size));
}
