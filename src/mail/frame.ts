import { textDirection } from '../rules/languages.ts';

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

export type MailFrame = {
  /** BCP 47. */
  language: string;
  title: string;
  /** What lists of mails show after the subject. */
  preheader?: string;
  site: { name: string; url: string };
  /** HTML. */
  body: string;
  footer: string;
};

/**
 * The document around the text of every mail. Programs for mail know few styles, so it is one column of text with system fonts;
 * colors of the dark scheme are in a style element, which those that have a dark mode read.
 */
export const mailHtml = ({ language, title, preheader, site, body, footer }: MailFrame): string =>
  `<!doctype html>
<html lang="${escapeHtml(language)}" dir="${textDirection(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  body, .page { background: #16181d !important; color: #e8e6e3 !important; }
  a { color: #9db8ff !important; }
  .button { background: #e8e6e3 !important; color: #16181d !important; }
  .quiet, .quiet a { color: #a9a7a3 !important; }
  blockquote, hr { border-color: #4a4d55 !important; }
}
</style>
</head>
<body class="page" style="margin: 0; background: #ffffff; color: #1c1b1a; font: 17px/1.6 Georgia, 'Times New Roman', serif">
${preheader ? `<div style="display: none; max-height: 0; overflow: hidden">${escapeHtml(preheader)}</div>` : ''}
<div class="page" style="max-width: 600px; margin: 0 auto; padding: 24px 20px">
<p style="margin: 0 0 24px; font: bold 15px/1.4 sans-serif"><a href="${escapeHtml(site.url)}" style="color: inherit; text-decoration: none">${escapeHtml(site.name)}</a></p>
${body}
<hr style="margin: 32px 0 16px; border: 0; border-top: 1px solid #d8d5d0">
<div class="quiet" style="font: 13px/1.5 sans-serif; color: #5f5c58">${footer}</div>
</div>
</body>
</html>
`;
