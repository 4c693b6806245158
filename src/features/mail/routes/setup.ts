import type { Blog, MailServer } from '../../../platform/blog.ts';
import { route } from '../../../platform/http/api/route.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { mailSettingsChange, mailSetup } from '../api/mail.ts';
import { dkimSwitch, mailDomain, mailTest } from '../api/setup.ts';
import { noMail } from '../messages/setup.ts';
import { changeMailSettings, mailSetupOf } from '../setup/change-settings.ts';
import { makeDkimKey, switchDkim } from '../setup/dkim.ts';
import { checkDomain, mailDomain as domainOf } from '../setup/domain.ts';

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
  route('POST', '/api/admin/mail/test', 'Send a test mail to the owner and report the SMTP conversation', {
    response: mailTest,
    handle: async ({ blog }) => (await import('../setup/test-mail.ts')).sendTestMail(sending(blog)),
  }),
  route('GET', '/api/admin/mail/domain', 'The DNS records that mails of the site need', {
    response: mailDomain,
    handle: ({ blog }) => domainOf(blog),
  }),
  route('POST', '/api/admin/mail/domain/check', 'Look for these DNS records', {
    response: mailDomain,
    handle: ({ blog }) => checkDomain(blog),
  }),
  route(
    'POST',
    '/api/admin/mail/dkim',
    'Make a DKIM key; an earlier one signs until the new one is in the DNS',
    {
      response: mailDomain,
      handle: async ({ blog }) => {
        await makeDkimKey(blog);
        return domainOf(blog);
      },
    },
  ),
  route('PUT', '/api/admin/mail/dkim', 'Switch DKIM signatures off or on', {
    body: dkimSwitch,
    response: mailDomain,
    handle: async ({ blog, body }) => {
      await switchDkim(blog, body.is_off);
      return domainOf(blog);
    },
  }),
];
