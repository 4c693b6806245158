import type { PublicSite } from '../../../core/site/api/site.ts';
import { useSite } from '../../../core/site/pages/site-context.ts';
import type { PublicMail } from '../api/mail.ts';

export const mailOf = ({ mail }: Pick<PublicSite, 'mail'>): PublicMail => ({
  isOn: mail !== undefined,
  subscriptions: mail?.subscriptions ?? false,
  commenterMail: mail?.commenter_mail ?? false,
});

/** Whether the site sends mail and what readers are offered: without mail, no screen mentions any. Costs no request. */
export const useMail = (): PublicMail => mailOf(useSite());
