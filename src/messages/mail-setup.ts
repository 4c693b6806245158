/** What the owner reads on the screen of mail settings: tests of the SMTP server, DNS records, bounces. */

export const noMail = 'This site sends no mail, because SMTP_URL is not set.';
