import { createTransport } from 'nodemailer';
import { normalizedAddress } from '../../../platform/http/api/mail-address.ts';
import { type DkimKey, dkimSigned } from '../../../platform/smtp/dkim-signature.ts';
import type { MailContent } from './content.ts';
import { oneLine } from './template.ts';

export type OutgoingMail = {
  from: { name: string; address: string };
  to: string;
  messageId: string;
  date: Date;
  content: MailContent;
  /** What mails of a newsletter are filtered by; null for mails to one person. */
  list: { id: string; name: string } | null;
};

/** Writes the message as it is sent, with CRLF and signed. Throws for an address that `normalizedAddress` would not return. */
export async function composeMail(mail: OutgoingMail, dkim: DkimKey | null): Promise<Buffer> {
  const { content, list } = mail;
  const { message } = await createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
  }).sendMail({
    // Nothing that a text contains can make the server read a file or open a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
    xMailer: false,
    from: { name: oneLine(mail.from.name), address: checkedSender(mail.from.address) },
    to: { name: '', address: checked(mail.to) },
    ...(content.replyTo !== undefined && { replyTo: { name: '', address: checked(content.replyTo) } }),
    subject: oneLine(content.subject),
    messageId: mail.messageId,
    date: mail.date,
    text: content.text,
    html: content.html,
    headers: {
      ...(list === null && { 'Auto-Submitted': 'auto-generated' }),
      ...(content.unsubscribeUrl !== undefined && {
        'List-Unsubscribe': { prepared: true, value: `<${url(content.unsubscribeUrl)}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    ...(list && { list: { id: { url: list.id, comment: oneLine(list.name) } } }),
  });
  return dkim ? dkimSigned(message as Buffer, dkim) : (message as Buffer);
}

function checked(address: string): string {
  const normalized = normalizedAddress(address);
  if (normalized === null) throw new Error('A mail has an address that cannot be sent to.');
  return normalized;
}

/** Sites without a domain send as `blog@localhost`, which is no address for others. */
function checkedSender(address: string): string {
  if (/^[^\s<>"@,;:]+@[^\s<>"@,;]+$/.test(address)) return address;
  throw new Error('The sender of mails is no address.');
}

/** In ASCII, without what could end the header or the angle brackets around it. */
const url = (text: string): string => new URL(text).href.replace(/[<>\s]/g, encodeURIComponent);
