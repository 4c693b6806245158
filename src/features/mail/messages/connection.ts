export const mailServer =
  'Sends notifications to you, answers to commenters and the newsletter. Your mail provider lists these values under “SMTP” or “email program”.';
export const smtpHint = 'Like smtp.example.org, or smtp.example.org:2525 for another port.';
export const userHint = 'Often your whole email address. Empty: the server asks for none.';
export const imapHint =
  'Optional: reports about undeliverable mail are read from this mailbox. Like imap.example.org; the connection is encrypted.';
export const imapUserHint = 'Empty: user name and password of the SMTP server.';
export const hostExpected =
  'The name of a server is expected, like smtp.example.org or smtp.example.org:587.';
export const noServer = 'Enter the SMTP server first.';
export const accepted = (server: string, hasLogin: boolean) =>
  `${server} answers${hasLogin ? ' and accepts user name and password' : ''}.`;
export const mailSent = (server: string) => `${server} accepted a test mail to you. Look into your inbox.`;
export const noOwner =
  'No test mail was sent, because your email address is not known yet: save it under Mails to you.';
export const mailboxRead = (host: string) => `The mailbox at ${host} can be read.`;
export const mailboxFailed = (host: string, reason: string) =>
  `The mailbox at ${host} cannot be read: ${reason}`;
