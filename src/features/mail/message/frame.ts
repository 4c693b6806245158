import { escapeHtml } from '../../../platform/web/escape-html.ts';
import { textDirection } from '../../../platform/web/language-names.ts';
import { accentOf, dark, fonts, light } from './palette.ts';

type MailFrame = {
  /** BCP 47. */
  language: string;
  title: string;
  /** What lists of mails show after the subject. */
  preheader?: string;
  /** With its accent color, if that is known. */
  site: { name: string; url: string; color?: string };
  /** HTML. */
  body: string;
  footer: string;
  /** Of the name of the site and the footer, where the text is in another language. */
  frameLanguage?: string;
  /** Further CSS for programs with a dark mode. */
  darkStyles?: string;
};

/** How wide the text is; images are not wider either. */
export const columnWidth = 600;

/**
 * The document around the text of every mail. Programs for mail know few styles, so it is one column of text with the fonts of
 * the system; colors of the dark scheme are in a style element, which programs with a dark mode read. Others invert the colors,
 * so none of them stands on a background of its own without need. Outlook knows no greatest width, only tables.
 */
export function mailHtml(frame: MailFrame): string {
  const { language, title, preheader, site, body, footer, frameLanguage = language, darkStyles = '' } = frame;
  const accent = accentOf(site.color);
  const around = languageAttributes(frameLanguage);
  return `<!doctype html>
<html ${languageAttributes(language)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
:root { color-scheme: light dark; }
a { color: ${accent.light.accent}; }
@media (prefers-color-scheme: dark) {
  body, .page { background-color: ${dark.paper} !important; color: ${dark.ink} !important; }
  a { color: ${accent.dark.accent} !important; }
  .plain, .plain a { color: inherit !important; }
  .button { background-color: ${accent.dark.accent} !important; color: ${accent.dark.onAccent} !important; }
  .quiet, .quiet a { color: ${dark.soft} !important; }
  .line { border-color: ${dark.line} !important; }
  .sunken { background-color: ${dark.sunken} !important; }
${darkStyles}}
</style>
</head>
<body class="page" style="margin: 0; padding: 0; background-color: ${light.paper}; color: ${light.ink}; font: 17px/1.6 ${fonts.text}; word-wrap: break-word; -webkit-text-size-adjust: 100%">
${preheader ? `<div style="display: none; max-height: 0; overflow: hidden">${escapeHtml(preheader)}</div>` : ''}
<!--[if mso]><table role="presentation" width="${columnWidth}" align="center"><tr><td><![endif]-->
<div class="page" style="max-width: ${columnWidth}px; margin: 0 auto; padding: 24px 20px; color: ${light.ink}">
<p class="plain" ${around} style="margin: 0 0 28px; font: bold 15px/1.4 ${fonts.ui}"><a href="${escapeHtml(site.url)}" style="color: inherit; text-decoration: none">${escapeHtml(site.name)}</a></p>
${withLinkColor(body, accent.light.accent)}
<hr class="line" style="margin: 36px 0 16px; border: 0; border-top: 1px solid ${light.line}">
<div class="quiet" ${around} style="font: 13px/1.5 ${fonts.ui}; color: ${light.soft}">${footer}</div>
</div>
<!--[if mso]></td></tr></table><![endif]-->
</body>
</html>
`;
}

/** Some programs for mail drop style elements. Links with a style of their own keep it. */
const withLinkColor = (html: string, color: string): string =>
  html.replace(/<a href="[^"]*"(?: title="[^"]*")?(?=>)/g, (link) => `${link} style="color: ${color}"`);

const languageAttributes = (language: string): string =>
  `lang="${escapeHtml(language)}" dir="${textDirection(language)}"`;

/** A link in the color of the text around it, such as in the footer. */
export const quietLink = (label: string, url: string): string =>
  `<a href="${escapeHtml(url)}" style="color: ${light.soft}">${escapeHtml(label)}</a>`;

export function buttonHtml({ label, url }: { label: string; url: string }, color?: string): string {
  const { accent, onAccent } = accentOf(color).light;
  return `<p style="margin: 28px 0"><a class="button" href="${escapeHtml(url)}" style="display: inline-block; padding: 10px 22px; border-radius: 6px; background-color: ${accent}; color: ${onAccent}; font: bold 16px/1.4 ${fonts.ui}; text-decoration: none">${escapeHtml(label)}</a></p>`;
}
