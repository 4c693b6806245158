import {
  append,
  appendText,
  attribute,
  become,
  type Element,
  element,
  elements,
  type Fragment,
  find,
  hasClass,
  isElement,
  linkElement,
  remove,
  rename,
  textContent,
} from '../../../../content/document/tree.ts';
import { keepPlayer } from '../../../../content/foreign/foreign.ts';
import type { KnownEmbed } from '../../items.ts';

/** Rewrites the cards of Ghost's HTML, whose controls and previews are no text of the author. */
export function plainCards(tree: Fragment): KnownEmbed[] {
  const embeds: KnownEmbed[] = [];
  for (const node of [...elements(tree)])
    if (hasClass(node, 'kg-bookmark-card')) embeds.push(...bookmarkCard(node));
    else if (hasClass(node, 'kg-callout-card')) calloutCard(node);
    else if (hasClass(node, 'kg-audio-card', 'kg-video-card')) keepPlayer(node);
    else if (hasClass(node, 'kg-file-card')) fileCard(node);
    else if (node.tagName === 'button' && hasClass(node, 'kg-toggle-card-icon')) remove(node);
  return embeds;
}

const withClass = (card: Element, name: string): Element | undefined =>
  find(card, (node) => hasClass(node, name));
const withTag = (card: Element, name: string): Element | undefined =>
  find(card, ({ tagName }) => tagName === name);

function bookmarkCard(card: Element): KnownEmbed[] {
  const href = attribute(withClass(card, 'kg-bookmark-container') ?? withTag(card, 'a') ?? card, 'href');
  const below = withTag(card, 'figcaption');
  if (!href) return [];
  const text = (name: string) => textContent(withClass(card, `kg-bookmark-${name}`) ?? element('p')).trim();
  const picture = withTag(withClass(card, 'kg-bookmark-thumbnail') ?? element('p'), 'img');
  const known = {
    url: href,
    title: text('title'),
    text: text('description'),
    author: text('author'),
    provider: text('publisher'),
    image: (picture && attribute(picture, 'src')) ?? '',
  };
  become(card, 'figure', 'embed', [linkElement(href), ...(below ? [below] : [])]);
  return known.title || known.text ? [known] : [];
}

/** The emoji stands before the text, where readers saw it. */
function calloutCard(card: Element): void {
  const emoji = withClass(card, 'kg-callout-emoji');
  const inside = withClass(card, 'kg-callout-text');
  if (!inside) return;
  const symbol = emoji ? textContent(emoji).trim() : '';
  const isInline = !inside.childNodes.some(
    (node) => isElement(node) && /^(?:p|ul|ol|h[1-6]|div)$/.test(node.tagName),
  );
  const paragraph = element('p');
  if (symbol) appendText(paragraph, `${symbol} `);
  if (isInline) for (const child of inside.childNodes) append(paragraph, child);
  const rest = isInline ? [] : inside.childNodes.filter(isElement);
  become(card, 'aside', 'callout note', paragraph.childNodes.length > 0 ? [paragraph, ...rest] : rest);
}

function fileCard(card: Element): void {
  const link = withTag(card, 'a');
  const title = withClass(card, 'kg-file-card-title') ?? withClass(card, 'kg-file-card-filename');
  const below = withClass(card, 'kg-file-card-caption');
  if (!link || !title) return;
  const file = element('p');
  append(file, linkElement(attribute(link, 'href') ?? '', textContent(title).trim()));
  if (below) rename(below, 'p', null);
  become(card, 'div', null, below && textContent(below).trim() ? [file, below] : [file]);
}
