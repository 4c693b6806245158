import { escapeLineStart, escapeMarkdown, type Level } from './escape.ts';
import {
  attributeOf,
  hasOnlyAttributes,
  isElement,
  type Markup,
  type MarkupElement,
  openTag,
  textOf,
} from './markup.ts';

/** The notes of a document; they are defined at its end. */
export class Notes {
  readonly definitions: string[] = [];

  add(children: Markup[], level: Level): string {
    const label = `[^${this.definitions.push('')}]`;
    const text = writeLines(children, { level, isOneLine: true, notes: this });
    this.definitions[Number(label.slice(2, -1)) - 1] = `${label}: ${text}`;
    return label;
  }
}

export type InlineContext = { level: Level; isOneLine: boolean; notes: Notes };
type Place = { before: string; after: string; isInLink: boolean };

/** The Markdown of text that follows other characters on its line, as in a heading or a cell. */
export function writeInline(nodes: Markup[], context: InlineContext): string {
  return new InlineWriter(context).nodes(nodes, { before: '', after: '', isInLink: false });
}

/** The Markdown of text that begins a line, where it could be read as the beginning of another block. */
export function writeLines(nodes: Markup[], context: InlineContext): string {
  return writeInline(nodes, context).split('\n').map(escapeLineStart).join('\n');
}

class InlineWriter {
  readonly #context: InlineContext;

  constructor(context: InlineContext) {
    this.#context = context;
  }

  nodes(nodes: Markup[], place: Place): string {
    let text = '';
    for (const [index, node] of nodes.entries()) {
      const inner = {
        before: lastCharacter(text) || place.before,
        after: firstOf(nodes[index + 1]) ?? place.after,
        isInLink: place.isInLink,
      };
      if (isElement(node)) text += this.#element(node, inner, nodes[index + 1]);
      else text += escapeMarkdown(node, { ...inner, level: this.#context.level });
    }
    return text;
  }

  #element(node: MarkupElement, place: Place, next: Markup | undefined): string {
    const markdown = this.#context.level === 'tags' ? null : this.#notation(node, place, next);
    return markdown ?? this.#tags(node, place);
  }

  #tags(node: MarkupElement, { isInLink }: Place): string {
    const tag = openTag(node).replaceAll('\n', '&#10;');
    if (node.name === 'br' || node.name === 'img') return tag;
    const inner = this.nodes(node.children, { before: '>', after: '<', isInLink });
    return `${tag}${inner}</${node.name}>`;
  }

  /** The notation that Markdown has for an element, null where it has none. */
  #notation(node: MarkupElement, place: Place, next: Markup | undefined): string | null {
    if (node.name === 'a') return this.#link(node);
    if (node.name === 'img') return image(node);
    if (node.name === 'span') return this.#span(node, place);
    if (node.attributes.length > 0) return null;
    switch (node.name) {
      case 'strong':
        return this.#strong(node, place);
      case 'em':
        return this.#emphasis(node, place, isElement(next) && next.name === 'strong');
      case 's':
        return this.#delimited('~~', node.children, place);
      case 'code':
        return code(node);
      case 'br':
        return this.#context.isOneLine || next === undefined ? null : '\\\n';
      default:
        return null;
    }
  }

  #strong(node: MarkupElement, place: Place): string | null {
    const [only, ...others] = node.children;
    if (isElement(only) && only.name === 'em' && others.length === 0) {
      const both = this.#delimited('***', only.children, place);
      if (both) return both;
    }
    return this.#delimited('**', node.children, place);
  }

  #emphasis(node: MarkupElement, place: Place, isBeforeStrong: boolean): string | null {
    const isBesideStar = place.before === '*' || place.after === '*' || isBeforeStrong;
    return (
      (isBesideStar ? null : this.#delimited('*', node.children, place)) ??
      this.#delimited('_', node.children, place)
    );
  }

  /** Text between delimiters, when Markdown's rules let these delimiters open before it and close after it. */
  #delimited(delimiter: string, children: Markup[], { before, after, isInLink }: Place): string | null {
    const sign = delimiter[0] as string;
    if (before === sign || after === sign) return null;
    const inner = this.nodes(children, { before: sign, after: sign, isInLink });
    const first = firstCharacter(inner);
    const last = lastCharacter(inner);
    if (inner === '' || first === sign || last === sign) return null;
    const opens = isLeftFlanking(before, first) && (sign !== '_' || !isWord(before));
    const closes = isLeftFlanking(after, last) && (sign !== '_' || !isWord(after));
    return opens && closes ? delimiter + inner + delimiter : null;
  }

  #link(node: MarkupElement): string | null {
    if (!hasOnlyAttributes(node, 'href') && !hasOnlyAttributes(node, 'href', 'title')) return null;
    const href = attributeOf(node, 'href') ?? '';
    const title = attributeOf(node, 'title');
    if (title === '') return null;
    const isPlain = title === undefined && node.children.every((child) => !isElement(child));
    if (isPlain && isAutolink(href, textOf(node.children))) return `<${textOf(node.children)}>`;
    const text = this.nodes(node.children, { before: '[', after: ']', isInLink: true });
    return `[${text}](${destination(href)}${title === undefined ? '' : ` ${quoted(title)}`})`;
  }

  #span(node: MarkupElement, place: Place): string | null {
    if (!hasOnlyAttributes(node, 'class')) return null;
    const name = attributeOf(node, 'class');
    if (name === 'footnote' && node.children.length > 0)
      return this.#context.notes.add(node.children, this.#context.level);
    return name === 'math' ? formula(textOf(node.children), place.after) : null;
  }
}

function formula(tex: string, after: string): string | null {
  const isReadable = /^(?:[^\\$\n]|\\[^\n])+$/.test(tex) && !/^\s|\s$/.test(tex) && !/\d/.test(after);
  return isReadable && after !== '$' ? `$${tex}$` : null;
}

function code(node: MarkupElement): string | null {
  const text = textOf(node.children);
  if (text === '' || text.includes('\n') || node.children.some(isElement)) return null;
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const ticks = '`'.repeat(longest + 1);
  const needsSpaces = /^`|`$/.test(text) || (/^ /.test(text) && / $/.test(text) && /[^ ]/.test(text));
  return needsSpaces ? `${ticks} ${text} ${ticks}` : `${ticks}${text}${ticks}`;
}

function image(node: MarkupElement): string | null {
  if (!hasOnlyAttributes(node, 'src', 'alt') && !hasOnlyAttributes(node, 'src', 'alt', 'title')) return null;
  const title = attributeOf(node, 'title');
  if (title === '') return null;
  const alt = escapeMarkdown(attributeOf(node, 'alt') ?? '', {
    before: '[',
    after: ']',
    level: 'escaped',
    isInLink: true,
  });
  return `![${alt}](${destination(attributeOf(node, 'src') ?? '')}${title === undefined ? '' : ` ${quoted(title)}`})`;
}

function isAutolink(href: string, text: string): boolean {
  if (href === `mailto:${text}`) return /^[\w.+-]+@[a-z\d-]+(?:\.[a-z\d-]+)*$/i.test(text);
  return href === text && /^(?:https?|mailto|tel):[^\s<>\p{Cc}]*$/iu.test(href);
}

/** An ampersand that begins a character reference. */
const references = /&(?=#|[a-z][a-z\d]{0,31};)/gi;

function destination(url: string): string {
  if (
    url !== '' &&
    !/[\s<>\\]|\p{Cc}/u.test(url) &&
    url.search(references) === -1 &&
    hasBalancedParentheses(url)
  )
    return url;
  const escaped = url
    .replace(/[<>\\]/g, '\\$&')
    .replaceAll(references, '&amp;')
    .replaceAll('\n', '&#10;');
  return /[\s<>]|\p{Cc}/u.test(url) || url === '' || !hasBalancedParentheses(url) ? `<${escaped}>` : escaped;
}

function hasBalancedParentheses(url: string): boolean {
  let depth = 0;
  for (const character of url) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth < 0 || depth > 30) return false;
  }
  return depth === 0;
}

function quoted(title: string): string {
  return `"${title
    .replace(/[\\"]/g, '\\$&')
    .replaceAll(references, '&amp;')
    .replaceAll('\u00A0', '&nbsp;')
    .replaceAll('\n', '&#10;')}"`;
}

/** CommonMark's "left-flanking" for an opening delimiter; with both characters swapped, "right-flanking" for a closing one. */
function isLeftFlanking(outside: string, inside: string): boolean {
  if (isBlank(inside)) return false;
  return !isPunctuation(inside) || isBlank(outside) || isPunctuation(outside);
}

function isBlank(character: string): boolean {
  return /^\s?$/u.test(character);
}

function isPunctuation(character: string): boolean {
  return /^[\p{P}\p{S}]$/u.test(character);
}

function isWord(character: string): boolean {
  return !isBlank(character) && !isPunctuation(character);
}

function firstCharacter(text: string): string {
  return String.fromCodePoint(...(text === '' ? [] : [text.codePointAt(0) ?? 0]));
}

function lastCharacter(text: string): string {
  const pair = text.slice(-2);
  return pair.length === 2 && (pair.codePointAt(0) ?? 0) > 0xffff ? pair : text.slice(-1);
}

/** The character that the next node begins with, as far as it matters for delimiters before it. */
function firstOf(node: Markup | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (!isElement(node)) return firstCharacter(node);
  const signs: Record<string, string> = {
    strong: '*',
    em: '_',
    s: '~',
    code: '`',
    a: '[',
    img: '!',
    br: '\\',
  };
  return signs[node.name] ?? (attributeOf(node, 'class') === 'math' ? '$' : '<');
}
