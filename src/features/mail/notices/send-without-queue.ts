import type { Blog } from '../../../platform/blog.ts';
import { smtpServer } from '../../../platform/smtp/smtp-url.ts';
import { MailTransport } from '../../../platform/smtp/transport.ts';
import { composeMail } from '../message/compose.ts';
import type { MailContent } from '../message/content.ts';
import { messageId } from '../queue/queue.ts';
import { senderOf } from '../queue/sender.ts';
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
  using transport = new MailTransport({
    server: smtpServer(blog.mail.smtpUrl),
    hostname: new URL(blog.siteUrl()).hostname,
  });
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
}
