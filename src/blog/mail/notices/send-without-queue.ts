import { composeMail } from '../../../mail/compose.ts';
import type { MailContent } from '../../../mail/content.ts';
import { smtpServer } from '../../../mail/smtp-url.ts';
import { MailTransport } from '../../../mail/transport.ts';
import type { Blog } from '../../blog.ts';
import { messageId } from '../queue.ts';
import { senderOf } from '../sender.ts';
import { readMailSettings } from '../settings.ts';

/** For when the database cannot be written. Nothing is stored, so nothing is tried again. */
export async function sendWithoutQueue(
  blog: Blog,
  address: string,
  about: string,
  content: MailContent,
): Promise<void> {
  if (!blog.mail) return;
  const sender = await senderOf(blog, await readMailSettings(blog));
  const transport = new MailTransport({
    server: smtpServer(blog.mail.smtpUrl),
    hostname: new URL(blog.siteUrl()).hostname,
  });
  try {
    const mail = {
      from: sender,
      to: address,
      messageId: messageId(blog, about, address),
      date: blog.now(),
      content,
      list: null,
    };
    await transport.send({
      from: sender.address,
      to: address,
      message: await composeMail(mail, null),
      beforeDot: async () => {},
      afterDot: () => {},
    });
  } finally {
    transport.close();
  }
}
