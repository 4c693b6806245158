import { maxImportedCommentLength } from '../../platform/http/api/limits.ts';
import { cleanText } from '../../platform/http/api/plain-text.ts';
import { parse } from '../document/parse.ts';
import { lineOf } from '../document/text-content.ts';
import { attribute, type Element, isBlock, isElement, isText, type Parent } from '../document/tree.ts';
import { cutAtCharacter, shortened } from '../document/truncate.ts';

/** Markup takes more space than the text that it leaves. */
const maxHtmlLength = maxImportedCommentLength * 8;
const labelLength = 60;

/**
 * The text of a comment that another program stored as HTML: paragraphs are separated by empty lines, lists and quotations are
 * written as in plain mail, emphasis as `*a*`, and the URLs of links and images stay. `lineBreaks`: line ends of the source are line ends of the
 * comment, as in WordPress.
 */
export function commentText(html: string, { lineBreaks = false } = {}): string {
  const text = new Blocks(lineBreaks).of(parse(html.slice(0, maxHtmlLength)));
  const clean = cleanText(text).trim();
  return clean.length <= maxImportedCommentLength
    ? clean
    : `${cutAtCharacter(clean, maxImportedCommentLength - 1)}…`;
}

/** Names a comment in the report. */
export function commentLabel(name: string, text: string): string {
  return `${name}: ${shortened(text, labelLength)}`;
}

/** Their content is no text. */
const silent = new Set(['script', 'style', 'template', 'noscript', 'head', 'title', 'svg', 'math']);
const withSource = new Set(['img', 'iframe', 'embed', 'video', 'audio', 'source']);
const inline = new Set(
  (
    'a abbr acronym b bdi bdo big button cite code data del dfn em font i input ins kbd label mark meter nobr object ' +
    'output picture progress q rp rt ruby s samp select small span strike strong sub sup textarea time tt u var wbr'
  ).split(' '),
);

/** Deeper quotations and lists are not marked, so that nesting cannot multiply the text. */
const deepest = 4;

class Blocks {
  readonly #lineBreaks: boolean;
  #depth = 0;

  constructor(lineBreaks: boolean) {
    this.#lineBreaks = lineBreaks;
  }

  /** The paragraphs of an element. */
  of(parent: Parent): string {
    const paragraphs: string[] = [];
    let line = '';
    const end = () => {
      const text = tidy(line);
      if (text) paragraphs.push(text);
      line = '';
    };
    const visit = (from: Parent) => {
      for (const child of from.childNodes) {
        if (isText(child)) line += this.#lineBreaks ? child.value : child.value.replace(/\s+/g, ' ');
        else if (isElement(child)) element(child);
      }
    };
    const element = (node: Element) => {
      const { tagName } = node;
      if (silent.has(tagName)) return;
      if (tagName === 'br') line += '\n';
      else if (withSource.has(tagName)) {
        line += sourceOf(node);
        visit(node);
      } else if (isBlock(node)) {
        end();
        const text = this.#block(node);
        if (text) paragraphs.push(text);
      } else {
        // Angle brackets that were never meant as markup: List<String>.
        if (!inline.has(tagName)) line += `<${tagName}>`;
        const [start, before] = [line.length, paragraphs.length];
        visit(node);
        if (paragraphs.length === before) line = line.slice(0, start) + emphasized(line, start, tagName);
        if (tagName === 'a') line += urlAfter(node);
      }
    };
    visit(parent);
    end();
    return paragraphs.join('\n\n');
  }

  #block(node: Element): string {
    switch (node.tagName) {
      case 'pre':
        return codeOf(node).replace(/^\n/, '').trimEnd();
      case 'blockquote':
        return this.#marked(node, '> ', '> ');
      case 'ul':
      case 'ol':
        return this.#list(node);
      case 'tr':
        return elementsOf(node)
          .map((cell) => this.of(cell).replaceAll('\n', ' '))
          .join(' | ');
      default:
        return this.of(node);
    }
  }

  #marked(node: Element, first: string, others: string): string {
    this.#depth++;
    const text = this.of(node);
    this.#depth--;
    return this.#depth < deepest ? prefixed(text, first, others) : text;
  }

  #list(node: Element): string {
    const isOrdered = node.tagName === 'ol';
    return elementsOf(node)
      .map((item, index) => this.#marked(item, isOrdered ? `${index + 1}. ` : '- ', '  '))
      .filter(Boolean)
      .join('\n');
  }
}

const marks: Record<string, string> = { em: '*', i: '*', strong: '**', b: '**', code: '`' };

/** What an element added to a line, between the marks that comments have for it; unmarked where these would be shown as they are. */
function emphasized(line: string, start: number, tagName: string): string {
  const added = line.slice(start);
  const mark = Object.hasOwn(marks, tagName) ? marks[tagName] : undefined;
  const isInWord = /[\p{L}\p{N}*_`]$/u.test(line.slice(0, start));
  if (!mark || isInWord || added.trim() === '' || /[*_`\n]/.test(added)) return added;
  return added.replace(/\S.*\S|\S/, (text) => `${mark}${text}${mark}`);
}

const elementsOf = (node: Element): Element[] => node.childNodes.filter(isElement);

/** Lines without surplus white space; more than one empty line is one. */
function tidy(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(/[\s\u00a0]+/g, ' ').trim());
  return lines
    .filter((line, index) => line !== '' || lines[index - 1] !== '')
    .join('\n')
    .trim();
}

function prefixed(text: string, first: string, others: string): string {
  if (text === '') return '';
  return text
    .split('\n')
    .map((line, index) => `${index === 0 ? first : others}${line}`.trimEnd())
    .join('\n');
}

function codeOf(parent: Parent): string {
  let text = '';
  for (const child of parent.childNodes) {
    if (isText(child)) text += child.value;
    else if (isElement(child)) text += child.tagName === 'br' ? '\n' : codeOf(child);
  }
  return text;
}

/** The URL of a link, unless its text says it already. */
function urlAfter(node: Element): string {
  const href = attribute(node, 'href')?.trim() ?? '';
  if (!/^(?:https?:\/\/|mailto:)[^\s]/i.test(href)) return '';
  const text = lineOf(node);
  if (text === '') return elementsOf(node).length > 0 ? ` (${href})` : href;
  if (isMention(node) && /^[@#]/.test(text)) return '';
  return bare(text) === bare(href) ? '' : ` (${href})`;
}

/** Mastodon and others mark names and hashtags so, whose URLs say no more than they do. */
const isMention = (node: Element): boolean => /\bmention\b/.test(attribute(node, 'class') ?? '');

/** Without what people leave out when they write a URL. */
const bare = (url: string): string =>
  url
    .toLowerCase()
    .replace(/^(?:https?:\/\/|mailto:)/, '')
    .replace(/^www\./, '')
    .replace(/\/$/, '');

function sourceOf(node: Element): string {
  const src = attribute(node, 'src')?.trim() ?? '';
  const alt = attribute(node, 'alt')?.trim() ?? '';
  if (!/^https?:\/\//i.test(src)) return alt;
  return ` ${alt ? `${alt} (${src})` : src} `;
}
