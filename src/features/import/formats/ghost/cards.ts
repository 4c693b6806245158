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

/** HTML of a card; null for those that are unknown. Captions, callouts and toggles are HTML already. */
export function cardHtml(name: string, payload: Payload, remarks: Set<string>): string | null {
  switch (name) {
    case 'markdown':
    case 'card-markdown':
      return markdownToHtml(`\n${text(payload, 'markdown')}`).html;
    case 'html':
      return text(payload, 'html');
    case 'image':
      return imageCard(payload);
    case 'gallery':
      return galleryCard(payload);
    case 'code':
    case 'codeblock':
      return codeCard(payload);
    case 'embed':
      return embedCard(payload);
    case 'bookmark':
      return bookmarkCard(payload);
    case 'hr':
    case 'horizontalrule':
      return '<hr>';
    case 'callout':
      return calloutCard(payload);
    case 'toggle':
      return `<details><summary>${text(payload, 'heading')}</summary>${text(payload, 'content')}</details>`;
    case 'button':
      return button(text(payload, 'buttonUrl'), text(payload, 'buttonText'));
    case 'audio':
      return mediaCard('audio', payload, escapeText(text(payload, 'title')));
    case 'video':
      return mediaCard('video', payload, text(payload, 'caption'));
    case 'file':
      return fileCard(payload);
    case 'header':
    case 'call-to-action':
      return headerCard(payload);
    case 'product':
      return productCard(payload);
    case 'signup':
      remarks.add('A form to sign up was left out; its text stays.');
      return headerCard(payload);
    case 'paywall':
      return '';
    case 'email':
    case 'email-cta':
      remarks.add('A part that only emails showed was left out.');
      return '';
    default:
      return null;
  }
}

function imageCard(payload: Payload): string {
  const src = text(payload, 'src');
  if (!src) return '';
  const img = image(src, text(payload, 'alt'), text(payload, 'title'));
  const href = text(payload, 'href');
  const width = text(payload, 'cardWidth');
  const layout = width === 'wide' || width === 'full' ? width : '';
  return figure(href ? linked(href, img) : img, text(payload, 'caption'), layout);
}

function galleryCard(payload: Payload): string {
  const images = Array.isArray(payload.images) ? (payload.images as Payload[]) : [];
  const figures = images.flatMap((one) => {
    const src = text(one, 'src');
    return src ? [figure(image(src, text(one, 'alt'), text(one, 'title')), text(one, 'caption'))] : [];
  });
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
  const inside = text(payload, 'calloutText');
  const paragraph = /^\s*<p[\s>]/i.test(inside) ? inside : `<p>${inside}</p>`;
  return `<aside class="callout note">${emoji ? paragraph.replace(/>/, `>${escapeText(emoji)} `) : paragraph}</aside>`;
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
  const below = [text(payload, 'subheader'), text(payload, 'textValue'), text(payload, 'disclaimer')].filter(
    Boolean,
  );
  return [
    background && figure(image(background)),
    heading && `<h2>${heading}</h2>`,
    ...below.map((one) => (/^\s*<p[\s>]/i.test(one) ? one : `<p>${one}</p>`)),
    button(text(payload, 'buttonUrl'), text(payload, 'buttonText')),
  ].join('');
}

function productCard(payload: Payload): string {
  const src = text(payload, 'productImageSrc');
  return [
    src && figure(image(src)),
    text(payload, 'productTitle') && `<h4>${text(payload, 'productTitle')}</h4>`,
    text(payload, 'productDescription'),
    button(text(payload, 'productUrl'), text(payload, 'productButton')),
  ].join('');
}
