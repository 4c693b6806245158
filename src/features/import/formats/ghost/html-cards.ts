import {
  append,
  attribute,
  type Element,
  element,
  elements,
  type Fragment,
  hasClass,
  isElement,
  isText,
  remove,
  textContent,
} from '../../../../content/document/tree.ts';
import type { KnownEmbed } from '../../items.ts';

/** Rewrites the cards of Ghost's HTML, whose controls and previews are no text of the author. */
export function plainCards(tree: Fragment): KnownEmbed[] {
  const embeds: KnownEmbed[] = [];
  for (const node of [...elements(tree)])
    if (hasClass(node, 'kg-bookmark-card')) embeds.push(...bookmarkCard(node));
    else if (hasClass(node, 'kg-card')) rewrite(node);
  return embeds;
}

function rewrite(card: Element): void {
  if (hasClass(card, 'kg-gallery-card')) galleryCard(card);
  else if (hasClass(card, 'kg-callout-card')) calloutCard(card);
  else if (hasClass(card, 'kg-audio-card', 'kg-video-card')) mediaCard(card);
  else if (hasClass(card, 'kg-file-card')) fileCard(card);
  else if (hasClass(card, 'kg-toggle-card'))
    for (const icon of all(card, (node) => node.tagName === 'button')) remove(icon);
}

const all = (card: Element | Fragment, matches: (node: Element) => boolean): Element[] =>
  [...elements(card)].filter(matches);
const classed = (card: Element, name: string): Element | undefined =>
  all(card, (node) => hasClass(node, name))[0];
const isImage = ({ tagName }: Element): boolean => tagName === 'img';
const tagged = (card: Element, name: string): Element | undefined =>
  all(card, (node) => node.tagName === name)[0];

function become(card: Element, tag: string, className: string | null, content: readonly Element[]): void {
  card.tagName = tag;
  card.nodeName = tag;
  card.attrs = className ? [{ name: 'class', value: className }] : [];
  card.childNodes = [];
  for (const node of content) append(card, node);
}

function galleryCard(card: Element): void {
  const images = all(card, ({ tagName }) => tagName === 'img');
  const below = tagged(card, 'figcaption');
  const figures = images.map((image) => {
    const figure = element('figure');
    append(figure, image);
    return figure;
  });
  const gallery = element('div', [{ name: 'class', value: 'gallery' }]);
  for (const figure of figures) append(gallery, figure);
  const paragraph = element('p');
  for (const child of below?.childNodes.slice() ?? []) append(paragraph, child);
  become(card, 'div', null, below ? [gallery, paragraph] : [gallery]);
}

function bookmarkCard(card: Element): KnownEmbed[] {
  const href = attribute(classed(card, 'kg-bookmark-container') ?? tagged(card, 'a') ?? card, 'href');
  const below = tagged(card, 'figcaption');
  if (!href) return [];
  const text = (name: string) => textContent(classed(card, `kg-bookmark-${name}`) ?? element('p')).trim();
  const picture = all(classed(card, 'kg-bookmark-thumbnail') ?? element('p'), isImage)[0];
  const known = {
    url: href,
    title: text('title'),
    text: text('description'),
    author: text('author'),
    provider: text('publisher'),
    image: (picture && attribute(picture, 'src')) ?? '',
  };
  const link = element('a', [{ name: 'href', value: href }]);
  append(link, { nodeName: '#text', value: href, parentNode: link });
  become(card, 'figure', 'embed', below ? [link, below] : [link]);
  return known.title || known.text ? [known] : [];
}

/** The emoji stands before the text, where readers saw it. */
function calloutCard(card: Element): void {
  const emoji = classed(card, 'kg-callout-emoji');
  const inside = classed(card, 'kg-callout-text');
  if (!inside) return;
  const symbol = emoji ? textContent(emoji).trim() : '';
  const isInline = !inside.childNodes.some(
    (node) => isElement(node) && /^(?:p|ul|ol|h[1-6]|div)$/.test(node.tagName),
  );
  const paragraph = element('p');
  if (symbol) append(paragraph, { nodeName: '#text', value: `${symbol} `, parentNode: paragraph });
  if (isInline) for (const child of inside.childNodes.slice()) append(paragraph, child);
  const rest = isInline ? [] : inside.childNodes.filter(isElement);
  become(card, 'aside', 'callout note', paragraph.childNodes.length > 0 ? [paragraph, ...rest] : rest);
}

function mediaCard(card: Element): void {
  const player = all(card, ({ tagName }) => tagName === 'audio' || tagName === 'video')[0];
  const below = tagged(card, 'figcaption') ?? classed(card, 'kg-audio-title');
  if (!player) return;
  const caption = element('figcaption');
  for (const child of below?.childNodes.slice() ?? []) append(caption, child);
  become(card, 'figure', null, caption.childNodes.length > 0 ? [player, caption] : [player]);
}

function fileCard(card: Element): void {
  const link = tagged(card, 'a');
  const title = classed(card, 'kg-file-card-title') ?? classed(card, 'kg-file-card-filename');
  const below = classed(card, 'kg-file-card-caption');
  if (!link || !title) return;
  const label = element('a', [{ name: 'href', value: attribute(link, 'href') ?? '' }]);
  append(label, { nodeName: '#text', value: textContent(title).trim(), parentNode: label });
  const paragraphs = [element('p'), ...(below && textContent(below).trim() ? [element('p')] : [])];
  append(paragraphs[0] as Element, label);
  const second = paragraphs[1];
  if (second)
    for (const child of below?.childNodes.slice() ?? [])
      if (isText(child) || isElement(child)) append(second, child);
  become(card, 'div', null, paragraphs);
}
