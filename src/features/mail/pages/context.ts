import { createContext, use } from 'react';
import type { PublicMail } from '../api/mail.ts';

const noMail: PublicMail = { isOn: false, subscriptions: false, commenterMail: false };

/** What readers can have sent to them: nothing in a static copy of the site, where nothing answers forms. */
export const MailContext = createContext(noMail);
export const useMail = (): PublicMail => use(MailContext);
