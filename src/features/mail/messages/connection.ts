import { t } from '../../../platform/messages/translate.ts';

export const mailServer = t(
  'Sends notifications to you, answers to commenters and the newsletter. Your mail provider lists these values under “SMTP” or “email program”.',
);
export const smtpHint = t('Like smtp.example.org, or smtp.example.org:2525 for another port.');
export const userHint = t('Often your whole email address. Empty: the server asks for none.');
export const imapHint = t(
  'Optional: reports about undeliverable mail are read from this mailbox. Like imap.example.org; the connection is encrypted.',
);
export const imapUserHint = t('Empty: user name and password of the SMTP server.');
export const hostExpected = t(
  'The name of a server is expected, like smtp.example.org or smtp.example.org:587.',
);
export const noServer = t('Enter the SMTP server first.');
export const accepted = (server: string, hasLogin: boolean) =>
  hasLogin
    ? t('{server} answers and accepts user name and password.', { server })
    : t('{server} answers.', { server });
export const mailSent = (server: string) =>
  t('{server} accepted a test mail to you. Look into your inbox.', { server });
export const noOwner = t(
  'No test mail was sent, because your email address is not known yet: save it under Mails to you.',
);
export const mailboxRead = (host: string) => t('The mailbox at {host} can be read.', { host });
export const mailboxFailed = (host: string, reason: string) =>
  t('The mailbox at {host} cannot be read: {reason}', { host, reason });
