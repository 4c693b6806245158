import { messagesIn } from '../../platform/web/messages/catalogs.ts';
import type { Messages } from '../../platform/web/messages/types.ts';
import { isRightToLeft } from './direction.ts';
import { Headings } from './headings.ts';
import { Highlighter } from './highlight.ts';
import { parse, write } from './parse.ts';
import { renderColors } from './render-colors.ts';
import { type EmbedLookup, renderEmbed } from './render-embed.ts';
import { renderFootnotes } from './render-footnotes.ts';
import { type ImageLookup, renderFigure, renderGallery, renderImage } from './render-images.ts';
import { Formulas } from './render-math.ts';
import { renderMedia } from './render-media.ts';
import { renderTableOfContents } from './render-toc.ts';
import {
  append,
  appendText,
  attribute,
  type Element,
  element,
  elements,
  hasClass,
  isElement,
  type Parent,
  prepend,
  setAttribute,
  textContent,
  wrap,
} from './tree.ts';

/**
 * Counts changes of the rendered HTML. Increase it with each change here or in a file that this one imports, and posts
 * that an older renderer rendered are rendered again in the background (src/core/posts/rerender.ts).
 */
export const rendererVersion = 11;

/** What is known about things that a post refers to. */
export type Lookups = {
  findImage?: ImageLookup | undefined;
  findEmbed?: EmbedLookup | undefined;
  /** The language of labels in the post: its own, or else that of the site. */
  language?: string | undefined;
};
export type { EmbedLookup } from './render-embed.ts';
export type { ImageLookup } from './render-images.ts';

/** Renders sanitized post HTML for readers, as docs/development/document-format.md says. */
export function renderContent(html: string, lookups: Lookups = {}): string {
  const tree = parse(html);
  const all = [...elements(tree)];
  const headings = new Headings(all);
  const messages = messagesIn(lookups.language ?? 'en');
  const renderer = new Renderer(lookups, messages);
  for (const node of all) renderer.render(node);
  renderColors(all);
  for (const node of all) if (node.tagName === 'a') headings.pointTo(node);
  renderTableOfContents(all, headings, messages);
  headings.addAnchors(messages);
  renderFootnotes(tree, all, messages);
  return write(tree);
}

const directed = new Set(['blockquote', 'dl', 'ol', 'table', 'ul']);

class Renderer {
  readonly #findImage: ImageLookup;
  readonly #findEmbed: EmbedLookup;
  readonly #highlighter = new Highlighter();
  readonly #formulas: Formulas;
  readonly #messages: Messages;

  constructor({ findImage = () => null, findEmbed = () => null }: Lookups, messages: Messages) {
    this.#messages = messages;
    this.#formulas = new Formulas(messages);
    this.#findImage = findImage;
    this.#findEmbed = findEmbed;
  }

  render(node: Element): void {
    const name = node.tagName;
    // Markers and the bar of a quotation are on the side where the text begins.
    if (directed.has(name) && isRightToLeft(node)) setAttribute(node, 'dir', 'rtl');
    if (name === 'pre') renderCode(node, this.#highlighter);
    else if (name === 'img') renderImage(node, this.#findImage(attribute(node, 'src') ?? ''));
    else if (name === 'table') wrap(node, tableRegion(node, this.#messages));
    else if (name === 'ul' && hasClass(node, 'tasks')) renderTasks(node, this.#messages);
    else if (name === 'aside') renderCallout(node, this.#messages);
    else if (name === 'summary' && node.childNodes.length === 0) appendText(node, this.#messages.details);
    else if (name === 'figure') this.#figure(node);
    else if (name === 'div' && hasClass(node, 'gallery')) renderGallery(node, this.#findImage);
    else if (name === 'p' && hasClass(node, 'action')) renderAction(node);
    else if (hasClass(node, 'math')) this.#formulas.render(node);
  }

  #figure(node: Element): void {
    if (hasClass(node, 'embed')) renderEmbed(node, this.#findEmbed, this.#highlighter, this.#messages);
    else if (hasClass(node, 'media')) renderMedia(node, this.#messages);
    else renderFigure(node, this.#findImage, this.#messages);
  }
}

function renderCode(pre: Element, highlighter: Highlighter): void {
  const code = pre.childNodes[0];
  if (!code || !isElement(code)) return;
  const language = /^language-(\S+)$/.exec(attribute(code, 'class') ?? '')?.[1] ?? null;
  highlighter.highlight(code, language);
  setAttribute(pre, 'tabindex', '0');
}

function tableRegion(table: Element, messages: Messages): Element {
  const caption = table.childNodes.find((child): child is Element => child.nodeName === 'caption');
  return element('div', [
    { name: 'class', value: 'table' },
    { name: 'tabindex', value: '0' },
    { name: 'role', value: 'region' },
    { name: 'aria-label', value: (caption && textContent(caption)) || messages.table },
  ]);
}

function renderTasks(list: Element, messages: Messages): void {
  for (const item of list.childNodes) {
    if (!isElement(item)) continue;
    const isDone = hasClass(item, 'done');
    const checkbox = element('input', [
      { name: 'type', value: 'checkbox' },
      { name: 'disabled', value: '' },
      ...(isDone ? [{ name: 'checked', value: '' }] : []),
      { name: 'aria-label', value: isDone ? messages.taskDone : messages.taskOpen },
    ]);
    prepend(firstLine(item), checkbox);
  }
}

/** The paragraph that an item begins with, or else the item. */
function firstLine(item: Element): Parent {
  const [first] = item.childNodes;
  return first && isElement(first) && first.tagName === 'p' ? first : item;
}

function renderAction({ childNodes: [link] }: Element): void {
  if (link && isElement(link)) setAttribute(link, 'class', 'button primary');
}

function renderCallout(callout: Element, messages: Messages): void {
  const kind = /^callout (\w+)$/.exec(attribute(callout, 'class') ?? '')?.[1] ?? '';
  if (!Object.hasOwn(messages.callouts, kind)) return;
  const label = element('p', [{ name: 'class', value: 'callout-label' }]);
  appendText(append(label, element('strong')), messages.callouts[kind as keyof typeof messages.callouts]);
  prepend(callout, label);
  setAttribute(callout, 'role', 'note');
}
