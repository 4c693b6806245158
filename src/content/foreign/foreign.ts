import type { ImageLayout } from '../document/image-layouts.ts';
import {
  append,
  appendText,
  attribute,
  classed,
  classesOf,
  type Element,
  element,
  elements,
  type Fragment,
  hasClass,
  isElement,
  isText,
  type Node,
  type Parent,
  remove,
  rename,
  setAttribute,
  textContent,
} from '../document/tree.ts';
import { embedUrlInHtml } from '../document/url.ts';
import { calloutKind } from './callout-kind.ts';
import { recognizeFootnotes } from './footnotes.ts';
import { recognizeMath } from './math.ts';
import { pageOfPlayer, pageOfScript } from './players.ts';

/** Rewrites how other programs spell the blocks of a post (GitHub, WordPress, Ghost, Pandoc, Tiptap, KaTeX …). */
export function recognizeForeign(tree: Fragment): void {
  recognizeFootnotes(tree);
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
  else if (recognizeMath(node) || node.attrs.length === 0) return;
  else if (name === 'figure') recognizeFigure(node);
  else if (name === 'div') recognizeDiv(node);
  else if (name === 'aside' && hasClass(node, 'callout')) removeClassed(node, 'callout-label');
}

function recognizeDiv(node: Element): void {
  const classes = classesOf(node);
  const alert = classes.find((one) => one.startsWith('markdown-alert-'));
  if (alert) makeCallout(node, alert.slice('markdown-alert-'.length), 'markdown-alert-title');
  else if (classes.includes('admonition')) makeCallout(node, classes.join(' '), 'admonition-title');
  else if (classes.includes('kg-callout-card')) makeCallout(node, 'note', 'kg-callout-emoji');
  else if (classes.includes('kg-toggle-card')) makeDetails(node);
  else if (classes.includes('kg-audio-card')) keepPlayer(node);
  else if (classes.includes('wp-caption')) makeFigure(node, 'wp-caption-text');
  else if (classes.includes('gallery')) recognizeGallery(node);
}

/** Formats of the time before style sheets. */
function centerText(node: Element): void {
  rename(node, 'div', null);
  setAttribute(node, 'style', 'text-align: center;');
}

// Tasks

function recognizeTasks(list: Element): void {
  if (attribute(list, 'data-type') === 'taskList') rename(list, 'ul', 'tasks');
  const items = list.childNodes.filter(isElement);
  const tasks = new Map(items.map((item) => [item, item.tagName === 'li' ? checkboxOf(item) : null]));
  const checkboxes = [...tasks].filter(([, checkbox]) => checkbox);
  if (checkboxes.length === 0 && !hasClass(list, 'tasks')) return;
  for (const [item, checkbox] of checkboxes) if (checkbox) makeTask(item, checkbox);
  if (checkboxes.length === items.length || hasClass(list, 'tasks')) rename(list, 'ul', 'tasks');
  else splitList(list, (item) => Boolean(tasks.get(item)));
}

/** The checkbox that an item begins with. */
function checkboxOf(item: Parent): Element | null {
  for (const child of item.childNodes) {
    if (isText(child) && child.value.trim() === '') continue;
    if (!isElement(child)) return null;
    if (child.tagName === 'input')
      return attribute(child, 'type')?.toLowerCase() === 'checkbox' ? child : null;
    return ['p', 'label', 'span', 'div'].includes(child.tagName) ? checkboxOf(child) : null;
  }
  return null;
}

function makeTask(item: Element, checkbox: Element): void {
  const isDone = attribute(checkbox, 'checked') !== undefined || attribute(item, 'data-checked') === 'true';
  item.attrs = isDone ? [{ name: 'class', value: 'done' }] : [];
  const siblings = checkbox.parentNode?.childNodes ?? [];
  const next = siblings[siblings.indexOf(checkbox) + 1];
  if (next && isText(next)) next.value = next.value.trimStart();
  remove(checkbox);
}

/** GitHub allows tasks and other items in one list. Here they become neighboring lists. */
function splitList(list: Element, isTask: (item: Element) => boolean): void {
  const parts: Element[] = [];
  for (const item of list.childNodes.filter(isElement)) {
    const isOfTasks = isTask(item);
    const last = parts.at(-1);
    const fits = last && hasClass(last, 'tasks') === isOfTasks;
    const part = fits ? last : isOfTasks ? classed('ul', 'tasks') : element(list.tagName);
    if (!fits) parts.push(part);
    append(part, item);
  }
  replaceWithAll(list, parts);
}

// Callouts and details

function makeCallout(node: Element, words: string, label: string): void {
  removeClassed(node, label);
  rename(node, 'aside', `callout ${calloutKind(words)}`);
}

function makeDetails(card: Element): void {
  const heading = find(card, (node) => hasClass(node, 'kg-toggle-heading-text'));
  const content = find(card, (node) => hasClass(node, 'kg-toggle-content'));
  if (!heading || !content) return;
  rename(card, 'details', null);
  card.childNodes = [];
  append(card, heading);
  rename(heading, 'summary', null);
  append(card, content);
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
  setContent(node, 'embed', [linkElement(url), ...captions]);
}

/** Frames of other sites are dropped, except players that can be embedded by the URL of their page. */
function recognizeFrame(frame: Element): void {
  makeEmbed(frame, pageOfPlayer(attribute(frame, 'src') ?? ''));
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
  rename(node, 'figure', null);
  setContent(node, 'embed', [linkElement(url)]);
  return true;
}

function linkElement(url: string): Element {
  const link = element('a', [{ name: 'href', value: url }]);
  appendText(link, url);
  return link;
}

/** Ghost writes the controls of its players into the post. */
function keepPlayer(card: Element): void {
  const player = find(card, ({ tagName }) => tagName === 'video' || tagName === 'audio');
  if (!player) return;
  const caption =
    find(card, ({ tagName }) => tagName === 'figcaption') ??
    find(card, (node) => hasClass(node, 'kg-audio-title'));
  if (caption) rename(caption, 'figcaption', null);
  rename(card, 'figure', null);
  setContent(card, 'media', caption ? [player, caption] : [player]);
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

// The tree

function find(parent: Parent, matches: (node: Element) => boolean): Element | null {
  for (const node of elements(parent)) if (matches(node)) return node;
  return null;
}

function removeClassed(parent: Element, className: string): void {
  for (const node of [...elements(parent)]) if (hasClass(node, className)) remove(node);
}

function setContent(node: Element, className: string, content: Node[]): void {
  node.attrs = [{ name: 'class', value: className }];
  node.childNodes = [];
  for (const child of content) append(node, child);
}

function replaceWithAll(node: Element, replacements: Element[]): void {
  const parent = node.parentNode;
  if (!parent) return;
  parent.childNodes.splice(parent.childNodes.indexOf(node), 1, ...replacements);
  for (const one of replacements) one.parentNode = parent;
  node.parentNode = null;
}
