import { textLinks } from '../../content/document/text-links.ts';
import { emphasizedParts } from '../../core/comments/rules/emphasized-parts.ts';
import { escapeHtml } from '../../platform/web/escape-html.ts';

export const link = (href: string, label: string): string =>
  `<a href="${escapeHtml(href)}" rel="nofollow noopener">${escapeHtml(label)}</a>`;

/** The paragraphs of a plain text, with its links, as other servers expect a note. An empty line ends a paragraph. */
export function paragraphs(text: string, base: string): string[] {
  const found: string[][] = [[]];
  for (const line of text.split('\n').map((one) => one.trim()))
    if (line === '') found.push([]);
    else found.at(-1)?.push(withLinks(line, base));
  return found.filter((lines) => lines.length > 0).map((lines) => lines.join('<br>'));
}

const withLinks = (line: string, base: string): string =>
  textLinks(line)
    .map(({ text, href }) => (href ? link(new URL(href, base).href, text) : emphasized(text)))
    .join('');

/** As the page of the post shows it. */
const emphasized = (text: string): string =>
  emphasizedParts(text)
    .map(({ shown, as }) => (as === null ? escapeHtml(shown) : `<${as}>${escapeHtml(shown)}</${as}>`))
    .join('');
