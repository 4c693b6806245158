import { type Blog, nowIso } from '../../../platform/blog.ts';
import { deleteInBatches } from '../../../platform/db/in-batches.ts';
import { mailsExpired } from '../../../platform/messages/operator.ts';
import { mailTooOld } from '../messages/mail.ts';
import * as store from '../store/mails.ts';
import { deleteConfirmationAddresses, deleteRequestsBefore } from '../store/subscription-requests.ts';
import { deleteExpiredTokens } from '../store/tokens.ts';
import type { MailKind } from '../tables.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;

/**
 * How long a mail may wait. An older one is given up: after weeks without an SMTP server, or in a database that was restored
 * from a backup, it would surprise its recipient, or have arrived before.
 */
export const maxAgeMs: Readonly<Record<MailKind, number>> = {
  // As long as the link in it works.
  confirmation: 48 * hour,
  // Some of them are confirmations.
  commenter: 48 * hour,
  test: day,
  owner: 7 * day,
  newsletter: 7 * day,
};

const kinds = Object.keys(maxAgeMs) as MailKind[];
const personalDays = 30;

const before = (blog: Blog, ms: number): string => new Date(blog.now().getTime() - ms).toISOString();

export const isTooOld = (blog: Blog, { kind, date_added }: Pick<store.Mail, 'kind' | 'date_added'>) =>
  date_added < before(blog, maxAgeMs[kind]);

/** Gives up the mails that waited for too long. */
export async function expireMails(blog: Blog): Promise<void> {
  for (const kind of kinds) {
    const old = { kind, before: before(blog, maxAgeMs[kind]) };
    const change = { date_settled: nowIso(blog), response: mailTooOld(maxAgeMs[kind] / hour) };
    let expired = 0;
    await deleteInBatches(async (size) => {
      const count = await store.expireMails(blog.db, old, change, size);
      expired += count;
      return count;
    });
    if (expired > 0) blog.report(mailsExpired, { kind, mails: expired });
  }
}

/** Deletes requests for subscriptions that no job has answered in time. */
export const deleteExpiredRequests = (blog: Blog): Promise<void> =>
  deleteRequestsBefore(blog.db, before(blog, maxAgeMs.confirmation));

/** Deletes what is stored of mails to one person once it has expired; rows of newsletters: `deleteExpiredNewsletterMails`. */
export async function deleteExpiredMails(blog: Blog): Promise<void> {
  await expireMails(blog);
  await deleteExpiredRequests(blog);
  await deleteConfirmationAddresses(blog.db, before(blog, maxAgeMs.confirmation));
  await deleteInBatches((size) => deleteExpiredTokens(blog.db, nowIso(blog), size));
  await deleteInBatches((size) => store.deletePersonalMails(blog.db, before(blog, personalDays * day), size));
}
