import { isRightToLeft } from '../../../content/document/direction.ts';
import { parse, write } from '../../../content/document/parse.ts';
import { renderColors } from '../../../content/document/render-colors.ts';
import {
  append,
  appendText,
  attribute,
  type Element,
  element,
  elements,
  fragment,
  hasClass,
  isElement,
  type Node,
  type Parent,
  prepend,
  remove,
  rename,
  setAttribute,
  textContent,
  wrap,
} from '../../../content/document/tree.ts';
import { textDirection } from '../../../platform/web/language-names.ts';
import { messagesIn } from '../../../platform/web/messages/catalogs.ts';
import type { Messages } from '../../../platform/web/messages/types.ts';
import { columnWidth } from '../message/frame.ts';
import { fonts, light } from '../message/palette.ts';
import { Colors } from './colors.ts';
import { allowedOnly } from './sanitize.ts';
import { absoluteUrl, type PostSource } from './source.ts';
import {
  actionStyle,
  blockStyles,
  calloutStyle,
  classes,
  formulaStyle,
  galleryFigureStyle,
  inlineStyles,
} from './styles.ts';

type PostHtml = {
  html: string;
  /** CSS for programs with a dark mode. */
  darkStyles: string;
  /** How many blocks of the post it contains, if not all. */
  cutAfter: number | null;
};

/** Gmail shows 102 KB of a mail, of which the frame around the text needs some. */
const maxSize = 80_000;
const imageWidth = columnWidth - 40;
const galleryWidth = 270;

/** A post for programs for mail. Of a long one it is the beginning, up to the end of a block. */
export function postHtml(source: PostSource): PostHtml {
  const tree = parse(source.content);
  renderColors([...elements(tree)]);
  const converter = new Converter(source);
  const blocks: string[] = [];
  let size = 0;
  let cutAfter: number | null = null;
  for (const node of [...tree.childNodes]) {
    const notesBefore = converter.notes.length;
    const html = converter.block(node);
    const added = converter.notes.slice(notesBefore).join('');
    size += Buffer.byteLength(html + added);
    if (size > maxSize) {
      converter.notes.length = notesBefore;
      cutAfter = blocks.length;
      break;
    }
    blocks.push(html);
  }
  return { html: blocks.join('\n') + converter.notesHtml(), darkStyles: converter.colors.css(), cutAfter };
}

class Converter {
  readonly notes: string[] = [];
  readonly colors = new Colors();
  readonly #source: PostSource;
  readonly #messages: Messages;
  readonly #isRightToLeft: boolean;

  constructor(source: PostSource) {
    this.#source = source;
    this.#messages = messagesIn(source.language);
    this.#isRightToLeft = textDirection(source.language) === 'rtl';
  }

  block(node: Node): string {
    const holder = fragment();
    append(holder, node);
    for (const each of [...elements(holder)]) this.#convert(each);
    for (const each of [...elements(holder)]) if (hasClass(each, 'footnote')) this.#footnote(each);
    allowedOnly(holder, this.#source.isOwnFile);
    return write(holder);
  }

  notesHtml(): string {
    if (this.notes.length === 0) return '';
    const side = this.#isRightToLeft ? 'right' : 'left';
    const items = this.notes.map((html) => `<li style="margin: 0 0 6px">${html}</li>`).join('');
    return `\n<hr class="line" style="${blockStyles.hr?.('left')}">\n<ol class="quiet" style="margin: 0 0 16px; padding: 0; padding-${side}: 26px; font-size: 15px; color: ${light.soft}">${items}</ol>`;
  }

  #convert(node: Element): void {
    const name = node.tagName;
    if (hasClass(node, 'math')) this.#formula(node);
    else if (name === 'figure' && hasClass(node, 'embed')) this.#embed(node);
    else if (name === 'figure' && hasClass(node, 'media')) this.#media(node);
    else if (name === 'nav') remove(node);
    else if (name === 'img') this.#image(node);
    else if (name === 'a') this.#link(node);
    else if (name === 'span' && attribute(node, 'style')) this.colors.apply(node);
    else if (name === 'p' && hasClass(node, 'action')) this.#action(node);
    else if (name === 'aside') this.#callout(node);
    else if (name === 'details') rename(node, 'div', null);
    else if (name === 'summary') this.#summary(node);
    else if (name === 'div' && hasClass(node, 'gallery')) this.#gallery(node);
    else this.#style(node);
  }

  #style(node: Element): void {
    const name = node.tagName;
    const align = /text-align: (left|right|center|justify)/.exec(attribute(node, 'style') ?? '')?.[1];
    const isTasks = name === 'ul' && hasClass(node, 'tasks');
    const isDone = name === 'li' && hasClass(node, 'done');
    const isTask =
      name === 'li' && node.parentNode && 'attrs' in node.parentNode && isTaskList(node.parentNode);
    const isInGallery = name === 'figure' && node.parentNode !== null && isGallery(node.parentNode);
    const isInItem = name === 'p' && /^(?:dd|li|td|th)$/.test(node.parentNode?.nodeName ?? '');
    const block = isInItem
      ? 'margin: 0 0 6px'
      : isInGallery
        ? galleryFigureStyle
        : blockStyles[name]?.(this.#start(node));
    const inline = isInPre(node) ? '' : inlineStyles[name];
    const style = [block ?? inline, isTasks && 'list-style: none', align && `text-align: ${align}`];
    const kept = ['colspan', 'rowspan', 'start', 'title', 'class', 'dir'];
    node.attrs = node.attrs.filter((one) => kept.includes(one.name));
    if (!hasClass(node, 'footnote')) node.attrs = node.attrs.filter((one) => one.name !== 'class');
    const written = style.filter(Boolean).join('; ');
    if (written) setAttribute(node, 'style', written);
    if (classes[name] && !isInPre(node)) setAttribute(node, 'class', classes[name]);
    if (isTasks) setAttribute(node, 'data-tasks', '');
    if (isTask) prependText(node, isDone ? '☑ ' : '☐ ');
    if (name === 'pre') setAttribute(node, 'dir', 'ltr');
    if (name === 'table')
      wrap(node, element('div', [{ name: 'style', value: 'margin: 0 0 16px; overflow-x: auto' }]));
  }

  /** The side where the text of a block begins; a block in another direction than the post says so. */
  #start(node: Element): 'left' | 'right' {
    const isRtl = textContent(node).trim() === '' ? this.#isRightToLeft : isRightToLeft(node);
    const isOther = isRtl !== this.#isRightToLeft;
    if (isOther && /^(?:blockquote|dl|h\d|ol|p|table|ul)$/.test(node.tagName))
      setAttribute(node, 'dir', isRtl ? 'rtl' : 'ltr');
    return isRtl ? 'right' : 'left';
  }

  #link(node: Element): void {
    const url = absoluteUrl(attribute(node, 'href') ?? '', this.#source.url);
    const title = attribute(node, 'title');
    const style = attribute(node, 'style');
    if (url === null) {
      rename(node, 'span', null);
      return;
    }
    node.attrs = [
      { name: 'href', value: url },
      ...(title ? [{ name: 'title', value: title }] : []),
      ...(style ? [{ name: 'style', value: style }] : []),
    ];
  }

  #image(node: Element): void {
    const src = attribute(node, 'src') ?? '';
    const alt = attribute(node, 'alt') ?? '';
    const info = this.#source.findImage(src);
    const url = absoluteUrl(src, this.#source.url);
    if (url === null || !this.#source.isOwnFile(url)) {
      this.#imageElsewhere(node, url, alt);
      return;
    }
    const parent = node.parentNode && 'attrs' in node.parentNode ? node.parentNode : null;
    const figure = parent?.tagName === 'a' ? parent.parentNode : parent;
    const isBlock = figure !== null && 'attrs' in figure && figure.tagName === 'figure';
    const isInGallery = isBlock && figure.parentNode !== null && isGallery(figure.parentNode);
    const most = isInGallery ? galleryWidth : imageWidth;
    const own = Number.parseInt(attribute(node, 'width') ?? '', 10) || info?.width || most;
    const width = Math.min(own, most);
    const height = info && Math.max(1, Math.round((width * info.height) / info.width));
    const chosen = info?.srcset ? variantFor(info.srcset, width) : src;
    node.attrs = [
      { name: 'src', value: this.#source.jpegOf(absoluteUrl(chosen, this.#source.url) ?? url) },
      { name: 'alt', value: alt },
      { name: 'width', value: String(width) },
      ...(height ? [{ name: 'height', value: String(height) }] : []),
      {
        name: 'style',
        value: `${isBlock ? 'display: block; ' : ''}max-width: 100%; height: auto; border: 0; border-radius: 4px`,
      },
    ];
  }

  /** Another server would learn who opens the mail, so its images are links. */
  #imageElsewhere(node: Element, url: string | null, alt: string): void {
    const label = this.#messages.newsletterMail.image(alt);
    const isLinked = node.parentNode && 'attrs' in node.parentNode && node.parentNode.tagName === 'a';
    rename(node, url && !isLinked ? 'a' : 'span', null);
    if (url && !isLinked) setAttribute(node, 'href', url);
    appendText(node, `[${label}]`);
  }

  /** Programs for mail show no MathML. */
  #formula(node: Element): void {
    const tex = textContent(node);
    const isBlock = node.tagName === 'div';
    node.childNodes = [];
    rename(node, isBlock ? 'div' : 'code', isBlock ? null : 'sunken');
    setAttribute(node, 'style', isBlock ? formulaStyle : (inlineStyles.code ?? ''));
    setAttribute(node, 'dir', 'ltr');
    appendText(node, tex);
  }

  #embed(figure: Element): void {
    const [link] = figure.childNodes;
    const href = link && isElement(link) ? (attribute(link, 'href') ?? '') : '';
    const found = this.#source.findEmbed(href);
    const url = absoluteUrl(href, this.#source.url);
    figure.childNodes = [];
    rename(figure, 'p', 'line');
    setAttribute(
      figure,
      'style',
      `margin: 0 0 16px; padding: 12px 16px; border: 1px solid ${light.line}; border-radius: 6px`,
    );
    if (url === null) return;
    appendText(append(figure, element('a', [{ name: 'href', value: url }])), found?.title || url);
    const from = [found?.author, found?.provider || URL.parse(url)?.hostname].filter(Boolean).join(' · ');
    append(figure, element('br'));
    const style = `font: 14px/1.5 ${fonts.ui}; color: ${light.soft}`;
    const small = append(
      figure,
      element('span', [
        { name: 'class', value: 'quiet' },
        { name: 'style', value: style },
      ]),
    );
    appendText(small, from);
  }

  /** A recording plays on the page of the post only. */
  #media(figure: Element): void {
    const [player, ...rest] = figure.childNodes;
    const isVideo = player !== undefined && player.nodeName === 'video';
    const { video, audio } = this.#messages.newsletterMail;
    figure.attrs = [{ name: 'style', value: blockStyles.figure?.('left') ?? '' }];
    const link = element('a', [{ name: 'href', value: this.#source.url }]);
    appendText(link, `▶\uFE0E ${isVideo ? video : audio}`);
    figure.childNodes = [];
    append(figure, link);
    for (const child of rest) append(figure, child);
  }

  #callout(node: Element): void {
    const kind = /callout (\w+)/.exec(attribute(node, 'class') ?? '')?.[1] ?? '';
    const { callouts } = this.#messages;
    const start = this.#start(node);
    rename(node, 'div', 'line sunken');
    setAttribute(node, 'style', calloutStyle(start));
    if (!Object.hasOwn(callouts, kind)) return;
    const label = element('p', [
      { name: 'style', value: `margin: 0 0 6px; font: bold 14px/1.4 ${fonts.ui}` },
    ]);
    appendText(label, callouts[kind as keyof typeof callouts]);
    prepend(node, label);
  }

  /** Its link is converted after it, and keeps what is set here. */
  #action(node: Element): void {
    const [link] = node.childNodes;
    node.attrs = [{ name: 'style', value: 'margin: 24px 0' }];
    if (link && isElement(link)) setAttribute(link, 'style', actionStyle);
  }

  #summary(node: Element): void {
    rename(node, 'p', null);
    setAttribute(node, 'style', 'margin: 0 0 8px; font-weight: bold');
    if (textContent(node).trim() === '') appendText(node, this.#messages.details);
  }

  #gallery(node: Element): void {
    node.attrs = [
      { name: 'data-gallery', value: '' },
      { name: 'style', value: 'margin: 0 0 16px; font-size: 0' },
    ];
  }

  #footnote(node: Element): void {
    const note = fragment();
    for (const child of [...node.childNodes]) append(note, child);
    allowedOnly(note, this.#source.isOwnFile);
    this.notes.push(write(note));
    node.childNodes = [];
    // No link: most programs for mail know no anchors.
    rename(node, 'sup', null);
    setAttribute(node, 'style', 'font-size: 0.75em; line-height: 0');
    appendText(node, `[${this.notes.length}]`);
  }
}

const isTaskList = (node: Element): boolean => attribute(node, 'data-tasks') !== undefined;

const isGallery = (node: Parent): boolean => 'attrs' in node && attribute(node, 'data-gallery') !== undefined;

const isInPre = ({ tagName, parentNode }: Element): boolean =>
  tagName === 'code' && parentNode !== null && parentNode.nodeName === 'pre';

/** Before the text of the paragraph that an item begins with. */
function prependText(item: Element, text: string): void {
  const [first] = item.childNodes;
  const line = first && isElement(first) && first.tagName === 'p' ? first : item;
  const mark = element('span');
  appendText(mark, text);
  prepend(line, mark);
}

/** The smallest variant that is sharp on screens with two pixels for each CSS pixel. */
function variantFor(srcset: string, width: number): string {
  const candidates = srcset
    .split(', ')
    .map((candidate) => candidate.split(' '))
    .map(([url = '', size = '']) => ({ url, width: Number.parseInt(size, 10) || 0 }));
  return (candidates.find((one) => one.width >= 2 * width) ?? candidates.at(-1))?.url ?? '';
}
