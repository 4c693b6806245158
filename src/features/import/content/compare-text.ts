import { parse } from '../../../content/document/parse.ts';
import {
  hasClass,
  isBlock,
  isElement,
  isText,
  type Node,
  type Parent,
} from '../../../content/document/tree.ts';

/** Where two texts first differ, each with some words around the place. */
type TextDifference = { source: string; stored: string };

/** Elements whose text is not shown, or only where the element itself cannot be shown. */
const invisible = new Set(
  (
    'applet area audio base canvas datalist embed frame head iframe link math meta noembed noframes noscript object ' +
    'param script source style svg template title track video'
  ).split(' '),
);

/**
 * Compares what readers see of two HTML texts, such as a post in its source and as it is stored: letters, digits and signs,
 * but neither white space nor markup. URLs are left out, because those of frames and players become text; so are formulas.
 * Footnotes may stand in place or at the end.
 */
export function textDifference(source: string, stored: string): TextDifference | null {
  return withoutUrls(source) === withoutUrls(stored)
    ? null
    : differenceOf(visibleText(parse(source)), visibleText(parse(stored)));
}

/** Links and images lead elsewhere after an import. Most texts are the same otherwise and need not be parsed. */
const withoutUrls = (html: string): string => html.replace(/ (?:href|src)="[^"]*"/g, '');

/** The text of a tree that `differenceOf` compares. `footnotes` are those that stand in place. */
type VisibleText = { text: string; footnotes: string };

export function visibleText(tree: Parent): VisibleText {
  const [text, footnotes]: [string[], string[]] = [[], []];
  collect(tree, footnotes, text);
  return { text: comparable(text.join('')), footnotes: comparable(footnotes.join('')) };
}

function collect(parent: Parent, footnotes: string[], into: string[]): void {
  for (const child of captionLast(parent)) {
    if (isText(child)) into.push(child.value);
    if (!isElement(child) || invisible.has(child.tagName) || hasClass(child, 'math')) continue;
    if (child.tagName === 'figure' && hasClass(child, 'embed')) {
      for (const one of child.childNodes)
        if (isElement(one) && one.tagName === 'figcaption') collect(one, footnotes, into);
      continue;
    }
    // So that a URL ends with its paragraph.
    const edge = isBlock(child) || child.tagName === 'br' ? ['\n'] : [];
    into.push(...edge);
    collect(child, footnotes, child.tagName === 'span' && hasClass(child, 'footnote') ? footnotes : into);
    into.push(...edge);
  }
}

const url = /(?:https?:)?\/\/[\w.~:/?#@!$&'()*+,;=%[\]-]+/gi;
/** White space, characters without a shape, control characters, and what stands for a character that could not be read. */
const shapeless = /[\s\p{Cc}\p{Cf}\p{Cs}\ufffd-\uffff]+/gu;

const comparable = (text: string): string => text.replace(url, '').replace(shapeless, '').normalize('NFC');

export function differenceOf(source: VisibleText, stored: VisibleText): TextDifference | null {
  if (source.text + source.footnotes === stored.text + stored.footnotes) return null;
  if (stored.footnotes !== '' && sameWithFootnotes(source, stored)) return null;
  let at = 0;
  while (at < source.text.length && source.text[at] === stored.text[at]) at += 1;
  return { source: around(source.text, at), stored: around(stored.text, at) };
}

/** The first code of the source, as it was before the HTML was parsed, that the stored text lacks. */
export function missingCode(codes: readonly string[], { text }: VisibleText): TextDifference | null {
  for (const code of codes) {
    const wanted = visibleText(parse(`<pre>\n${code}</pre>`)).text;
    if (!text.includes(wanted)) return { source: wanted.slice(0, 60), stored: '' };
  }
  return null;
}

const around = (text: string, at: number): string => text.slice(Math.max(0, at - 20), at + 40);

/**
 * The source shows its footnotes in a list at the end, with numbers and arrows that go both ways. So the same characters
 * have to be there, those of numbers and signs aside.
 */
const sameWithFootnotes = (source: VisibleText, stored: VisibleText): boolean =>
  letters(source) === letters(stored);

const letters = ({ text, footnotes }: VisibleText): string =>
  ((text + footnotes).match(/\p{L}/gu) ?? []).sort().join('');

/** Captions of tables stand before or after them. */
function captionLast({ nodeName, childNodes }: Parent): readonly Node[] {
  return nodeName === 'table'
    ? childNodes.toSorted((a, b) => Number(a.nodeName === 'caption') - Number(b.nodeName === 'caption'))
    : childNodes;
}
