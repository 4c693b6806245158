import { useSite } from '../../../core/site/pages/site-context.ts';
import type { PublicMail } from '../api/mail.ts';
import { mailOf } from '../api/public-mail.ts';

/** Whether the site sends mail and what readers are offered: without mail, no screen mentions any. Costs no request. */
export const useMail = (): PublicMail => mailOf(useSite());
