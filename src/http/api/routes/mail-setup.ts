import type { Blog, MailServer } from '../../../blog/blog.ts';
import { changeMailSettings, mailSetupOf } from '../../../blog/mail/change-settings.ts';
import { Problem } from '../../../contract/errors.ts';
import { mailSettingsChange, mailSetup } from '../../../contract/mail.ts';
import { noMail } from '../../../messages/mail-setup.ts';
import { route } from '../route.ts';

/** These routes only exist where it does not throw (`routesOf`). */
function sending(blog: Blog): Blog & { mail: MailServer } {
  if (!blog.mail) throw new Problem('not_found', noMail);
  return { ...blog, mail: blog.mail };
}

export const mailSetupRoutes = [
  route('GET', '/api/admin/mail', 'The settings of mail, and what they come to', {
    response: mailSetup,
    handle: ({ blog }) => mailSetupOf(sending(blog)),
  }),
  route('PUT', '/api/admin/mail', 'Change the settings of mail; fields that are not sent stay unchanged', {
    body: mailSettingsChange,
    response: mailSetup,
    handle: async ({ blog, body }) => {
      await changeMailSettings(blog, body);
      return mailSetupOf(sending(blog));
    },
  }),
];
