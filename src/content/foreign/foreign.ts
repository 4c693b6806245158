import type { ImageLayout } from '../document/image-layouts.ts';
import {
  append,
  attribute,
  become,
  classesOf,
  type Element,
  elements,
  type Fragment,
  find,
  hasClass,
  linkElement,
  remove,
  rename,
  setAttribute,
  textContent,
} from '../document/tree.ts';
import { embedUrlInHtml } from '../document/url.ts';
import { recognizeCallout } from './callouts.ts';
import { recognizeFootnotes } from './footnotes.ts';
import { recognizeMath } from './math.ts';
import { pageOfPlayer, pageOfScript } from './players.ts';
import { recognizeTasks } from './tasks.ts';

/**
 * Rewrites how other programs spell the blocks of a post (GitHub, WordPress, Ghost, Pandoc, Tiptap, KaTeX …), for what is saved,
 * imported and pasted. `isPasted`: see `recognizeFootnotes`.
 */
export function recognizeForeign(tree: Fragment, { isPasted = false } = {}): void {
  recognizeFootnotes(tree, isPasted);
  for (const node of [...elements(tree)]) rewrite(node);
}

function rewrite(node: Element): void {
  const name = node.tagName;
  if (name === 'ul' || name === 'ol') recognizeTasks(node);
  else if (name === 'iframe') recognizeFrame(node);
  else if (name === 'object' || name === 'embed') recognizeObject(node);
  else if (name === 'script' && pageOfScript(attribute(node, 'src') ?? ''))
    makeEmbed(node, pageOfScript(attribute(node, 'src') ?? ''));
  else if (name === 'center') centerText(node);
  else if (recognizeMath(node) || recognizeCallout(node) || node.attrs.length === 0) return;
  else if (name === 'figure') recognizeFigure(node);
  else if (name === 'div') recognizeDiv(node);
}

function recognizeDiv(node: Element): void {
  const classes = classesOf(node);
  if (classes.includes('kg-toggle-card')) makeDetails(node);
  else if (classes.includes('kg-audio-card')) keepPlayer(node);
  else if (classes.includes('wp-caption')) makeFigure(node, 'wp-caption-text');
  else if (classes.includes('gallery')) recognizeGallery(node);
}

/** Formats of the time before style sheets. */
function centerText(node: Element): void {
  rename(node, 'div', null);
  setAttribute(node, 'style', 'text-align: center;');
}

function makeDetails(card: Element): void {
  const heading = find(card, (node) => hasClass(node, 'kg-toggle-heading-text'));
  const content = find(card, (node) => hasClass(node, 'kg-toggle-content'));
  if (!heading || !content) return;
  rename(heading, 'summary', null);
  become(card, 'details', null, [heading, content]);
}

// Figures

/** The classes of widths, by what we call them. */
const foreignLayouts = new Map<string, ImageLayout>([
  ['alignwide', 'wide'],
  ['kg-width-wide', 'wide'],
  ['alignfull', 'full'],
  ['kg-width-full', 'full'],
]);

function recognizeFigure(node: Element): void {
  const layout = classesOf(node).flatMap((one) => foreignLayouts.get(one) ?? [])[0];
  if (hasClass(node, 'wp-block-embed', 'kg-embed-card', 'kg-bookmark-card')) recognizeEmbed(node);
  else if (hasClass(node, 'kg-video-card')) keepPlayer(node);
  else if (hasClass(node, 'wp-block-table')) captionTable(node);
  else if (layout) node.attrs = [{ name: 'class', value: layout }];
}

function recognizeEmbed(node: Element): void {
  const frame = find(node, ({ tagName }) => tagName === 'iframe');
  const link = find(node, (one) => one.tagName === 'a' && attribute(one, 'href') !== undefined);
  const text = textContent(node).trim().split(/\s/, 1)[0] ?? '';
  const url =
    embedUrlInHtml(frame ? playerPage(attribute(frame, 'src') ?? '') : '') ??
    embedUrlInHtml((link && attribute(link, 'href')) || '') ??
    (/^https?:/i.test(text) ? embedUrlInHtml(text) : null);
  if (url === null) return;
  const captions = node.childNodes.filter((child) => child.nodeName === 'figcaption');
  become(node, 'figure', 'embed', [linkElement(url), ...captions]);
}

/** Frames of other sites are dropped, except players that can be embedded by the URL of their page. */
function recognizeFrame(frame: Element): void {
  makeEmbed(frame, pageOfPlayer(attribute(frame, 'src') || attribute(frame, 'data-src') || ''));
}

/** Players of the time of Flash: `<object>` with a `<param>` and an `<embed>`, each with the URL. */
function recognizeObject(node: Element): void {
  const urls = [node, ...elements(node)].flatMap((one) =>
    one.tagName !== 'param' || /^(?:movie|src)$/i.test(attribute(one, 'name') ?? '')
      ? [attribute(one, 'data'), attribute(one, 'src'), attribute(one, 'value')]
      : [],
  );
  for (const url of urls) if (url && makeEmbed(node, pageOfPlayer(url))) return;
}

/** Cards of embeds may show any page, also one whose player is not known. */
function playerPage(src: string): string {
  return pageOfPlayer(src) ?? src;
}

function makeEmbed(node: Element, page: string | null): boolean {
  const url = page === null ? null : embedUrlInHtml(page);
  if (url === null) return false;
  become(node, 'figure', 'embed', [linkElement(url)]);
  return true;
}

/** Ghost writes the controls of its players into the post. */
export function keepPlayer(card: Element): void {
  const player = find(card, ({ tagName }) => tagName === 'video' || tagName === 'audio');
  if (!player) return;
  const caption =
    find(card, ({ tagName }) => tagName === 'figcaption') ??
    find(card, (node) => hasClass(node, 'kg-audio-title'));
  if (caption) rename(caption, 'figcaption', null);
  become(card, 'figure', 'media', caption ? [player, caption] : [player]);
}

function captionTable(node: Element): void {
  const table = find(node, ({ tagName }) => tagName === 'table');
  const caption = find(node, ({ tagName }) => tagName === 'figcaption');
  if (!table || !caption || find(table, ({ tagName }) => tagName === 'caption')) return;
  remove(caption);
  rename(caption, 'caption', null);
  append(table, caption);
}

function makeFigure(node: Element, captionClass: string): void {
  const caption = find(node, (one) => hasClass(one, captionClass));
  if (caption) rename(caption, 'figcaption', null);
  rename(node, 'figure', null);
}

/** The gallery of WordPress themes: a definition list per image. */
function recognizeGallery(gallery: Element): void {
  for (const item of [...elements(gallery)])
    if (hasClass(item, 'gallery-item')) {
      const icon = find(item, (node) => hasClass(node, 'gallery-icon'));
      if (icon) rename(icon, 'div', null);
      makeFigure(item, 'gallery-caption');
    }
}
