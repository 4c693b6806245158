import { randomUUID } from 'node:crypto';
import type { Site } from '../../../core/site/api/site.ts';
import { escapeHtml } from '../../../platform/web/escape-html.ts';
import { messagesIn } from '../../../platform/web/messages/catalogs.ts';
import { mailHtml, quietLink } from '../message/frame.ts';

/** A mail for many: between the parts stands the URL of the page where each recipient changes what they get. */
export type Parts = { html: string[]; text: string[] };

export type MailSite = Pick<Site, 'site_name' | 'theme_color' | 'language'> & { url: string };

type Text = {
  /** BCP 47. */
  language: string;
  subject: string;
  preheader: string;
  html: string;
  text: string;
  /** CSS for programs with a dark mode. */
  darkStyles?: string;
};

/** What stands around the text is in the language of the site, as the page is that it links to. */
export function newsletterParts(site: MailSite, { text, html, subject, ...rest }: Text): Parts {
  const messages = messagesIn(site.language).newsletterMail;
  const reason = messages.reason(site.site_name);
  const own = `https://${randomUUID()}.invalid`;
  const mail = mailHtml({
    ...rest,
    title: subject,
    site: { name: site.site_name, url: site.url, color: site.theme_color },
    body: html,
    footer: `<p style="margin: 0 0 8px">${escapeHtml(reason)}</p><p style="margin: 0">${quietLink(messages.change, own)}</p>`,
    frameLanguage: site.language,
  });
  const around = `-- \n${site.site_name} · ${site.url}\n${reason}\n${messages.change}:\n${own}`;
  return { html: mail.split(own), text: `${text}\n\n${around}\n`.split(own) };
}
