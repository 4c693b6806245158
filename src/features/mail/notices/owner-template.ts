import type { Site } from '../../../core/site/api/site.ts';
import { toSite } from '../../../core/site/site.ts';
import type { Blog } from '../../../platform/blog.ts';
import type { Db } from '../../../platform/db/open.ts';
import { readSettings } from '../../../platform/db/settings.ts';
import type { MailSettings } from '../api/mail.ts';
import type { MailContent } from '../message/content.ts';
import { fillTemplate, type MailTemplate } from '../message/template.ts';
import * as messages from '../messages/mail.ts';
import { addMail } from '../queue/queue.ts';
import { ownerAddressIn } from '../queue/sender.ts';
import { mailSetting, toMailSettings } from '../settings.ts';

/** One who has an address. */
export type NamedOwner = { address: string; site: Site };

export type Owner = { address: string | null; settings: MailSettings; site: Site };

/** Where the owner is notified, and of what; with mail off nothing is read. */
export async function readOwner(blog: Pick<Blog, 'mail'>, db: Db): Promise<Owner | null> {
  if (!blog.mail) return null;
  const [stored, storedSite] = await readSettings(db, mailSetting, 'site');
  const settings = toMailSettings(stored);
  const site = toSite(storedSite);
  return { address: ownerAddressIn(settings, site), settings, site };
}

/** The owner, if mails about sign-ins, backups and the disk are wanted. */
export async function ownerOfTrouble(blog: Pick<Blog, 'mail'>, db: Db): Promise<NamedOwner | null> {
  const owner = await readOwner(blog, db);
  if (!owner?.settings.trouble_notice || owner.address === null) return null;
  return { address: owner.address, site: owner.site };
}

/** Queues a mail to the owner in the transaction of its cause. */
export const mailOwner = (
  blog: Blog,
  tx: Db,
  owner: NamedOwner,
  about: string,
  content: OwnerTemplate,
): Promise<boolean> =>
  addMail(blog, tx, {
    kind: 'owner',
    address: owner.address,
    about,
    content: ownerTemplate(blog, owner, content),
  });

export type OwnerTemplate = Pick<MailTemplate, 'subject' | 'parts' | 'button'>;

export const ownerTemplate = (blog: Blog, { site }: NamedOwner, content: OwnerTemplate): MailContent =>
  fillTemplate({
    ...content,
    // The admin area, too, is in English.
    language: 'en',
    site: { name: site.site_name, url: blog.siteUrl(), color: site.theme_color },
    reason: messages.ownerReason,
  });

/** In the time zone of the site, as the admin area shows dates. */
export const dateText = (date: Date, { time_zone }: Site): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'long', timeZone: time_zone }).format(date);
