import type { PublicSite } from '../../../core/site/api/site.ts';
import type { OfferedMail, PublicMail } from './mail.ts';

/** What the public settings of the site say about mail. */
export const mailOf = ({
  mail,
}: Pick<PublicSite, 'site_name'> & { mail?: OfferedMail | undefined }): PublicMail => ({
  isOn: mail !== undefined,
  subscriptions: mail?.subscriptions ?? false,
  commenterMail: mail?.commenter_mail ?? false,
});
