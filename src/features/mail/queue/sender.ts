import { readSite } from '../../../core/site/site.ts';
import type { Blog } from '../../../platform/blog.ts';
import { isMailAddress, normalizedAddress } from '../../../platform/http/api/mail-address.ts';
import type { MailSettings } from '../api/mail.ts';

export type Sender = { name: string; address: string };

/** Who mails come from: the address of the settings, that of the SMTP account, or one of the site's host. */
export async function senderOf(blog: Blog, settings: MailSettings): Promise<Sender> {
  // A name with line ends would be several headers.
  const name = (settings.from_name || (await readSite(blog)).site_name).replace(/[\s\p{Cc}]+/gu, ' ').trim();
  if (settings.from_address !== '') return { name, address: settings.from_address };
  const account = blog.mail ? decodeURIComponent(new URL(blog.mail.smtpUrl).username) : '';
  if (isMailAddress(account)) return { name, address: account };
  return { name, address: `blog@${new URL(blog.siteUrl()).hostname}` };
}

/** Where the owner is notified of something; null: nowhere. */
export async function ownerAddress(blog: Blog, settings: MailSettings): Promise<string | null> {
  return ownerAddressIn(settings, await readSite(blog));
}

export const ownerAddressIn = (
  { owner_address }: Pick<MailSettings, 'owner_address'>,
  { contact_email }: { contact_email: string },
): string | null => normalizedAddress(owner_address || contact_email);
