import { createHash } from 'node:crypto';
import { type Blog, nowIso } from '../../../platform/blog.ts';
import type { Db } from '../../../platform/db/open.ts';
import { addressKey } from '../../../platform/http/api/mail-address.ts';
import { wakeJob } from '../../../platform/jobs/add-job.ts';
import { mailQueueFull } from '../../../platform/messages/operator.ts';
import type { MailContent } from '../message/content.ts';
import * as store from '../store/mails.ts';
import type { MailKind } from '../tables.ts';

type NewMail = {
  kind: Exclude<MailKind, 'newsletter'>;
  /** As `normalizedAddress` returns it. */
  address: string;
  /** What the mail is about, such as `reply 17`: no second one is queued for the same recipient. */
  about: string;
  content: MailContent;
};

export const mailJob = 'mail';

/** The local part tells nothing about the recipient. */
export function messageId(blog: Blog, about: string, address: string): string {
  const digest = createHash('sha256')
    .update(`${blog.siteId} ${about} ${addressKey(address)}`)
    .digest('hex');
  return `<${digest.slice(0, 40)}@${new URL(blog.siteUrl()).hostname}>`;
}

/** When so many wait, the SMTP server has been away for long, or something floods the site. */
const maxWaiting = 10_000;

/**
 * Queues mails in a transaction, for sites that send mail; call `startJobs` after the commit. False for one that was queued
 * before, and when the queue is full.
 */
export async function addMail(
  blog: Blog,
  tx: Db,
  { kind, address, about, content }: NewMail,
): Promise<boolean> {
  if (!blog.mail) return false;
  if (await store.isQueueFull(tx, maxWaiting)) {
    blog.report(mailQueueFull, { waiting: maxWaiting });
    return false;
  }
  const isNew = await store.insertMail(tx, {
    priority: 0,
    kind,
    address,
    address_key: addressKey(address),
    subscriber_id: null,
    newsletter_id: null,
    message_id: messageId(blog, about, address),
    content: JSON.stringify(content),
    state: 'waiting',
    next_run: nowIso(blog),
    date_added: nowIso(blog),
  });
  if (isNew) await wakeJob(blog, tx, mailJob);
  return isNew;
}
