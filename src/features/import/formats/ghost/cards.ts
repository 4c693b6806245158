import { escapeAttribute, escapeText } from '../../../../content/markdown/markup.ts';
import { markdownToHtml } from '../../../../content/markdown/to-html.ts';
import { codeBlock, embed, figure, image, link, linked } from '../../content/markup.ts';

/** The content of a card of either editor. */
export type Payload = Readonly<Record<string, unknown>>;

const text = (payload: Payload, ...names: string[]): string => {
  for (const name of names) {
    const value = payload[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return '';
};

const button = (url: string, label: string): string =>
  url ? `<p>${link(url, label || url)}</p>` : label && `<p>${escapeText(label)}</p>`;
const paragraph = (html: string): string => html && `<p>${html}</p>`;
/** HTML that may have paragraphs of its own. */
const paragraphs = (html: string): string => (/^\s*<p[\s>]/i.test(html) ? html : `<p>${html}</p>`);

type Card = (payload: Payload, remarks: Set<string>) => string;

const markdown: Card = (payload) => markdownToHtml(`\n${text(payload, 'markdown')}`).html;
const rule: Card = () => '<hr>';
const onlyInEmails: Card = (_payload, remarks) => {
  remarks.add('A part that only emails showed was left out.');
  return '';
};

const cards: Record<string, Card> = {
  markdown,
  'card-markdown': markdown,
  html: (payload) => text(payload, 'html'),
  image: imageCard,
  gallery: galleryCard,
  code: codeCard,
  codeblock: codeCard,
  embed: embedCard,
  bookmark: bookmarkCard,
  hr: rule,
  horizontalrule: rule,
  callout: calloutCard,
  toggle: (payload) =>
    `<details><summary>${text(payload, 'heading')}</summary>${text(payload, 'content')}</details>`,
  button: buttonOf,
  audio: (payload) => mediaCard('audio', payload, escapeText(text(payload, 'title'))),
  video: (payload) => mediaCard('video', payload, text(payload, 'caption')),
  file: fileCard,
  header: headerCard,
  'call-to-action': headerCard,
  product: productCard,
  signup: (payload, remarks) => {
    remarks.add('A form to sign up was left out; its text stays.');
    return headerCard(payload);
  },
  paywall: () => '',
  email: onlyInEmails,
  'email-cta': onlyInEmails,
};

/** HTML of a card; null for those that are unknown. Captions, callouts and toggles are HTML already. */
export const cardHtml = (name: string, payload: Payload, remarks: Set<string>): string | null =>
  Object.hasOwn(cards, name) ? (cards[name]?.(payload, remarks) ?? null) : null;

function buttonOf(payload: Payload): string {
  return button(text(payload, 'buttonUrl'), text(payload, 'buttonText'));
}

const imageOf = (payload: Payload): string =>
  image(text(payload, 'src'), text(payload, 'alt'), text(payload, 'title'));

function imageCard(payload: Payload): string {
  if (!text(payload, 'src')) return '';
  const img = imageOf(payload);
  const href = text(payload, 'href');
  const width = text(payload, 'cardWidth');
  const layout = width === 'wide' || width === 'full' ? width : '';
  return figure(href ? linked(href, img) : img, text(payload, 'caption'), layout);
}

function galleryCard(payload: Payload): string {
  const images = Array.isArray(payload.images) ? (payload.images as Payload[]) : [];
  const figures = images.flatMap((one) =>
    text(one, 'src') ? figure(imageOf(one), text(one, 'caption')) : [],
  );
  return `<div class="gallery">${figures.join('')}</div>${paragraph(text(payload, 'caption'))}`;
}

function codeCard(payload: Payload): string {
  const language = text(payload, 'language').trim().split(/\s/, 1)[0] ?? '';
  const code = codeBlock(escapeText(text(payload, 'code')), language);
  return code + paragraph(text(payload, 'caption'));
}

function embedCard(payload: Payload): string {
  const url = text(payload, 'url');
  const caption = text(payload, 'caption');
  return url ? embed(url, caption) : text(payload, 'html') + paragraph(caption);
}

/** As Ghost itself writes it, so that `html-cards.ts` reads what is known of the page. */
function bookmarkCard(payload: Payload): string {
  const { metadata } = payload;
  const known = typeof metadata === 'object' && metadata !== null ? (metadata as Payload) : {};
  const url = text(payload, 'url') || text(known, 'url');
  if (!url) return paragraph(text(payload, 'caption'));
  const part = (name: string, ...fields: string[]) =>
    `<div class="kg-bookmark-${name}">${escapeText(text(known, ...fields))}</div>`;
  const picture = text(known, 'thumbnail');
  const card = [
    part('title', 'title'),
    part('description', 'description'),
    part('author', 'author'),
    part('publisher', 'publisher'),
    picture && `<div class="kg-bookmark-thumbnail">${image(picture)}</div>`,
  ].join('');
  return figure(linked(url, card), text(payload, 'caption'), 'kg-card kg-bookmark-card');
}

function calloutCard(payload: Payload): string {
  const emoji = text(payload, 'calloutEmoji');
  const inside = paragraphs(text(payload, 'calloutText'));
  return `<aside class="callout note">${emoji ? inside.replace(/>/, `>${escapeText(emoji)} `) : inside}</aside>`;
}

function mediaCard(name: 'audio' | 'video', payload: Payload, below: string): string {
  const src = text(payload, 'src', 'fileSrc');
  return src && figure(`<${name} src="${escapeAttribute(src)}"></${name}>`, below);
}

function fileCard(payload: Payload): string {
  const label = text(payload, 'fileTitle', 'fileName', 'src');
  return button(text(payload, 'src'), label) + paragraph(escapeText(text(payload, 'fileCaption')));
}

function headerCard(payload: Payload): string {
  const background = text(payload, 'backgroundImageSrc', 'imageUrl');
  const heading = text(payload, 'header');
  const below = ['subheader', 'textValue', 'disclaimer'].flatMap((name) => text(payload, name) || []);
  return [
    background && figure(image(background)),
    heading && `<h2>${heading}</h2>`,
    ...below.map(paragraphs),
    buttonOf(payload),
  ].join('');
}

function productCard(payload: Payload): string {
  const [src, title] = [text(payload, 'productImageSrc'), text(payload, 'productTitle')];
  return [
    src && figure(image(src)),
    title && `<h4>${title}</h4>`,
    text(payload, 'productDescription'),
    button(text(payload, 'productUrl'), text(payload, 'productButton')),
  ].join('');
}
