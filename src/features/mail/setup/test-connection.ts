import type { Blog, MailServer } from '../../../platform/blog.ts';
import { smtpServer } from '../../../platform/smtp/smtp-url.ts';
import * as messages from '../messages/connection.ts';
import { ownerAddress } from '../queue/sender.ts';
import { readMailSettings } from '../settings.ts';
import { sendTestMail } from './test-mail.ts';

const maxMs = 15_000;

/** Sends a test mail to the owner, or only signs in while no address is known, and opens the mailbox if there is one. */
export async function testMailServer(blog: Blog & { mail: MailServer }): Promise<string> {
  const server = { ...smtpServer(blog.mail.smtpUrl), timeoutMs: maxMs };
  const found = [await testSmtp(blog, server)];
  if (blog.mail.imapUrl !== null) found.push(await testImap(blog.mail.imapUrl));
  return found.join(' ');
}

async function testSmtp(
  blog: Blog & { mail: MailServer },
  server: ReturnType<typeof smtpServer>,
): Promise<string> {
  if ((await ownerAddress(blog, await readMailSettings(blog))) !== null) {
    const { is_sent, report, advice } = await sendTestMail(blog);
    if (!is_sent) throw new Error([...report, advice].filter(Boolean).join(' '));
    return messages.mailSent(server.host);
  }
  const { MailTransport } = await import('../../../platform/smtp/transport.ts');
  using transport = new MailTransport({ server, hostname: new URL(blog.siteUrl()).hostname });
  await transport.open();
  return `${messages.accepted(server.host, server.login !== null)} ${messages.noOwner}`;
}

async function testImap(imapUrl: string): Promise<string> {
  const { hostname } = new URL(imapUrl);
  const { openMailbox } = await import('../bounces/imap.ts');
  try {
    await openMailbox(imapUrl);
  } catch (error) {
    const { problemOf } = await import('../bounces/bounces.ts');
    throw new Error(messages.mailboxFailed(hostname, problemOf(error, imapUrl)));
  }
  return messages.mailboxRead(hostname);
}
