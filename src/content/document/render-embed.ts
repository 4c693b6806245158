import type { Messages } from '../../platform/web/messages/types.ts';
import type { Embed } from './embed.ts';
import type { Highlighter } from './highlight.ts';
import { columnSizes } from './render-images.ts';
import { isColor } from './style.ts';
import {
  type Attributes,
  append,
  appendText,
  attribute,
  type Element,
  element,
  isElement,
  setAttribute,
} from './tree.ts';
import { cutAtWord } from './truncate.ts';

export type EmbedLookup = (url: string) => Embed | null;

const maxQuoteLength = 600;
const maxCodeLength = 40;

/**
 * A preview of an embedded page: one link with what is known of the page. The player is only named, for the script of public
 * pages, so that nothing is requested from another server before the reader clicks.
 */
export function renderEmbed(
  figure: Element,
  findEmbed: EmbedLookup,
  highlighter: Highlighter,
  messages: Messages,
): void {
  const [link] = figure.childNodes;
  const url = link && isElement(link) ? URL.parse(attribute(link, 'href') ?? '') : null;
  if (!link || !isElement(link) || !url) return;
  const embed = findEmbed(attribute(link, 'href') ?? '');
  link.childNodes = [];
  const host = url.hostname.replace(/^www\./, '');
  if (!embed) {
    appendLine(link, 'embed-title', host);
    appendLine(link, 'embed-source', url.href);
    return;
  }
  const title = embed.title || embed.author || host;
  if (embed.image) appendImage(link, embed.image);
  if (embed.text && !embed.codeFile) appendLine(link, 'embed-quote', shortened(embed.text));
  appendLine(link, 'embed-title', title);
  const source = [embed.author === title ? '' : embed.author, embed.provider].filter(Boolean).join(' · ');
  if (source) appendLine(link, 'embed-source', source);
  if (embed.player) {
    setAttribute(link, 'data-player', embed.player);
    setAttribute(link, 'data-title', title);
    if (embed.width && embed.height) setAttribute(link, 'data-ratio', `${embed.width} / ${embed.height}`);
    appendLine(link, 'embed-hint', messages.playerHint(new URL(embed.player).hostname));
  }
  if (embed.codeFile) appendCode(figure, embed, highlighter);
}

function appendLine(parent: Element, className: string, text: string): void {
  appendText(append(parent, element('span', [{ name: 'class', value: className }])), text);
}

const shortened = (text: string): string =>
  text.length > maxQuoteLength ? `${cutAtWord(text, maxQuoteLength)}…` : text;

function appendImage(link: Element, image: NonNullable<Embed['image']>): void {
  const attributes: Attributes = Object.entries({
    src: image.src,
    srcset: image.srcset,
    sizes: columnSizes,
    width: String(image.width),
    height: String(image.height),
    alt: '',
    loading: 'lazy',
    decoding: 'async',
    ...(isColor(image.color) && { style: `background-color: ${image.color};` }),
  }).map(([name, value]) => ({ name, value }));
  append(link, element('img', attributes));
}

function appendCode(figure: Element, { text, codeFile }: Embed, highlighter: Highlighter): void {
  const lines = text.split('\n');
  const pre = append(figure, element('pre', [{ name: 'tabindex', value: '0' }]));
  const code = append(pre, element('code'));
  appendText(code, lines.slice(0, maxCodeLength).join('\n') + (lines.length > maxCodeLength ? '\n…' : ''));
  highlighter.highlight(code, /\.([a-z\d]{1,12})$/i.exec(codeFile)?.[1]?.toLowerCase() ?? null);
}
