import type { Blog } from '../../platform/blog.ts';
import { readSetting } from '../../platform/db/settings.ts';
import type { MailSettings, OfferedMail } from './api/mail.ts';

export const mailSetting = 'mail';

const fresh: MailSettings = {
  from_address: '',
  from_name: '',
  owner_address: '',
  subscriptions: true,
  newsletter_default: true,
  rate: 120,
  comment_notice: 'at-once',
  trouble_notice: true,
  commenter_mail: true,
};

export const toMailSettings = (stored = '{}'): MailSettings => ({ ...fresh, ...JSON.parse(stored) });

export const readMailSettings = async (blog: Pick<Blog, 'db'>): Promise<MailSettings> =>
  toMailSettings(await readSetting(blog.db, mailSetting));

/** What readers are offered; nothing on a site without mail. */
export function publicMail(
  { mail }: Pick<Blog, 'mail'>,
  stored: string | undefined,
): OfferedMail | undefined {
  if (!mail) return undefined;
  const { subscriptions, commenter_mail } = toMailSettings(stored);
  return { subscriptions, commenter_mail };
}
