import { type Change, changeSetting } from '../../../core/site/site.ts';
import type { Blog, MailServer } from '../../../platform/blog.ts';
import type { Db } from '../../../platform/db/open.ts';
import { readSetting } from '../../../platform/db/settings.ts';
import { startJobs } from '../../../platform/jobs/add-job.ts';
import { message } from '../../../platform/messages/translate.ts';
import type { MailSettings, MailSetup } from '../api/mail.ts';
import { bounceOf } from '../bounces/suppressions.ts';
import { readOwner } from '../notices/owner-template.ts';
import { applyNoticeSettings } from '../notices/settings-changed.ts';
import { ownerAddress, senderOf } from '../queue/sender.ts';
import { mailSetting, readMailSettings } from '../settings.ts';
import { applyNewsletterSettings } from './follow-settings.ts';

export async function changeMailSettings(blog: Blog, change: Change<MailSettings>): Promise<void> {
  const before = await readOwner(blog, blog.db);
  const follow = async (tx: Db) => {
    await applyNewsletterSettings(blog, tx);
    await applyNoticeSettings(blog, tx, before);
  };
  await changeSetting(
    blog,
    mailSetting,
    readMailSettings,
    change,
    message('Changed the mail settings'),
    follow,
  );
  startJobs(blog);
}

/** What the last reading of the mailbox came to: JSON of `MailboxState`. */
export const mailboxSetting = 'mailbox';
export type MailboxState = { date_read: string | null; error: string | null };

/** The settings, and what they come to, for a site that sends mail. */
export async function mailSetupOf(blog: Blog & { mail: MailServer }): Promise<MailSetup> {
  const settings = await readMailSettings(blog);
  const owner = await ownerAddress(blog, settings);
  const mailbox: MailboxState = JSON.parse(
    (await readSetting(blog.db, mailboxSetting)) ?? '{"date_read":null,"error":null}',
  );
  return {
    settings,
    sender: await senderOf(blog, settings),
    owner_address: owner,
    owner_bounce: owner === null ? null : await bounceOf(blog, blog.db, owner),
    server: smtpServerOf(blog.mail.smtpUrl),
    mailbox: blog.mail.imapUrl === null ? null : { host: new URL(blog.mail.imapUrl).hostname, ...mailbox },
  };
}

/** Of the URL with the password, what may be shown. */
function smtpServerOf(smtpUrl: string): MailSetup['server'] {
  const { protocol, hostname, port, username } = new URL(smtpUrl);
  const usual = protocol === 'smtps:' ? 465 : 587;
  return { host: hostname, port: port === '' ? usual : Number(port), has_login: username !== '' };
}
