import { escapeAttribute, escapeText } from '../../../content/markdown/markup.ts';

/** Blocks of a post as HTML, for readers of formats that have none. */

export function codeBlock(code: string, language = ''): string {
  const name = /^[a-z\d][a-z\d+#._-]{0,30}$/i.test(language)
    ? ` class="language-${language.toLowerCase()}"`
    : '';
  return `<pre><code${name}>${code}</code></pre>`;
}

export const embed = (url: string, caption = ''): string => figure(link(url), caption, 'embed');

/** `caption`: HTML. */
export function figure(media: string, caption = '', className = ''): string {
  const below = caption.trim() && `<figcaption>${caption.trim()}</figcaption>`;
  return `<figure${className && ` class="${className}"`}>${media}${below}</figure>`;
}

export function image(url: string, alt = '', title = ''): string {
  const titled = title && ` title="${escapeAttribute(title)}"`;
  return `<img src="${escapeAttribute(url)}" alt="${escapeAttribute(alt)}"${titled}>`;
}

/** `content`: HTML. */
export const linked = (url: string, content: string): string =>
  `<a href="${escapeAttribute(url)}">${content}</a>`;

export const link = (url: string, text = url): string => linked(url, escapeText(text));
