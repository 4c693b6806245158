import { imageAttributes, linkAttributes, type Mark, sizeAttributes } from './allowed.ts';
import { composeInline, dropped } from './compose-inline.ts';
import { type ImageLayout, layoutIn } from './image-layouts.ts';
import {
  type Attributes,
  append,
  attribute,
  classed,
  classesOf,
  type Element,
  element,
  hasClass,
  isElement,
  isText,
  linkElement,
  type Parent,
} from './tree.ts';
import { embedUrlInHtml, isFilePath, linkUrlInHtml } from './url.ts';

/** Whether a URL is one of a file of this site in its file store, when that has URLs of its own. */
export type IsStoredFile = (url: string) => boolean;

type Image = { attributes: Attributes; link: Attributes | null; captions: Element[] };
type Contents = { images: Image[]; players: Element[]; captions: Element[]; hasMore: boolean };

/** The blocks that a figure or gallery stands for; null when it holds something else, which then goes on without it. */
export function figureBlocks(
  node: Element,
  active: readonly Mark[],
  isStoredFile: IsStoredFile,
): Element[] | null {
  if (hasClass(node, 'embed')) return embedBlocks(node);
  const contents: Contents = { images: [], players: [], captions: [], hasMore: false };
  const link = active.find(({ name }) => name === 'a')?.attributes ?? null;
  collect(node, contents, { link, captions: contents.captions });
  const { images, players, captions, hasMore } = contents;
  if (hasMore || images.length + players.length === 0) return null;
  if (players.length > 0)
    return images.length === 0 && players[0] && players.length === 1
      ? mediaBlocks(players[0], captions, isStoredFile)
      : null;
  const [image] = images;
  if (image && images.length === 1 && node.tagName === 'figure')
    return [
      figure(
        { ...image, captions: [...new Set([...image.captions, ...captions])] },
        layoutIn(classesOf(node)),
      ),
    ];
  const gallery = classed('div', 'gallery');
  const used = new Set([captions]);
  for (const one of images) {
    append(gallery, figure(used.has(one.captions) ? { ...one, captions: [] } : one));
    used.add(one.captions);
  }
  return [gallery, ...paragraphs(captions)];
}

/** The block of an audio or video element. */
export function mediaBlocks(
  player: Element,
  captions: readonly Element[],
  isStoredFile: IsStoredFile,
): Element[] {
  const urls = sourcesOf(player);
  const src = urls.find((url) => isFilePath(url) || (/^https:/i.test(url) && isStoredFile(url)));
  if (src === undefined) return [...urls.slice(0, 1).flatMap(linkTo), ...paragraphs(captions)];
  const media = classed('figure', 'media');
  const size = player.tagName === 'video' ? sizeAttributes(player) : [];
  append(media, element(player.tagName, [{ name: 'src', value: src }, ...size]));
  return [withCaption(media, captions)];
}

function embedBlocks(node: Element): Element[] | null {
  const url = firstLink(node);
  if (url === null) return null;
  const embed = classed('figure', 'embed');
  append(embed, linkElement(url));
  return [embed, ...paragraphs(captionsOf(node))];
}

function firstLink(parent: Parent): string | null {
  for (const child of parent.childNodes) {
    if (!isElement(child) || child.tagName === 'figcaption') continue;
    const url = child.tagName === 'a' ? embedUrlInHtml(attribute(child, 'href') ?? '') : firstLink(child);
    if (url !== null) return url;
  }
  return null;
}

const captionsOf = (node: Element): Element[] =>
  node.childNodes.filter((child): child is Element => isElement(child) && child.tagName === 'figcaption');

const wrappers = new Set('a div figure li p picture span ul'.split(' '));

function collect(parent: Parent, contents: Contents, context: Omit<Image, 'attributes'>): void {
  for (const child of parent.childNodes) {
    if (isText(child)) contents.hasMore ||= /[^ \t\n]/.test(child.value);
    if (!isElement(child)) continue;
    const name = child.tagName;
    const attributes = name === 'img' ? imageAttributes(child) : null;
    if (attributes) contents.images.push({ attributes, ...context });
    else if (name === 'audio' || name === 'video') contents.players.push(child);
    else if (name === 'figcaption') context.captions.push(child);
    else if (hasClass(child, 'math', 'footnote', 'embed')) contents.hasMore = true;
    else if (wrappers.has(name)) collect(child, contents, contextIn(child, context));
    else contents.hasMore ||= name !== 'img' && name !== 'br' && !dropped.has(name);
  }
}

function contextIn(node: Element, context: Omit<Image, 'attributes'>): Omit<Image, 'attributes'> {
  if (node.tagName === 'figure') return { ...context, captions: [] };
  const link = node.tagName === 'a' ? linkAttributes(node) : [];
  return link.length > 0 ? { ...context, link } : context;
}

/** The layout decides about the width of the image. */
function figure({ attributes, link, captions }: Image, layout: ImageLayout | null = null): Element {
  const built = layout ? classed('figure', layout) : element('figure');
  const image = layout ? attributes.filter(({ name }) => name !== 'width') : attributes;
  append(link ? append(built, element('a', link)) : built, element('img', image));
  return withCaption(built, captions);
}

function withCaption(built: Element, captions: readonly Element[]): Element {
  const caption = composeInline(element('figcaption'), captions, { images: false, footnotes: true });
  if (caption.childNodes.length > 0) append(built, caption);
  return built;
}

function paragraphs(captions: readonly Element[]): Element[] {
  return captions
    .map((caption) => composeInline(element('p'), [caption], { images: true, footnotes: true }))
    .filter(({ childNodes }) => childNodes.length > 0);
}

function sourcesOf(player: Element): string[] {
  const sources = player.childNodes.filter(
    (child): child is Element => isElement(child) && child.tagName === 'source',
  );
  return [player, ...sources].flatMap((node) => linkUrlInHtml(attribute(node, 'src') ?? '') ?? []);
}

/** A file of another site is not played here: its server would learn of each reader. */
function linkTo(url: string): Element[] {
  const paragraph = element('p');
  append(paragraph, linkElement(url));
  return [paragraph];
}
