import { textLinks } from '../../document/text-links.ts';

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

export const link = (href: string, label: string): string =>
  `<a href="${escapeHtml(href)}" rel="nofollow noopener">${escapeHtml(label)}</a>`;

/** The paragraphs of a plain text, with its links, as other servers expect a note. */
export const paragraphs = (text: string, base: string): string[] =>
  text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) =>
      paragraph
        .split('\n')
        .map((line) => withLinks(line.trim(), base))
        .join('<br>'),
    )
    .filter((paragraph) => paragraph !== '');

const withLinks = (line: string, base: string): string =>
  textLinks(line)
    .map(({ text, href }) => (href ? link(new URL(href, base).href, text) : escapeHtml(text)))
    .join('');
