import { escapeHtml } from '../../../platform/web/escape-html.ts';
import type { MailContent } from './content.ts';
import { buttonHtml, mailHtml, quietLink } from './frame.ts';
import { light } from './palette.ts';

type Link = { label: string; url: string };

/** A paragraph, a text that was written by a reader, a line with a link, or a row of links. */
export type Part = string | { quote: string } | Link | { links: readonly Link[] };

/** A short mail of the site. */
export type MailTemplate = {
  subject: string;
  /** BCP 47. */
  language: string;
  /** With its accent color, if that is known. */
  site: { name: string; url: string; color?: string };
  parts: readonly Part[];
  button?: Link;
  /** Why the recipient gets this mail. */
  reason: string;
  /** The link that stops mails like this one. With `oneClick`, programs for mail show a button of their own for it. */
  stop?: { label: string; url: string; oneClick?: string };
  replyTo?: string;
};

/** Writes it as HTML and as plain text. All texts are plain: nothing that a reader typed becomes HTML. */
export function fillTemplate({
  subject,
  language,
  site,
  parts,
  button,
  reason,
  stop,
  replyTo,
}: MailTemplate): MailContent {
  const html = [...parts.map(partHtml), ...(button ? [buttonHtml(button, site.color)] : [])].join('\n');
  const footer = `<p style="margin: 0 0 8px">${escapeHtml(reason)}</p>${stop ? `<p style="margin: 0">${quietLink(stop.label, stop.url)}</p>` : ''}`;
  const text = [
    ...parts.map(partText),
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    `-- \n${site.name} · ${site.url}\n${reason}${stop ? `\n${stop.label}: ${stop.url}` : ''}`,
  ].join('\n\n');
  return {
    subject: oneLine(subject),
    html: mailHtml({ language, title: oneLine(subject), site, body: html, footer }),
    text: `${text}\n`,
    ...(stop?.oneClick !== undefined && { unsubscribeUrl: stop.oneClick }),
    ...(replyTo !== undefined && { replyTo }),
  };
}

/** A subject with line ends would be several headers, and one that turns its direction could show another text. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

const linkHtml = ({ label, url }: Link): string => `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`;

function partHtml(part: Part): string {
  if (typeof part === 'string') return `<p style="margin: 0 0 16px">${lines(part)}</p>`;
  if ('quote' in part)
    return `<blockquote class="line" dir="auto" style="margin: 0 0 16px; padding: 0 16px; border: 0 solid ${light.line}; border-inline-start-width: 3px">${lines(part.quote)}</blockquote>`;
  if ('links' in part)
    // Two spaces and a separator apart, so that none is hit instead of its neighbor.
    return `<p style="margin: 0 0 16px">${part.links.map(linkHtml).join(' &nbsp;·&nbsp; ')}</p>`;
  return `<p style="margin: 0 0 16px">${linkHtml(part)}</p>`;
}

function partText(part: Part): string {
  if (typeof part === 'string') return part;
  if ('quote' in part)
    return part.quote
      .split('\n')
      .map((line) => `> ${line}`)
      .join('\n');
  if ('links' in part) return part.links.map(linkText).join('\n');
  return linkText(part);
}

const linkText = ({ label, url }: Link): string => `${label}: ${url}`;

const lines = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>');
