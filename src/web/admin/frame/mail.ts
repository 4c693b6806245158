import type { PublicMail } from '../../../contract/mail.ts';
import type { PublicSite } from '../../../contract/site.ts';
import { useSite } from '../../site/site-context.ts';

export const mailOf = ({ mail }: Pick<PublicSite, 'mail'>): PublicMail => ({
  isOn: mail !== undefined,
  subscriptions: mail?.subscriptions ?? false,
  commenterMail: mail?.commenter_mail ?? false,
});

/** Whether the site sends mail and what readers are offered: without mail, no screen mentions any. Costs no request. */
export const useMail = (): PublicMail => mailOf(useSite());
