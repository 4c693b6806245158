import { escapeText } from '../../../../content/markdown/markup.ts';
import { markdownToHtml } from '../../../../content/markdown/to-html.ts';
import { embedPage } from '../../content/embed-pages.ts';
import * as html from '../../content/markup.ts';

/** What shortcodes become: HTML or Markdown in the text. */

/** HTML of its own block; Markdown ends it at the empty line. */
const block = (html: string): string => `\n\n${html}\n\n`;

type Picture = { src: string } & { [Name in 'alt' | 'title' | 'caption' | 'link']?: string | undefined };

export function figure({ src, alt, title = '', caption = '', link }: Picture): string {
  const img = html.image(src, alt, title === caption ? '' : title);
  return block(html.figure(link ? html.linked(link, img) : img, caption && inlineHtml(caption)));
}

/** One line of Markdown as HTML without its paragraph. */
function inlineHtml(markdown: string): string {
  const { html } = markdownToHtml(`\n${markdown.replace(/\s+/g, ' ').trim()}`);
  return /^<p>(.*)<\/p>$/s.exec(html)?.[1] ?? escapeText(markdown);
}

export const embed = (url: string): string => block(html.embed(url));

export function codeBlock(code: string, language: string, isHtml: boolean): string {
  const lines = code.replace(/^\n+/, '').trimEnd();
  if (!isHtml) return codeFence(lines, language);
  return block(html.codeBlock(escapeText(lines), language));
}

function codeFence(code: string, language: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `\n\n${fence}${language}\n${code}\n${fence}\n\n`;
}

export const callout = (kind: string, markdown: string, title?: string): string =>
  block(
    `<aside class="callout ${kind}">\n\n${title ? `**${title}**\n\n` : ''}${markdown.trim()}\n\n</aside>`,
  );

export const details = (summary: string, markdown: string): string =>
  block(`<details><summary>${inlineHtml(summary)}</summary>\n\n${markdown.trim()}\n\n</details>`);

export const quote = (markdown: string, source: string | undefined, isHtml: boolean): string => {
  if (isHtml)
    return block(`<blockquote>${markdown.trim()}${source ? `<p>— ${source}</p>` : ''}</blockquote>`);
  const lines = `${markdown.trim()}${source ? `\n\n— ${source}` : ''}`.split('\n');
  return `\n\n${lines.map((line) => `> ${line}`).join('\n')}\n\n`;
};

/** The page of what a well-known shortcode embeds. */
export const embedUrl = (name: string, id: string, user?: string): string | null =>
  /^https?:\/\//.test(id) ? id : embedPage(name, id, user);
