import { append, appendText, attribute, type Element, element, isElement } from './tree.ts';

/** A link to what the author embedded. */
export function renderEmbed(figure: Element): void {
  const [link] = figure.childNodes;
  const url = link && isElement(link) ? URL.parse(attribute(link, 'href') ?? '') : null;
  if (!link || !isElement(link) || !url) return;
  link.childNodes = [];
  appendText(append(link, element('strong')), url.hostname.replace(/^www\./, ''));
  appendText(link, ' ');
  appendText(append(link, element('span')), url.href);
}
